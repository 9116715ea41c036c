#include "common/log/log.h"

#include <atomic>
#include <cstdio>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace widthlab::log {
namespace {

std::atomic<Severity> minimum_severity{Severity::kInfo};

const char* NameOf(Severity severity) {
  switch (severity) {
    case Severity::kDebug:
      return "DEBUG";
    case Severity::kInfo:
      return "INFO";
    case Severity::kWarning:
      return "WARNING";
    case Severity::kError:
      return "ERROR";
  }
  return "ERROR";
}

bool NeedsQuotes(std::string_view value) {
  if (value.empty()) return true;
  for (const unsigned char c : value) {
    if (c <= ' ' || c == '"' || c == '=' || c == '\\' || c == 0x7F) return true;
  }
  return false;
}

}  // namespace

void SetMinimumSeverity(Severity severity) { minimum_severity = severity; }

bool IsEnabled(Severity severity) { return severity >= minimum_severity.load(); }

std::string FormatLine(std::string_view event, std::initializer_list<Field> fields) {
  std::string line(event);
  for (const Field& field : fields) {
    absl::StrAppend(&line, " ", std::string(field.key), "=");
    if (NeedsQuotes(field.value)) {
      absl::StrAppend(&line, "\"", absl::Utf8SafeCEscape(field.value), "\"");
    } else {
      line.append(field.value);
    }
  }
  return line;
}

void Write(Severity severity, std::string_view event, std::initializer_list<Field> fields) {
  if (!IsEnabled(severity)) return;
  const std::string line =
      absl::StrCat(absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone()), " ",
                   NameOf(severity), " ", FormatLine(event, fields), "\n");
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void Debug(std::string_view event, std::initializer_list<Field> fields) {
  Write(Severity::kDebug, event, fields);
}
void Info(std::string_view event, std::initializer_list<Field> fields) {
  Write(Severity::kInfo, event, fields);
}
void Warning(std::string_view event, std::initializer_list<Field> fields) {
  Write(Severity::kWarning, event, fields);
}
void Error(std::string_view event, std::initializer_list<Field> fields) {
  Write(Severity::kError, event, fields);
}

}  // namespace widthlab::log
