#include "common/tokenizer/regex/regex.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

using Op = RegexInstruction::Op;
using Greed = RegexNode::Greed;

// What the tokenizers that people use need is below ten steps a byte.
constexpr uint64_t kStepsPerByte = 2000;
constexpr uint64_t kLeastSteps = 1000000;

}  // namespace

absl::StatusOr<Regex> Regex::Compile(std::string_view pattern) {
  if (FirstInvalidByte(pattern) != std::string_view::npos) {
    return InvalidFieldBecause("regex", "is not UTF-8");
  }
  ASSIGN_OR_RETURN(const RegexNode tree, ParseRegex(pattern));
  ASSIGN_OR_RETURN(RegexProgram program, CompileRegex(tree));
  return Regex(std::string(pattern), std::make_shared<const RegexProgram>(std::move(program)));
}

RegexMatches::RegexMatches(const Regex& regex, std::string_view text)
    : regex_(regex),
      program_(*regex.program_),
      text_(text),
      steps_left_(kLeastSteps + kStepsPerByte * text.size()) {}

bool RegexMatches::Next() {
  for (size_t at = search_from_; at <= text_.size() && status_.ok();) {
    const size_t end = Run(0, at);
    const bool is_repeated = end == at && matched_before_ && end == end_;
    if (end != kNone && !is_repeated && status_.ok()) {
      begin_ = at;
      end_ = search_from_ = end;
      matched_before_ = true;
      return true;
    }
    at += at < text_.size() ? Utf8Size(text_[at]) : 1;
  }
  search_from_ = text_.size() + 1;
  return false;
}

size_t RegexMatches::Run(uint32_t pc, size_t at) {
  const size_t floor = choices_.size();
  while (true) {
    if (steps_left_ == 0) {
      status_ = InvalidFieldBecause(
          "regex", absl::StrCat("\"", regex_.pattern(), "\" tries too many ways on this text"));
      choices_.resize(floor);
      return kNone;
    }
    --steps_left_;
    if (program_[pc].op == Op::kDone) {
      choices_.resize(floor);
      return at;
    }
    if (!Step(pc, at) && !Backtrack(floor, pc, at)) return kNone;
  }
}

bool RegexMatches::Reads(const RegexInstruction& one, size_t& at) const {
  if (at == text_.size()) return false;
  size_t after = at;
  const char32_t c = NextCodePoint(text_, after);
  if (one.set != nullptr ? !one.set->Contains(c) : c != one.character) return false;
  at = after;
  return true;
}

bool RegexMatches::Step(uint32_t& pc, size_t& at) {
  const RegexInstruction& instruction = program_[pc];
  switch (instruction.op) {
    case Op::kRead:
      return Reads(program_[pc++], at);
    case Op::kRepeat:
      return Repeat(instruction, pc++, at);
    case Op::kSplit:
      choices_.push_back({instruction.second, at, kNone});
      pc = instruction.first;
      return true;
    case Op::kJump:
      pc = instruction.first;
      return true;
    case Op::kLook: {
      const uint32_t inside = std::exchange(pc, instruction.first) + 1;
      return LooksAt(instruction, inside, at) && status_.ok();
    }
    case Op::kAtomic:
      at = Run(std::exchange(pc, instruction.first) + 1, at);
      return at != kNone;
    case Op::kLineBegin:
      return ++pc, at == 0 || text_[at - 1] == '\n';
    case Op::kLineEnd:
      return ++pc, at == text_.size() || text_[at] == '\n';
    case Op::kTextBegin:
      return ++pc, at == 0;
    case Op::kTextEnd:
      return ++pc, at == text_.size();
    case Op::kDone:
      break;
  }
  return false;
}

bool RegexMatches::LooksAt(const RegexInstruction& look, uint32_t pc, size_t at) {
  if (!look.behind) return (Run(pc, at) != kNone) != look.negative;
  const bool found = at > 0 && Run(pc, PreviousCharacter(text_, at)) != kNone;
  return found != look.negative;
}

bool RegexMatches::Repeat(const RegexInstruction& repeat, uint32_t pc, size_t& at) {
  const int first_stop = repeat.greed == Greed::kLazy ? repeat.least : repeat.most;
  const size_t before = at;
  size_t least_end = at;
  int count = 0;
  while (count != first_stop && Reads(repeat, at)) {
    if (++count == repeat.least) least_end = at;
  }
  // Bytes read count as steps, so that reading the same ones again and again ends, too.
  steps_left_ -= std::min<uint64_t>(steps_left_, at - before);
  if (count < repeat.least) return false;
  if (repeat.greed == Greed::kGreedy && at > least_end) {
    choices_.push_back({pc, at, least_end});
  } else if (repeat.greed == Greed::kLazy && count != repeat.most) {
    choices_.push_back({pc, at, static_cast<size_t>(count)});
  }
  return true;
}

bool RegexMatches::Backtrack(size_t floor, uint32_t& pc, size_t& at) {
  while (choices_.size() > floor) {
    Choice& choice = choices_.back();
    const RegexInstruction& instruction = program_[choice.pc];
    if (choice.bound == kNone) {
      pc = choice.pc;
      at = choice.at;
      choices_.pop_back();
      return true;
    }
    pc = choice.pc + 1;
    if (instruction.greed == Greed::kGreedy) {
      at = choice.at = PreviousCharacter(text_, choice.at);
      if (choice.at == choice.bound) choices_.pop_back();
      return true;
    }
    // Lazy: one more, of `bound` read so far.
    if (Reads(instruction, choice.at)) {
      at = choice.at;
      ++choice.bound;
      if (instruction.most != kUnlimited && choice.bound == static_cast<size_t>(instruction.most)) {
        choices_.pop_back();
      }
      return true;
    }
    choices_.pop_back();
  }
  return false;
}

}  // namespace widthlab::tokenizer
