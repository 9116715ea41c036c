// What is answered to a browser, and what it may do with it.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_RESPONSE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_RESPONSE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace widthlab::web {

// What the browser lets the answer do. Nothing may ever load from elsewhere.
enum class Trust {
  // A page of ours: its own styles and pictures, links and forms to this server; no script.
  kPage,
  // A report, which somebody may have made elsewhere: its own styles and scripts, in a sandbox that
  // has no share in this server.
  kReport,
  // Any other file of an artifact, to be saved or read: nothing at all.
  kFile,
};

struct Response {
  int status = 200;
  std::string content_type = "text/html; charset=utf-8";
  Trust trust = Trust::kPage;
  std::string body = {};
  // In place of `body`: this file, streamed; it must have `file_bytes` bytes.
  std::string file_path = {};
  int64_t file_bytes = 0;
  // "Location", "Content-Disposition"; values must hold no line ends.
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// "Not Found" of 404.
const char* StatusText(int status);

// Content-Security-Policy of an answer.
const char* SecurityPolicy(Trust trust);

// The lines before the body, the empty one included.
std::string HeaderText(const Response& response);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_RESPONSE_H_
