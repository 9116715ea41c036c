#include "services/orchestrator/core/report/outlier_tables.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "services/orchestrator/core/report/html.h"

namespace widthlab::pipeline {
namespace {

using capture::v1::ActivationsSummary;
using capture::v1::LayerOutliers;
using capture::v1::OutlierToken;

constexpr double kMuch = 0.1;
constexpr size_t kMostRows = 12;

std::string Percent(double share) { return absl::StrCat(FormatNumber(100 * share, 1), " %"); }

// Where one token or coordinate is among the largest.
struct Places {
  const OutlierToken* token = nullptr;
  double most = 0;
  int most_layer = 0;
  std::vector<int> layers = {};

  void Add(int layer, double share) {
    layers.push_back(layer);
    if (share <= most) return;
    most = share;
    most_layer = layer;
  }
};

// "0–3, 7".
std::string LayersText(const std::vector<int>& layers) {
  std::string text;
  for (size_t i = 0; i < layers.size();) {
    size_t end = i;
    while (end + 1 < layers.size() && layers[end + 1] == layers[end] + 1) ++end;
    absl::StrAppend(&text, text.empty() ? "" : ", ", layers[i]);
    if (end > i) absl::StrAppend(&text, end > i + 1 ? "–" : ", ", layers[end]);
    i = end + 1;
  }
  return text;
}

// Those with the largest share in any layer, largest first.
std::vector<Places> Largest(const std::map<int64_t, Places>& all) {
  std::vector<Places> places;
  for (const auto& [key, one] : all) places.push_back(one);
  std::stable_sort(places.begin(), places.end(),
                   [](const Places& a, const Places& b) { return a.most > b.most; });
  if (places.size() > kMostRows) places.resize(kMostRows);
  return places;
}

// The token between marks, after what stands before it; line ends are made visible.
std::string TokenHtml(const OutlierToken& token) {
  const auto visible = [](const std::string& text) {
    return Escape(absl::StrReplaceAll(text, {{"\n", "⏎"}, {"\t", "⇥"}}));
  };
  if (token.text().empty() && token.text_before().empty()) {
    return token.token_id() < 0 ? "unknown" : absl::StrCat("id ", token.token_id());
  }
  return absl::StrCat(
      "<span class=\"before\">", visible(token.text_before()), "</span><mark>",
      token.text().empty() ? absl::StrCat("id ", token.token_id()) : visible(token.text()),
      "</mark>");
}

std::string DocumentOf(const ActivationsSummary& cloud, const OutlierToken& token) {
  if (token.sequence() >= cloud.sequence_documents_size()) return "";
  return cloud.sequence_documents(static_cast<int>(token.sequence()));
}

std::string TokenTable(const ActivationsSummary& cloud) {
  std::map<int64_t, Places> tokens;
  for (const LayerOutliers& layer : cloud.outliers()) {
    for (const OutlierToken& token : layer.top_tokens()) {
      Places& places = tokens[token.row()];
      places.token = &token;
      places.Add(layer.layer(), token.share());
    }
  }
  if (tokens.empty()) return "";
  Table table({"token, after what stands before it", "most of the energy", "in layer",
               "among the five largest in layers", "position", "document"});
  for (const Places& places : Largest(tokens)) {
    table.AddHtmlRow({TokenHtml(*places.token), Percent(places.most),
                      absl::StrCat(places.most_layer), LayersText(places.layers),
                      absl::StrCat(places.token->position()),
                      Escape(DocumentOf(cloud, *places.token))});
  }
  return absl::StrCat("<h3>Tokens that hold most</h3>\n", table.Render());
}

std::string CoordinateTable(const ActivationsSummary& cloud) {
  std::map<int64_t, Places> coordinates;
  for (const LayerOutliers& layer : cloud.outliers()) {
    const int count = std::min(layer.top_coordinates_size(), layer.top_coordinate_shares_size());
    for (int i = 0; i < count; ++i) {
      coordinates[layer.top_coordinates(i)].Add(layer.layer(), layer.top_coordinate_shares(i));
    }
  }
  if (coordinates.empty()) return "";
  std::vector<std::pair<int64_t, Places>> order(coordinates.begin(), coordinates.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second.most > b.second.most; });
  if (order.size() > kMostRows) order.resize(kMostRows);
  Table table(
      {"coordinate", "most of the energy", "in layer", "among the three largest in layers"});
  for (const auto& [coordinate, places] : order) {
    table.AddRow({absl::StrCat(coordinate), Percent(places.most), absl::StrCat(places.most_layer),
                  LayersText(places.layers)});
  }
  return absl::StrCat("<h3>Coordinates that hold most</h3>\n", table.Render());
}

}  // namespace

std::string OutlierTables(const ActivationsSummary& cloud) {
  return TokenTable(cloud) + CoordinateTable(cloud);
}

std::string OutlierWarning(const ActivationsSummary& cloud) {
  double token = 0;
  double coordinates = 0;
  for (const LayerOutliers& layer : cloud.outliers()) {
    token = std::max(token, layer.top_token_share());
    coordinates = std::max(coordinates, layer.top_coordinates_share());
  }
  if (token < kMuch && coordinates < kMuch) return "";
  return absl::StrCat("a single token holds up to ", Percent(token),
                      " of a layer's energy, three coordinates up to ", Percent(coordinates),
                      ", and raw geometry shows mostly those");
}

}  // namespace widthlab::pipeline
