// Values of header fields: with parameters, a list of entity-tags, an origin.
#include <algorithm>
#include <set>
#include <string>

#include "core/check.h"
#include "http/edge/http1/head_rules.h"
#include "http/wire/cors.h"
#include "http/wire/entity_tag.h"
#include "http/wire/header_parameters.h"
#include "http/wire/multipart.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

bool has_upper(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

void run(std::string_view input) {
  const std::string_view trimmed = http::trimmed(input);
  check(http::trimmed(trimmed) == trimmed, "what is trimmed has nothing more to trim");
  if (const auto value = http::parse_parameterized(input)) {
    std::set<std::string> names;
    check(!has_upper(value->value), "a value is lower-case");
    for (const auto& [name, text] : value->parameters) {
      check(!name.empty() && !has_upper(name), "a parameter's name is lower-case");
      check(names.insert(name).second, "a parameter stands once");
      check(value->find(name) == text, "a parameter is found");
    }
  }
  if (const auto boundary = http::multipart_boundary(input)) {
    check(!boundary->empty() && boundary->size() <= http::MultipartReader::kBoundaryMax,
          "a boundary has 1 to 70 characters");
    check(boundary->find_first_of("\r\n") == std::string::npos, "a boundary is in one line");
  }
  if (http::none_match_names(input, "\"a\"")) {
    check(input.find("\"a\"") != input.npos || http::trimmed(input) == "*", "a tag is named");
  }
  if (const auto origin = http::normalised_origin(input)) {
    check(http::normalised_origin(*origin) == origin, "an origin has one form");
    check(!has_upper(*origin) && http::is_field_value(*origin), "an origin is lower-case");
  }
  if (!http::check_host(input)) check(http::is_field_value(input), "a host is a field's value");
  if (http::is_token(input)) check(http::is_field_value(input), "a token is a field's value");
}

const Target kTarget("header_field", run);

}  // namespace
}  // namespace countersign::fuzz
