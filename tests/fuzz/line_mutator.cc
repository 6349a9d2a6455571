// A libFuzzer mutator for inputs that are lines of JSON: after most changes of single bytes a line
// is not an event any more. See
// https://github.com/google/fuzzing/blob/master/docs/structure-aware-fuzzing.md
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/target.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t size_max);

namespace countersign::fuzz {
namespace {

using Lines = std::vector<std::string>;

class LineMutator {
 public:
  LineMutator(std::string_view text, unsigned seed) : random_(seed) {
    while (!text.empty()) lines_.emplace_back(take_until(text, '\n'));
    if (lines_.empty()) lines_.emplace_back();
  }

  void mutate() {
    const std::size_t a = pick(lines_.size());
    const std::size_t b = pick(lines_.size());
    const auto place = lines_.begin() + static_cast<std::ptrdiff_t>(a);
    switch (pick(8)) {
      case 0:
        if (lines_.size() > 1) lines_.erase(place);
        return;
      case 1:
        lines_.insert(place, std::string(lines_[b]));
        return;
      case 2:
        std::swap(lines_[a], lines_[b]);
        return;
      case 3:
        std::rotate(lines_.begin() + static_cast<std::ptrdiff_t>(std::min(a, b)),
                    lines_.begin() + static_cast<std::ptrdiff_t>(std::max(a, b)),
                    lines_.end());
        return;
      case 4:
        return change_bytes(lines_[a]);
      default:
        return exchange_word(lines_[a], lines_[b]);
    }
  }

  std::string text() const {
    std::string text;
    for (const auto& line : lines_) text += line + '\n';
    return text;
  }

 private:
  struct Word {
    std::size_t begin = 0;
    std::size_t size = 0;
  };

  std::size_t pick(std::size_t below) { return random_() % below; }

  static bool is_word_char(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("_-.:/+").find(c) != std::string_view::npos;
  }
  // The word around a random place; empty if there is none.
  Word some_word(std::string_view line) {
    if (line.empty()) return {};
    const std::size_t at = pick(line.size());
    std::size_t begin = at;
    while (begin > 0 && is_word_char(line[begin - 1])) --begin;
    std::size_t end = at;
    while (end < line.size() && is_word_char(line[end])) ++end;
    return {begin, end - begin};
  }

  // Replaces a name, a number or an id with another one, or a number with the next or the previous
  // one.
  void exchange_word(std::string& line, const std::string& other) {
    const Word to = some_word(line);
    if (to.size == 0) return;
    const Word from = some_word(other);
    std::string word = other.substr(from.begin, from.size);
    const std::string old = line.substr(to.begin, to.size);
    const bool number = std::ranges::all_of(old, [](char c) { return c >= '0' && c <= '9'; });
    if (number && old.size() < 16 && pick(2) == 0) {
      const std::uint64_t value = std::stoull(old);
      word = std::to_string(pick(2) == 0 ? value + 1 : value == 0 ? 0 : value - 1);
    }
    line.replace(to.begin, to.size, word);
  }

  void change_bytes(std::string& line) {
    constexpr std::size_t kGrowth = 16;
    const std::size_t size = line.size();
    line.resize(size + kGrowth);
    line.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(line.data()), size, line.size()));
  }

  Lines lines_;
  std::mt19937 random_;
};

}  // namespace
}  // namespace countersign::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                               std::size_t size,
                                               std::size_t size_max,
                                               unsigned seed) {
  countersign::fuzz::LineMutator mutator({reinterpret_cast<const char*>(data), size}, seed);
  mutator.mutate();
  std::string text = mutator.text();
  if (text.size() > size_max) text.resize(size_max);
  std::ranges::copy(text, data);
  return text.size();
}
