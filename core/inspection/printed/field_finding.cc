#include "core/inspection/printed/field_finding.h"

#include <algorithm>

#include "core/inspection/printed/look_alike.h"

namespace countersign {
namespace {

// The letters at either end that a second look may have lost: the first and the last of a word that
// was cut out are read worst.
constexpr std::size_t kLostMax = 2;

bool looks_equal(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, as_digit, as_digit);
}

// Whether the stream has the contradiction's letters from `first` to `end` at `at`.
bool confirms_at(const Contradiction& other,
                 std::size_t first,
                 std::size_t end,
                 const LetterStream& stream,
                 std::size_t at) {
  const std::string_view part = std::string_view(other.letters).substr(first, end - first);
  if (!looks_equal(part, std::string_view(stream.letters).substr(at, part.size()))) return false;
  return std::ranges::all_of(other.decisive, [&](std::size_t index) {
    return index >= first && index < end && stream.sure[at + index - first] >= kSureDigit &&
           stream.letters[at + index - first] == other.letters[index];
  });
}

bool confirms(const Contradiction& other, const LetterStream& stream) {
  const std::size_t length = other.letters.size();
  for (std::size_t lost = 0; lost <= std::min(kLostMax, length); ++lost) {
    for (std::size_t first = 0; first <= lost; ++first) {
      const std::size_t part = length - lost;
      for (std::size_t at = 0; at + part <= stream.letters.size(); ++at) {
        if (confirms_at(other, first, first + part, stream, at)) return true;
      }
    }
  }
  return false;
}

bool has(const LetterStream& stream, std::string_view wanted) {
  // Not std::ranges::search: clang 14 does not compile it with libstdc++ 12.
  const auto look_equal = [](char a, char b) { return as_digit(a) == as_digit(b); };
  const std::string& all = stream.letters;
  return !wanted.empty() &&
         std::search(all.begin(), all.end(), wanted.begin(), wanted.end(), look_equal) != all.end();
}

}  // namespace

SecondLook second_look(const Contradiction& contradiction, const PrintedText& closer) {
  SecondLook look = SecondLook::SaysNothing;
  for (const PrintedLine& line : closer) {
    const LetterStream stream = stream_of(line);
    if (has(stream, contradiction.stated)) return SecondLook::Contradicts;
    if (confirms(contradiction, stream)) look = SecondLook::Confirms;
  }
  return look;
}

}  // namespace countersign
