#include "common/tokenizer/regex/regex_program.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::tokenizer {
namespace {

using Kind = RegexNode::Kind;
using Greed = RegexNode::Greed;
using Op = RegexInstruction::Op;

bool ReadsOne(const RegexNode& node) { return node.kind == Kind::kChar || node.kind == Kind::kSet; }

// A list of one is what it holds.
const RegexNode& Unwrapped(const RegexNode& node) {
  const bool is_list = node.kind == Kind::kSequence || node.kind == Kind::kAlternative;
  return is_list && node.children.size() == 1 ? Unwrapped(node.children.front()) : node;
}

class Compiler {
 public:
  RegexProgram Take() {
    Emit(Op::kDone);
    return std::move(program_);
  }

  bool is_full() const { return program_.size() >= kMaxRegexInstructions; }

  void Compile(const RegexNode& node) {
    if (is_full()) return;
    switch (node.kind) {
      case Kind::kEmpty:
        return;
      case Kind::kChar:
      case Kind::kSet:
        return EmitRead(Op::kRead, node);
      case Kind::kSequence:
        for (const RegexNode& child : node.children) Compile(child);
        return;
      case Kind::kAlternative:
        return Alternative(node);
      case Kind::kRepeat:
        return Repeat(node);
      case Kind::kAtomic:
        return Enclosed(Op::kAtomic, node, node.children.front());
      case Kind::kLook:
        return Enclosed(Op::kLook, node, node.children.front());
      case Kind::kLineBegin:
        Emit(Op::kLineBegin);
        return;
      case Kind::kLineEnd:
        Emit(Op::kLineEnd);
        return;
      case Kind::kTextBegin:
        Emit(Op::kTextBegin);
        return;
      case Kind::kTextEnd:
        Emit(Op::kTextEnd);
        return;
    }
  }

 private:
  uint32_t Here() const { return static_cast<uint32_t>(program_.size()); }

  uint32_t Emit(Op op) {
    program_.emplace_back().op = op;
    return Here() - 1;
  }

  void EmitRead(Op op, const RegexNode& node) {
    RegexInstruction& instruction = program_[Emit(op)];
    instruction.character = node.character;
    instruction.set = node.set;
  }

  void Alternative(const RegexNode& node) {
    std::vector<uint32_t> jumps;
    for (size_t i = 0; i + 1 < node.children.size() && !is_full(); ++i) {
      const uint32_t split = Emit(Op::kSplit);
      program_[split].first = Here();
      Compile(node.children[i]);
      jumps.push_back(Emit(Op::kJump));
      program_[split].second = Here();
    }
    Compile(node.children.back());
    for (const uint32_t jump : jumps) program_[jump].first = Here();
  }

  void Repeat(const RegexNode& node) {
    const RegexNode& body = Unwrapped(node.children.front());
    if (ReadsOne(body)) {
      EmitRead(Op::kRepeat, body);
      program_.back().least = node.least;
      program_.back().most = node.most;
      program_.back().greed = node.greed;
    } else if (node.greed == Greed::kPossessive) {
      RegexNode greedy = node;
      greedy.greed = Greed::kGreedy;
      Enclosed(Op::kAtomic, node, greedy);
    } else {
      Unrolled(node, body);
    }
  }

  // The body as often as it must stand, then as often as it may.
  void Unrolled(const RegexNode& node, const RegexNode& body) {
    for (int i = 0; i < node.least && !is_full(); ++i) Compile(body);
    if (node.most == kUnlimited) {
      const uint32_t split = Emit(Op::kSplit);
      const uint32_t begin = Here();
      Compile(body);
      program_[Emit(Op::kJump)].first = split;
      Choose(split, begin, Here(), node.greed);
      return;
    }
    std::vector<uint32_t> splits;
    for (int i = node.least; i < node.most && !is_full(); ++i) {
      splits.push_back(Emit(Op::kSplit));
      Compile(body);
    }
    for (const uint32_t split : splits) Choose(split, split + 1, Here(), node.greed);
  }

  void Choose(uint32_t split, uint32_t more, uint32_t end, Greed greed) {
    program_[split].first = greed == Greed::kLazy ? end : more;
    program_[split].second = greed == Greed::kLazy ? more : end;
  }

  void Enclosed(Op op, const RegexNode& node, const RegexNode& inner) {
    const uint32_t head = Emit(op);
    program_[head].behind = node.behind;
    program_[head].negative = node.negative;
    Compile(inner);
    Emit(Op::kDone);
    program_[head].first = Here();
  }

  RegexProgram program_;
};

}  // namespace

absl::StatusOr<RegexProgram> CompileRegex(const RegexNode& tree) {
  Compiler compiler;
  compiler.Compile(tree);
  if (compiler.is_full()) {
    return InvalidFieldBecause(
        "regex", absl::StrCat("needs more than ", kMaxRegexInstructions, " instructions"));
  }
  return compiler.Take();
}

}  // namespace widthlab::tokenizer
