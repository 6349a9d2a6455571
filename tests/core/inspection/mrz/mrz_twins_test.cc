#include "core/inspection/mrz/mrz_twins.h"

#include <doctest/doctest.h>

namespace countersign::mrz_twins_test {

using Lines = std::vector<std::string>;

// Likenesses of a character that may be 0 or O.
OcrBScores between(float zero, float letter) {
  OcrBScores scores{};
  scores[kOcrBCharacters.find('0')] = zero;
  scores[kOcrBCharacters.find('O')] = letter;
  return scores;
}

// The number of a TD3 as it was read; its check digit and the last one are those of `printed`.
Lines page(const std::string& read, const std::string& printed) {
  const std::string guarded = printed + mrz_check_digit(printed);
  const std::string dates = "7408122F1204159";
  const std::string optional = "<<<<<<<<<<<<<<<";
  const std::string all = guarded + "7408122" + "1204159" + optional;
  return {"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
          read + mrz_check_digit(printed) + "UTO" + dates + optional + mrz_check_digit(all)};
}

Lines resolved(const std::string& read, const std::string& printed, float gap) {
  Lines lines = page(read, printed);
  MrzTwins twins;
  for (std::size_t i = 0; i < read.size(); ++i) {
    const bool letter = read[i] == 'O';
    twins.consider(1,
                   i,
                   read[i],
                   between(letter ? 0.9F - gap : 0.9F, letter ? 0.9F : 0.9F - gap),
                   MrzClass::Any);
  }
  twins.resolve(lines);
  return lines;
}

TEST_CASE("a 0 that was read as O is a 0 if the check digits say so") {
  CHECK(resolved("XO0012345", "X00012345", 0.01F) == page("X00012345", "X00012345"));
}

TEST_CASE("an O that was read as 0 is an O if the check digits say so") {
  CHECK(resolved("X00012345", "X0O012345", 0.01F) == page("X0O012345", "X0O012345"));
}

TEST_CASE("a 0 that resembles an O less is never one, so that it makes no wrong zone right") {
  CHECK(resolved("X00012345", "X0O012345", 0.03F) == page("X00012345", "X0O012345"));
}

TEST_CASE("two O that leave the check digit right are two 0") {
  // 24 x 7 + 24 x 3 is 240: modulo 10 it does not change.
  CHECK(resolved("OO0123456", "000123456", 0.01F) == page("000123456", "000123456"));
}

TEST_CASE("a number with more zeros than can be tried is read with zeros") {
  CHECK(resolved("OOOO0OOOO", "000000000", 0.01F) == page("000000000", "000000000"));
}

TEST_CASE("a clear letter stays, and so does a text that no change makes right") {
  CHECK(resolved("XO0012345", "X00012345", 0.3F) == page("XO0012345", "X00012345"));
  CHECK(resolved("X00012345", "Y00012345", 0.01F) == page("X00012345", "Y00012345"));
}

// A TD3 of which every D was read with so much more likeness than to O.
Lines with_every_d(Lines lines, float gap) {
  OcrBScores scores{};
  scores[kOcrBCharacters.find('D')] = 0.9F;
  scores[kOcrBCharacters.find('O')] = 0.9F - gap;
  MrzTwins twins;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t column = 0; column < lines[line].size(); ++column) {
      twins.consider(
          line, column, lines[line][column], scores, mrz_class(MrzFormat::Td3, line, column));
    }
  }
  twins.resolve(lines);
  return lines;
}

TEST_CASE("a name's letter that hardly resembles a D more than an O is an O") {
  const Lines read = {"P<UTDVADIS<<QUD<<<<<<<<<<<<<<<<<<<<<<<<<<<<<",
                      "L898902C36UTD7408122F1204159ZE184226B<<<<<10"};
  const Lines printed = {"P<UTOVAOIS<<QUO<<<<<<<<<<<<<<<<<<<<<<<<<<<<<",
                         "L898902C36UTO7408122F1204159ZE184226B<<<<<10"};
  CHECK(with_every_d(read, 0.02F) == printed);
  CHECK(with_every_d(read, 0.04F) == read);
}

TEST_CASE(
    "a state's code that has a D alone keeps the D, and D or O of a number stay as they are") {
  const Lines lines = {"P<NLDADAM<<EVA<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<",
                       "D898902C36D<<7408122F1204159ZE184226B<<<<<10"};
  const Lines settled = with_every_d(lines, 0.01F);
  CHECK(settled[0] == "P<NLDAOAM<<EVA<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<");
  CHECK(settled[1] == lines[1]);
}

TEST_CASE("an O of a state's code that has a D there is a D, unless a state has the O") {
  OcrBScores scores{};
  scores[kOcrBCharacters.find('O')] = 0.9F;
  scores[kOcrBCharacters.find('D')] = 0.85F;
  MrzTwins twins;
  twins.consider(0, 4, 'O', scores, MrzClass::Letter);
  twins.consider(0, 5, 'O', scores, MrzClass::Letter);
  twins.consider(1, 12, 'O', scores, MrzClass::Letter);
  Lines lines = {"P<NLOOVA<<OLGA<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<",
                 "L898902C36UTO7408122F1204159ZE184226B<<<<<10"};
  twins.resolve(lines);
  CHECK(lines == Lines{"P<NLDOVA<<OLGA<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<",
                       "L898902C36UTO7408122F1204159ZE184226B<<<<<10"});
}

TEST_CASE("a letter that hardly resembles itself more than the digit of its value is that digit") {
  for (const float gap : {0.03F, 0.2F}) {
    OcrBScores scores{};
    scores[kOcrBCharacters.find('S')] = scores[kOcrBCharacters.find('U')] = 0.9F;
    scores[kOcrBCharacters.find('8')] = scores[kOcrBCharacters.find('0')] = 0.9F - gap;
    MrzTwins twins;
    twins.consider(1, 2, 'S', scores, MrzClass::Any);
    twins.consider(1, 3, 'U', scores, MrzClass::Any);
    Lines lines = page("XPSU16024", "XP8016024");
    twins.resolve(lines);
    CHECK(lines == page(gap < 0.1F ? "XP8016024" : "XPSU16024", "XP8016024"));
  }
}

}  // namespace countersign::mrz_twins_test
