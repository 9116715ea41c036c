#include "services/orchestrator/web/http/response.h"

#include "absl/strings/str_cat.h"

namespace widthlab::web {

const char* StatusText(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 302:
      return "Found";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 421:
      return "Misdirected Request";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

const char* SecurityPolicy(Trust trust) {
  switch (trust) {
    case Trust::kPage:
      return "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "
             "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    case Trust::kReport:
      return "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; "
             "script-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
             "frame-ancestors 'none'";
    default:
      return "sandbox; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; "
             "base-uri 'none'; frame-ancestors 'none'";
  }
}

std::string HeaderText(const Response& response) {
  const int64_t length =
      response.file_path.empty() ? static_cast<int64_t>(response.body.size()) : response.file_bytes;
  std::string text = absl::StrCat("HTTP/1.1 ", response.status, " ", StatusText(response.status),
                                  "\r\nContent-Type: ", response.content_type,
                                  "\r\nContent-Length: ", length, "\r\n");
  absl::StrAppend(&text, "Content-Security-Policy: ", SecurityPolicy(response.trust), "\r\n");
  text +=
      "X-Content-Type-Options: nosniff\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Cache-Control: no-store\r\n"
      "Connection: close\r\n";
  for (const auto& [name, value] : response.headers) {
    absl::StrAppend(&text, name, ": ", value, "\r\n");
  }
  return text + "\r\n";
}

}  // namespace widthlab::web
