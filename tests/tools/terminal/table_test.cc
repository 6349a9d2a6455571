#include "tools/terminal/table.h"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "tools/machine/text_view.h"
#include "tools/terminal/columns.h"

namespace countersign::table_test {

std::string shown(const Table& table, std::optional<std::size_t> width) {
  StyledText text;
  table.append_to(text, "  ", width);
  return text.plain();
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, columns_of(line));
  return widest;
}

TEST_CASE("a text is measured in columns") {
  CHECK(columns_of("abc") == 3);
  CHECK(columns_of("Zürich") == 6);
  CHECK(columns_of("日本") == 4);
  CHECK(columns_of("e\xCC\x81") == 1);  // with a combining accent
  CHECK(columns_of("\xff") == 1);
}

TEST_CASE("rows with too many different names are records, without a cell for each name") {
  constexpr int kRows = 8'000;
  std::string json = "{\"clients\":[";
  std::string records = "clients:\n";
  for (int i = 0; i < kRows; ++i) {
    const std::string number = std::to_string(i);
    json += (i == 0 ? "" : ",") + ("{\"m" + number + "\":" + number + "}");
    records += "  -\n    m" + number + ": " + number + "\n";
  }
  CHECK(text_view(json + "]}").plain() == records);

  std::string long_list = "[{\"a\":1,\"b\":2,\"c\":3}";
  for (int i = 0; i < 400'000; ++i) long_list += ",{}";
  CHECK(text_view(long_list + "]").plain().starts_with("-\n  a: 1\n  b: 2\n  c: 3\n-\n-\n"));
}

TEST_CASE("an id loses its middle, a sentence its end, and neither half a character") {
  CHECK(cut_to("short", 5) == "short");
  CHECK(cut_to("01a20914-34c0-7018", 9) == "01a2…7018");
  CHECK(cut_to("where it was found", 9) == "where it…");
  CHECK(cut_to("日本日本", 5) == "日…本");
  CHECK(cut_to("日本日本", 4) == "日…");
  CHECK(cut_to("abc", 1) == "…");
}

TEST_CASE("numbers stand at the right of their column, all else at its left") {
  CHECK(text_view(
            R"([{"name":"one","files":5,"note":"x"},{"name":"eleven","files":1200,"note":null}])")
            .plain() ==
        "name    files  note\n"
        "one         5  x\n"
        "eleven   1200  -\n");
}

TEST_CASE("without a terminal nothing is cut, and one long value pads no other line") {
  Table table({"name", "value"});
  table.add({{"a"}, {"1"}});
  table.add({{std::string(3'000, 'b')}, {"2"}});
  CHECK(shown(table, std::nullopt) == "  name" + std::string(62, ' ') + "value\n  a" +
                                          std::string(65, ' ') + "1\n  " + std::string(3'000, 'b') +
                                          "  2\n");
}

TEST_CASE("a table is as wide as its terminal at most, and nothing in it is cut") {
  const std::string id = "01a20914-34c0-7018-8b7c-f7debf3b7afa";
  Table table({"number", "empty", "at", "session", "why"});
  table.add(
      {{.text = "1234567", .is_number = true},
       {.text = "-", .is_none = true},
       {.text = "2026-11-21T05:00:00.000123Z", .brief = "2026-11-21 05:00:00Z", .is_time = true},
       {id},
       {"a sentence about the reason of it"}});
  CHECK(widest_line(shown(table, 200)) == 118);  // as wide as it is
  CHECK(shown(table, 118) == "   number  empty  at" + std::string(27, ' ') + "session" +
                                 std::string(31, ' ') + "why\n" +
                                 "  1234567  -      2026-11-21T05:00:00.000123Z  " + id +
                                 "  a sentence about the reason of it\n");
  CHECK(shown(table, 100) ==
        "   number  at" + std::string(20, ' ') + "session" + std::string(31, ' ') + "why\n" +
            "  1234567  2026-11-21 05:00:00Z  " + id + "  a sentence about the reason\n" +
            std::string(71, ' ') + "of it\n");
  CHECK(shown(table, 60) ==
        "  - number: 1234567  at: 2026-11-21 05:00:00Z\n"
        "    session: " +
            id +
            "\n"
            "    why: a sentence about the reason of it\n");
  for (std::size_t width = 20; width < 160; ++width) {
    CAPTURE(width);
    const std::string text = shown(table, width);
    CHECK(widest_line(text) <= std::max<std::size_t>(width, 4 + 9 + id.size()));
    CHECK(text.find("1234567") != std::string::npos);
    CHECK(text.find(id) != std::string::npos);
    for (const char* word : {"sentence", "about", "reason"}) {
      CHECK(text.find(word) != std::string::npos);
    }
  }
}

TEST_CASE("a value of a record is broken between words") {
  Table table({"name", "note"});
  table.add({{std::string(30, 'n')}, {"one two three four five six seven"}});
  table.add({{"b"}, {.text = "-", .is_none = true}});
  CHECK(shown(table, 24) == "  - name: " + std::string(30, 'n') +
                                "\n    note: one two three\n      four five six\n"
                                "      seven\n  - name: b\n");
}

TEST_CASE("a row without a heading goes on in further lines") {
  Table table({});
  table.add(
      {{.text = "7", .is_number = true}, {"session-01a20914-34c0-7018"}, {"opened for a capture"}});
  CHECK(shown(table, 60) == "  7  session-01a20914-34c0-7018  opened for a capture\n");
  CHECK(shown(table, 34) == "  7  session-01a20914-34c0-7018\n    opened for a capture\n");
  CHECK(shown(table, 20) == "  7\n    session-01a20914-34c0-7018\n    opened for a\n    capture\n");
}

TEST_CASE("members that are no table are never cut") {
  const std::string secret(200, 's');
  CHECK(text_view("{\"clientSecret\":\"" + secret + "\"}", Screen{.columns = 80}).plain() ==
        "clientSecret: " + secret + "\n");
}

TEST_CASE("a status has its colour, and a heading is bold") {
  const auto painted = [](const char* json) {
    return text_view(json, Screen{.columns = 80}).painted();
  };
  CHECK(painted(R"([{"status":"PASSED"},{"status":"FAILED"},{"status":"REVIEW"}])") ==
        "\x1b[1mstatus\x1b[0m\n\x1b[32mPASSED\x1b[0m\n\x1b[31mFAILED\x1b[0m\n\x1b[33mREVIEW\x1b["
        "0m\n");
  CHECK(painted(R"({"ok":false})") == "ok: \x1b[31mfalse\x1b[0m\n");
  CHECK(painted(R"({"name":"\u001b[2J"})") == "name: \\x1b[2J\n");
}

TEST_CASE("coloured text contains no stranger's control sequence") {
  StyledText text;
  text.append("\x1b[2J\n", Style::Good);
  CHECK(text.painted() == "\x1b[32m\\x1b[2J\n\x1b[0m");
}

}  // namespace countersign::table_test
