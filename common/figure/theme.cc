#include "common/figure/theme.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "absl/strings/str_cat.h"

namespace widthlab::figure {
namespace {

constexpr size_t kColours = 7;
constexpr const char* kLight[kColours] = {"#0072b2", "#c65400", "#008a64", "#a3507f",
                                          "#946500", "#2f7fb3", "#555555"};
constexpr const char* kDark[kColours] = {"#56b4e9", "#ff8c42", "#2fd6a4", "#e59bc5",
                                         "#f0b83c", "#9ad4f5", "#bbbbbb"};
constexpr const char* kDashes[] = {"none", "6 3", "2 3", "8 3 2 3"};

// From blue (below) over neutral to orange (above).
constexpr size_t kHeats = 9;
constexpr const char* kHeatLight[kHeats] = {"#08519c", "#3182bd", "#74aed6", "#bdd7e9", "#f0f0f0",
                                            "#fdd7b1", "#fdae6b", "#e6701a", "#a63603"};
constexpr const char* kHeatDark[kHeats] = {"#6cc0ff", "#4a98d6", "#2f6fa5", "#224a6b", "#34373e",
                                           "#6b4423", "#a8611f", "#dd8430", "#ffb267"};

std::string ColourRules(const char* const (&colours)[kColours],
                        const char* const (&heats)[kHeats]) {
  std::string rules;
  for (size_t i = 0; i < kColours; ++i) {
    const std::string series = absl::StrCat(".wf-s", i, " ");
    absl::StrAppend(&rules, series, ".wf-line,", series, ".wf-error,", series,
                    ".wf-seed{stroke:", colours[i], "}", series, ".wf-mark,", series,
                    ".wf-bar{fill:", colours[i], "}");
  }
  for (size_t i = 0; i < kHeats; ++i) absl::StrAppend(&rules, ".wf-h", i, "{fill:", heats[i], "}");
  return rules;
}

constexpr char kShapes[] =
    ".wf-text{font-size:12px}.wf-title{font-size:15px;font-weight:600}.wf-panel{font-weight:600}"
    ".wf-text,.wf-title{font-family:system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}"
    ".wf-grid{stroke-width:1}.wf-axis{stroke-width:1;fill:none}"
    ".wf-line{fill:none;stroke-width:2;stroke-linejoin:round}.wf-error{stroke-width:1.2}"
    ".wf-mark{stroke-width:0.8}.wf-seed{fill:none;stroke-width:1.2}.wf-hit{fill:transparent}"
    ".wf-muted .wf-line{stroke-width:1;opacity:.45}.wf-muted .wf-mark{opacity:.45}"
    ".wf-reference .wf-line{stroke-width:1.2}";

constexpr char kLightRules[] =
    ".wf-bg{fill:#fff}.wf-text,.wf-title{fill:#222}.wf-note{fill:#5f6368}.wf-grid{stroke:#e2e2e2}"
    ".wf-axis{stroke:#888}.wf-band{fill:#eee}.wf-mark{stroke:#fff}.wf-box{fill:#f6f6f6;stroke:#888}"
    ".wf-focus{stroke:#0072b2;stroke-width:2}"
    ".wf-muted .wf-line,.wf-reference .wf-line{stroke:#767676}"
    ".wf-muted .wf-mark,.wf-reference .wf-mark{fill:#767676}";

constexpr char kDarkRules[] =
    ".wf-bg{fill:#16181d}.wf-text,.wf-title{fill:#e6e6e6}.wf-note{fill:#a8abb2}"
    ".wf-grid{stroke:#33363d}.wf-axis{stroke:#8a8d94}.wf-band{fill:#2a2d35}.wf-mark{stroke:#16181d}"
    ".wf-box{fill:#23262d;stroke:#8a8d94}.wf-focus{stroke:#56b4e9;stroke-width:2}"
    ".wf-muted .wf-line,.wf-reference .wf-line{stroke:#9a9da3}"
    ".wf-muted .wf-mark,.wf-reference .wf-mark{fill:#9a9da3}";

void DrawShape(SvgWriter& svg, std::string_view path) {
  svg.Leaf("path", {{"class", "wf-mark"}, {"d", path}});
}

}  // namespace

std::string StyleSheet() {
  return absl::StrCat(kShapes, kLightRules, ColourRules(kLight, kHeatLight),
                      "@media screen and (prefers-color-scheme:dark){", kDarkRules,
                      ColourRules(kDark, kHeatDark), "}");
}

std::string SeriesClass(size_t index) { return absl::StrCat("wf-s", index % kColours); }

std::string SeriesDash(size_t index) { return kDashes[index / kColours % 4]; }

std::string HeatClass(double share) {
  const double place = (std::clamp(share, -1.0, 1.0) + 1) / 2 * (kHeats - 1);
  return absl::StrCat("wf-h", static_cast<int>(std::lround(place)));
}

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

}  // namespace widthlab::figure
