#include "common/figure/theme.h"

#include <string_view>

#include "absl/strings/str_cat.h"

namespace widthlab::figure {
namespace {

constexpr size_t kColours = 7;
constexpr const char* kLight[kColours] = {"#0072b2", "#d55e00", "#009e73", "#a3507f",
                                          "#b57c00", "#3a8fc4", "#555555"};
constexpr const char* kDark[kColours] = {"#56b4e9", "#ff8c42", "#2fd6a4", "#e59bc5",
                                         "#f0b83c", "#9ad4f5", "#bbbbbb"};
constexpr const char* kDashes[] = {"none", "6 3", "2 3", "8 3 2 3"};

std::string ColourRules(const char* const (&colours)[kColours]) {
  std::string rules;
  for (size_t i = 0; i < kColours; ++i) {
    const std::string series = absl::StrCat(".wf-s", i, " ");
    absl::StrAppend(&rules, series, ".wf-line,", series, ".wf-error,", series,
                    ".wf-seed{stroke:", colours[i], "}", series, ".wf-mark,", series,
                    ".wf-bar{fill:", colours[i], "}");
  }
  return rules;
}

std::string StyleSheet() {
  return absl::StrCat(
      ".wf-bg{fill:#fff}.wf-text,.wf-title{fill:#222;font-family:system-ui,'Segoe "
      "UI',Roboto,'DejaVu Sans',sans-serif}.wf-text{font-size:12px}.wf-title{font-size:15px;"
      "font-weight:600}.wf-note{fill:#666}.wf-grid{stroke:#e2e2e2;stroke-width:1}.wf-axis{stroke:"
      "#888;stroke-width:1}",
      ".wf-line{fill:none;stroke-width:2;stroke-linejoin:round}.wf-error{"
      "stroke-width:1.2}.wf-mark{stroke:#fff;stroke-width:0.8}"
      ".wf-seed{fill:none;stroke-width:1.2}.wf-box{"
      "fill:#f6f6f6;stroke:#888}",
      ColourRules(kLight),
      "@media (prefers-color-scheme:dark){.wf-bg{fill:#16181d}.wf-text,.wf-title{fill:#e6e6e6}"
      ".wf-note{fill:#a0a0a0}.wf-grid{stroke:#33363d}.wf-axis{stroke:#8a8d94}.wf-mark{stroke:"
      "#16181d}.wf-box{fill:#23262d;stroke:#8a8d94}",
      ColourRules(kDark), "}");
}

void DrawShape(SvgWriter& svg, std::string_view path) {
  svg.Leaf("path", {{"class", "wf-mark"}, {"d", path}});
}

}  // namespace

void WriteStyle(SvgWriter& svg) {
  svg.Verbatim(absl::StrCat("  <style>", StyleSheet(), "</style>\n"));
}

std::string SeriesClass(size_t index) { return absl::StrCat("wf-s", index % kColours); }

std::string SeriesDash(size_t index) { return kDashes[index / kColours % 4]; }

void DrawMarker(SvgWriter& svg, size_t index, double x, double y) {
  const auto at = [&](double dx, double dy) {
    return absl::StrCat(CoordinateText(x + dx), " ", CoordinateText(y + dy));
  };
  switch (index % 5) {
    case 0:
      svg.Leaf("circle", {{"class", "wf-mark"}, {"cx", x}, {"cy", y}, {"r", 3.6}});
      break;
    case 1:
      svg.Leaf(
          "rect",
          {{"class", "wf-mark"}, {"x", x - 3.2}, {"y", y - 3.2}, {"width", 6.4}, {"height", 6.4}});
      break;
    case 2:
      DrawShape(svg, absl::StrCat("M", at(0, -4.4), "L", at(4.2, 3.2), "L", at(-4.2, 3.2), "Z"));
      break;
    case 3:
      DrawShape(svg, absl::StrCat("M", at(0, -4.6), "L", at(4.6, 0), "L", at(0, 4.6), "L",
                                  at(-4.6, 0), "Z"));
      break;
    default:
      DrawShape(svg, absl::StrCat("M", at(0, 4.4), "L", at(4.2, -3.2), "L", at(-4.2, -3.2), "Z"));
  }
}

double TextWidth(std::string_view text, double font_size) {
  size_t characters = 0;
  for (unsigned char byte : text) characters += (byte & 0xC0) != 0x80;
  return 0.56 * font_size * static_cast<double>(characters);
}

}  // namespace widthlab::figure
