// The word somebody may have meant.
//
//   Nearest("shedule", {"artifact", "job", "schedule"})   // "schedule"
//   Nearest("xyz", {"artifact", "job", "schedule"})       // nullopt: nothing comes close
#ifndef WIDTHLAB_CLIENTS_CLI_SUGGEST_H_
#define WIDTHLAB_CLIENTS_CLI_SUGGEST_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace widthlab::cli {

// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal
// string alignment). O(|a| |b|).
int EditDistance(std::string_view a, std::string_view b);

// The candidate with the least edit distance, the first of equals, if that is at most a third of
// the longer word; else the first that `word` is the beginning of.
std::optional<std::string> Nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

// The end of a message about an unknown word: "; did you mean 'schedule'?" or, where nothing comes
// close, "; there are artifact, job, model".
std::string DidYouMean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SUGGEST_H_
