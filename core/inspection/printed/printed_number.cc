#include "core/inspection/printed/printed_number.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/ascii.h"
#include "core/inspection/printed/look_alike.h"

namespace countersign {
namespace {

std::string as_digits(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), as_digit);
  return out;
}

// The places of the digits that are certainly others than those of the number; none if the letters
// have not its pattern, or another difference.
std::optional<std::vector<std::size_t>> other_digits(std::string_view number,
                                                     std::string_view letters,
                                                     const float* sure) {
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (as_digit(letters[i]) == as_digit(number[i])) continue;
    const bool certain = is_digit(number[i]) && is_digit(letters[i]) &&
                         !are_alike(number[i], letters[i]) && sure[i] >= kSureDigit;
    if (!certain) return std::nullopt;
    others.push_back(i);
  }
  return others;
}

bool begins_word(const LetterStream& stream, std::size_t at) {
  return at == 0 || stream.word[at - 1] != stream.word[at];
}
bool ends_word(const LetterStream& stream, std::size_t at) {
  return at + 1 == stream.word.size() || stream.word[at] != stream.word[at + 1];
}

// The most certain number in the line that is nearly the stated one.
std::optional<Contradiction> other_number_in(std::string_view number, const PrintedLine& line) {
  const LetterStream stream = stream_of(line);
  std::optional<Contradiction> best;
  for (std::size_t at = 0; at + number.size() <= stream.letters.size(); ++at) {
    const std::size_t last = at + number.size() - 1;
    if (!begins_word(stream, at) || !ends_word(stream, last)) continue;
    const std::string letters = stream.letters.substr(at, number.size());
    auto others = other_digits(number, letters, stream.sure.data() + at);
    if (!others || others->empty() || others->size() > kOtherDigitsMax) continue;
    float sure = 100;
    for (const std::size_t each : *others) sure = std::min(sure, stream.sure[at + each]);
    if (best && best->sure >= sure) continue;
    const TextBox box = around(line[stream.word[at]].box, line[stream.word[last]].box);
    best = Contradiction{.page = 0,
                         .box = box,
                         .letters = letters,
                         .decisive = *std::move(others),
                         .stated = std::string(number),
                         .sure = sure};
  }
  return best;
}

bool is_printed_in(const std::string& number_in_digits, const PrintedText& text) {
  return std::ranges::any_of(text, [&](const PrintedLine& line) {
    return as_digits(stream_of(line).letters).find(number_in_digits) != std::string::npos;
  });
}

}  // namespace

FieldFinding compare_number(std::string_view number, const std::vector<PrintedText>& pages) {
  if (number.size() < kNumberMin) return {};
  const std::string wanted = as_digits(number);
  for (const PrintedText& page : pages) {
    if (is_printed_in(wanted, page)) return {.verdict = FieldVerdict::Agrees};
  }
  FieldFinding finding;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    for (const PrintedLine& line : pages[i]) {
      auto other = other_number_in(number, line);
      if (!other || (finding.contradiction && finding.contradiction->sure >= other->sure)) continue;
      other->page = i;
      finding = {.verdict = FieldVerdict::Differs, .contradiction = std::move(other)};
    }
  }
  return finding;
}

}  // namespace countersign
