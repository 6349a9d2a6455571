// Text chosen by a stranger, on its way to a terminal, a line of the operator's log or a page.
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <string>

#include "core/check.h"
#include "core/text/json_document.h"
#include "core/text/printable.h"
#include "core/text/utf8.h"
#include "tests/fuzz/target.h"
#include "tools/machine/text_view.h"

namespace countersign::fuzz::screen_target {

void check_shown(std::string_view text, bool in_lines) {
  while (!text.empty()) {
    const std::size_t size = utf8_length(text);
    check(size > 0, "a text that is shown is UTF-8");
    const std::string_view character = text.substr(0, size);
    check(is_printable(character) || (in_lines && character == "\n"),
          "a character that is shown is printable, or a newline between lines");
    text.remove_prefix(size);
  }
}

std::string written(const rapidjson::Document& document) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  document.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

void run(std::string_view input) {
  const std::string shown = printable(input);
  check_shown(shown, false);
  check(printable(shown) == shown,
        "a text that was made printable stays the same when made printable again");
  check_shown(printable_lines(input), true);
  const StyledText whole = text_view(input);
  const StyledText narrow = text_view(input, Screen{.columns = 80, .colours = true});
  check_shown(whole.plain(), true);
  check_shown(narrow.plain(), true);

  rapidjson::Document document;
  if (!parse_json(document, input)) return;
  const std::string json = printable_json(input);
  check_shown(json, true);
  rapidjson::Document again;
  check(parse_json(again, json) && written(again) == written(document),
        "JSON that was made printable has the same values");
}

const Target kTarget("screen", run);

}  // namespace countersign::fuzz::screen_target
