// The JSON input of an operation on the admin socket.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/text/utf8.h"
#include "http/body/body_of.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

using http::Refused;

constexpr std::size_t kShortBytes = 8;
constexpr std::uint64_t kSmallNumber = 1000;

void check_text(const std::optional<std::string>& text, std::size_t max_bytes) {
  if (!text) return;
  check(!text->empty() && text->size() <= max_bytes,
        "the length of a text member is from 1 byte to the limit");
  // The text reaches the log, which is UTF-8.
  check(is_utf8(*text), "a text member is UTF-8");
}

struct Everything {
  std::optional<std::string> name{};
  std::optional<std::string> short_name{};
  std::uint64_t small = 0;
  std::uint64_t number = 0;
  bool flag = false;
  std::optional<Rate> rate{};
  std::vector<Purpose> purposes{};
  std::vector<ThresholdOverride> thresholds{};
  std::vector<DocumentType> document_types{};
  std::optional<http::PlainText> lines{};
  std::optional<SessionId> session{};
  ClientKey client{"absent"};
  Refused refused{};
};

}  // namespace
}  // namespace countersign::fuzz

namespace countersign::http {

using fuzz::Everything;

template <>
constexpr auto members_of<Everything> = members_left_out(
    members(Member{"name", &Everything::name},
            Member{"short", &Everything::short_name, {}, {.max_length = fuzz::kShortBytes}},
            Member{"small", &Everything::small, {}, {.maximum = fuzz::kSmallNumber}},
            Member{"number", &Everything::number},
            Member{"flag", &Everything::flag},
            Member{"rate", &Everything::rate},
            Member{"purposes", &Everything::purposes},
            Member{"thresholds", &Everything::thresholds, {}, {.null_empties = true}},
            Member{"documentTypes", &Everything::document_types, {}, {.null_empties = true}},
            Member{"lines", &Everything::lines, {}, {.max_length = fuzz::kShortBytes}},
            Member{"session", &Everything::session},
            Member{"client", &Everything::client},
            Member{"refused", &Everything::refused}));

}  // namespace countersign::http

namespace countersign::fuzz {
namespace {

void run(std::string_view input) {
  Everything asked;
  if (const auto problem = http::read_body(input, asked, http::kOperationBody)) {
    check(problem->code == http::ProblemCode::InvalidJson ||
              problem->code == http::ProblemCode::InvalidParameter,
          "the problem of an input is InvalidJson or InvalidParameter");
    check(is_utf8(problem->detail) && is_utf8(problem->field.value_or("")),
          "the detail and the field of a problem are UTF-8");
    return;
  }
  check(input.empty() || is_utf8(input), "an accepted input is UTF-8");
  check(input.find('\0') == std::string_view::npos, "an accepted input has no zero byte");
  check_text(asked.name, http::kOperationTextMaxBytes);
  check_text(asked.short_name, kShortBytes);
  if (asked.lines) check_text(asked.lines->value(), kShortBytes);
  check_text(asked.client.value(), http::kOperationTextMaxBytes);
  check(asked.small <= kSmallNumber, "a number member is at most its limit");
  check(asked.number <= http::BodyReader::kNumberMax, "a number member is at most kNumberMax");
  if (asked.rate)
    check(asked.rate->count > 0 && asked.rate->per_ms > 0,
          "the count and the period of a rate are above 0");
  check(std::ranges::adjacent_find(asked.purposes) == asked.purposes.end(),
        "the purposes of a list differ");
  std::ranges::sort(asked.document_types);
  check(std::ranges::adjacent_find(asked.document_types) == asked.document_types.end(),
        "the types of documents of a list differ");
}

const Target kTarget("operation_input", run);

}  // namespace
}  // namespace countersign::fuzz
