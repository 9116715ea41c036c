// One line on stderr for each thing that an operator may want to see, as key=value pairs.
//
//   log::Info("call", {{"method", method}, {"code", "OK"}, {"seconds", "0.012"}});
//   // 2026-11-30T20:31:07.482Z INFO call method=... code=OK seconds=0.012
//
// Values with blanks, quotes or control characters are quoted and escaped, so a line stays a line.
// Safe to use from many threads; a line is written whole.
#ifndef WIDTHLAB_COMMON_LOG_LOG_H_
#define WIDTHLAB_COMMON_LOG_LOG_H_

#include <initializer_list>
#include <string>
#include <string_view>

namespace widthlab::log {

enum class Severity { kDebug, kInfo, kWarning, kError };

struct Field {
  std::string_view key;
  std::string value;
};

// Lines below `severity` are dropped; kInfo at first.
void SetMinimumSeverity(Severity severity);
bool IsEnabled(Severity severity);

// Writes one line. `event` is a short stable name.
void Write(Severity severity, std::string_view event, std::initializer_list<Field> fields);

void Debug(std::string_view event, std::initializer_list<Field> fields);
void Info(std::string_view event, std::initializer_list<Field> fields);
void Warning(std::string_view event, std::initializer_list<Field> fields);
void Error(std::string_view event, std::initializer_list<Field> fields);

// "event key=value ..." as Write prints it after time and severity.
std::string FormatLine(std::string_view event, std::initializer_list<Field> fields);

}  // namespace widthlab::log

#endif  // WIDTHLAB_COMMON_LOG_LOG_H_
