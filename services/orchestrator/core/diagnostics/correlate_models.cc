#include "services/orchestrator/core/diagnostics/correlate_models.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "common/numeric/moments.h"
#include "common/numeric/parallel_for.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/diagnostics/relative_depth.h"

namespace widthlab::pipeline {
namespace {

// Correlations between two looks at the cancel token.
constexpr int64_t kBatch = 64;

// One correlation that is still to be worked out.
struct Task {
  Series profile = {};
  Series against = {};
  v1::ProfileCorrelation* result = nullptr;
};

Series Renamed(const Series& series, const std::string& name) { return {name, series.values}; }

void SetList(const std::vector<Series>& all, const char* name,
             google::protobuf::RepeatedField<double>& list) {
  const Series* series = FindSeries(all, name);
  if (series != nullptr) list.Assign(series->values.begin(), series->values.end());
}

// How a statistic answers to the size of the states; see ScaledStatistic.
double Exponent(const std::vector<double>& scaled, const std::vector<double>& unscaled,
                const ScaledSeries& how) {
  std::vector<double> exponents;
  if (how.norm_growth_removed || how.state_factor == 1) return std::nan("");
  for (size_t l = 0; l < unscaled.size(); ++l) {
    if (!(scaled[l] > 0 && unscaled[l] > 0)) continue;
    exponents.push_back(std::log(scaled[l] / unscaled[l]) / std::log(how.state_factor));
  }
  return numeric::Mean(exponents);
}

void AddScaled(const ModelSeries& model, const ScaledSeries& scaled, v1::ScaledProfile& result,
               std::vector<Task>& tasks) {
  result.set_profile(scaled.profile);
  result.set_state_factor(scaled.state_factor);
  result.set_norm_growth_removed(scaled.norm_growth_removed);
  for (const Series& statistic : scaled.statistics) {
    const Series* unscaled = FindSeries(model.statistics, statistic.name);
    if (unscaled == nullptr) continue;
    v1::ScaledStatistic& one = *result.add_statistics();
    one.set_profile(statistic.name);
    one.set_exponent(Exponent(statistic.values, unscaled->values, scaled));
    for (const Series& norm : model.norm) {
      tasks.push_back({statistic, norm, one.mutable_with_norm()});
    }
    tasks.push_back({statistic, Renamed(*unscaled, "unscaled"), one.mutable_with_unscaled()});
  }
}

void AddModel(const ModelSeries& model, v1::ModelCorrelations& result, std::vector<Task>& tasks) {
  result.set_name(model.name);
  result.set_layers(model.layers);
  SetList(model.worth, "lambda", *result.mutable_sensitivity());
  SetList(model.worth, "ablation", *result.mutable_ablation());
  SetList(model.norm, "norm", *result.mutable_mean_norm());
  for (const Series& statistic : model.statistics) {
    for (const auto* all : {&model.worth, &model.norm}) {
      for (const Series& against : *all) {
        tasks.push_back({statistic, against, result.add_correlations()});
      }
    }
  }
  for (const ScaledSeries& scaled : model.scaled) {
    AddScaled(model, scaled, *result.add_scaled(), tasks);
  }
}

void AddTransfer(const ModelSeries& first, const ModelSeries& second, v1::Transfer& result,
                 std::vector<Task>& tasks) {
  const int points = std::min(first.layers, second.layers);
  result.set_first(first.name);
  result.set_second(second.name);
  result.set_points(points);
  if (points < 1) return;
  const auto read = [points](const Series& series, const std::string& name) {
    return Series{name, AtRelativeDepth(series.values, points)};
  };
  for (const auto list : {&ModelSeries::statistics, &ModelSeries::worth}) {
    for (const Series& series : first.*list) {
      const Series* other = FindSeries(second.*list, series.name);
      if (other == nullptr) continue;
      tasks.push_back(
          {read(series, series.name), read(*other, second.name), result.add_profiles()});
    }
  }
}

absl::Status WorkOut(const std::vector<Task>& tasks, const CorrelationOptions& options,
                     numeric::ThreadPool& pool, job::ProgressSink& progress,
                     const job::CancelToken& cancel) {
  const int64_t count = static_cast<int64_t>(tasks.size());
  for (int64_t begin = 0; begin < count; begin += kBatch) {
    RETURN_IF_ERROR(cancel.Check());
    progress.Report(
        {.stage = "correlating", .done = begin, .total = count, .unit = "correlations"});
    numeric::ParallelFor(pool, begin, std::min(begin + kBatch, count), /*grain=*/1,
                         [&](int64_t first, int64_t last) {
                           for (int64_t t = first; t < last; ++t) {
                             *tasks[t].result =
                                 CorrelateSeries(tasks[t].profile, tasks[t].against, options);
                           }
                         });
  }
  return cancel.Check();
}

}  // namespace

absl::StatusOr<v1::Correlations> CorrelateModels(const std::vector<ModelSeries>& models,
                                                 const CorrelationOptions& options,
                                                 numeric::ThreadPool& pool,
                                                 job::ProgressSink& progress,
                                                 const job::CancelToken& cancel) {
  v1::Correlations result;
  result.set_permutations(options.permutations);
  result.set_bootstrap_draws(options.bootstrap_draws);
  result.set_level(options.level);
  std::vector<Task> tasks;
  for (const ModelSeries& model : models) {
    AddModel(model, *result.add_models(), tasks);
    for (const std::string& remark : model.remarks) result.add_remarks(remark);
  }
  for (size_t second = 1; second < models.size(); ++second) {
    for (size_t first = 0; first < second; ++first) {
      AddTransfer(models[first], models[second], *result.add_transfers(), tasks);
    }
  }
  RETURN_IF_ERROR(WorkOut(tasks, options, pool, progress, cancel));
  return result;
}

}  // namespace widthlab::pipeline
