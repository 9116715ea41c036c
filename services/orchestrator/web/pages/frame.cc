#include "services/orchestrator/web/pages/frame.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/web/pages/style.h"

namespace widthlab::web {
namespace {

constexpr int kRefreshSeconds = 2;

constexpr std::pair<const char*, const char*> kLinks[] = {
    {"/runs", "Runs"},           {"/jobs", "Jobs"},
    {"/schedules", "Schedules"}, {"/comparisons", "Comparisons"},
    {"/reports", "Reports"},     {"/artifacts", "Artifacts"}};

Html Navigation(const std::string& current) {
  Html links = Element("a", {{"href", "/"}, {"class", "name"}}, Text("widthlab"));
  for (const auto& [path, title] : kLinks) {
    Attributes attributes = {{"href", path}};
    if (path == current) attributes.emplace_back("aria-current", "page");
    links.Add(Html::Trusted("\n")).Add(Element("a", attributes, Text(title)));
  }
  return Element("nav", links) + Html::Trusted("\n");
}

int StatusOf(const absl::Status& error) {
  switch (error.code()) {
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
      return 400;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
      return 503;
    default:
      return 500;
  }
}

// Says that the page will be loaded again, and how to stop that.
Html RefreshHtml(const Refresh& refresh) {
  if (refresh.seconds == 0) return Html();
  return Element("p", {{"class", "quiet"}},
                 Text(absl::StrCat("Loaded again every ", refresh.seconds, " seconds: ")) +
                     Link(refresh.address, "stop"));
}

struct Advice {
  const char* title;
  const char* text;
};

Advice AdviceFor(int status) {
  switch (status) {
    case 404:
      return {"Not here",
              "It may have been deleted, or the address may be cut short. The lists above have "
              "everything that the server holds."};
    case 400:
      return {"This cannot be shown", "The address asks for something that there cannot be."};
    case 503:
      return {"Not now", "A service does not answer. Try again in a moment."};
    default:
      return {"Something is wrong", "The server's log says more."};
  }
}

}  // namespace

Refresh WhileActive(bool active, const Request& request, std::string_view path) {
  if (!active || request.Value("live") == "off") return {};
  std::string address = absl::StrCat(std::string(path), "?");
  for (const auto& [name, value] : request.query) {
    absl::StrAppend(&address, PercentEncode(name), "=", PercentEncode(value), "&");
  }
  return {.seconds = kRefreshSeconds, .address = address + "live=off"};
}

Response PageAnswer(const Page& page) {
  Html head =
      Void("meta", {{"charset", "utf-8"}}) +
      Void("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  if (page.refresh.seconds > 0) {
    head.Add(
        Void("meta", {{"http-equiv", "refresh"}, {"content", absl::StrCat(page.refresh.seconds)}}));
  }
  // An icon of nothing, so that browsers do not ask for one.
  head.Add(Void("link", {{"rel", "icon"}, {"href", "data:,"}}));
  head.Add(Element("title", absl::StrCat(page.title, " – widthlab")));
  head.Add(Element("style", Html::Trusted(kStyle)));
  const Html body =
      Navigation(page.current) + Element("main", Element("h1", page.title) + Html::Trusted("\n") +
                                                     page.content + RefreshHtml(page.refresh));
  return {
      .status = page.status,
      .body = absl::StrCat("<!doctype html>\n<html lang=\"en\">\n", Element("head", head).markup(),
                           "\n", Element("body", body).markup(), "\n</html>\n")};
}

Response ErrorAnswer(const absl::Status& error) {
  const int status = StatusOf(error);
  const Advice advice = AdviceFor(status);
  const std::string message(error.message());
  return PageAnswer(
      {.title = advice.title,
       .content = Element("p", {{"class", "problem"}}, Text(message)) + Element("p", advice.text),
       .status = status});
}

Response RedirectTo(const std::string& path) {
  return {.status = 302,
          .content_type = "text/plain; charset=utf-8",
          .body = absl::StrCat("see ", path, "\n"),
          .headers = {{"Location", path}}};
}

}  // namespace widthlab::web
