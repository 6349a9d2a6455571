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
#include "http/wire/return_address.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::header_field_target {

bool has_upper(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

void run(std::string_view input) {
  const std::string_view trimmed = http::trimmed(input);
  check(http::trimmed(trimmed) == trimmed, "a trimmed text stays the same when trimmed again");
  if (const auto value = http::parse_parameterized(input)) {
    std::set<std::string> names;
    check(!has_upper(value->value), "a parsed value has no upper-case letter");
    for (const auto& [name, text] : value->parameters) {
      check(!name.empty() && !has_upper(name),
            "the name of a parameter is not empty and has no upper-case letter");
      check(names.insert(name).second, "the name of a parameter occurs once");
      check(value->find(name) == text, "a parsed parameter is found by its name");
    }
  }
  if (const auto disposition = http::parse_form_disposition(input)) {
    check(!disposition->name.empty(), "a field of a form has a name");
    check(disposition->name.size() + disposition->file_name.size() <= input.size(),
          "the names in a disposition are no longer than it");
  }
  if (const auto boundary = http::multipart_boundary(input)) {
    check(!boundary->empty() && boundary->size() <= http::MultipartReader::kBoundaryMax,
          "a multipart boundary has from 1 to kBoundaryMax characters");
    check(boundary->find_first_of("\r\n") == std::string::npos,
          "a multipart boundary has no line break");
  }
  if (http::none_match_names(input, "\"a\"")) {
    check(input.find("\"a\"") != input.npos || http::trimmed(input) == "*",
          "an If-None-Match field that matches a tag contains the tag or is an asterisk");
  }
  if (const auto origin = http::normalised_origin(input)) {
    check(http::normalised_origin(*origin) == origin,
          "a normalised origin stays the same when normalised again");
    check(!has_upper(*origin) && http::is_field_value(*origin),
          "a normalised origin is a field value without an upper-case letter");
  }
  if (const auto origin = http::normalised_client_origin(input)) {
    check(http::normalised_client_origin(*origin) == origin,
          "a normalised origin of a client stays the same when normalised again");
    check(!has_upper(*origin) && http::is_field_value(*origin),
          "a normalised origin of a client is a field value without an upper-case letter");
  }
  if (http::is_return_address(input)) {
    check(http::is_field_value(input), "a return address is a field value");
    check(
        input.substr(0, input.find_first_of("/?#", input.find("://") + 3)).find('@') == input.npos,
        "a return address has no user and no password");
  }
  if (!http::check_host(input))
    check(http::is_field_value(input), "an accepted host is a field value");
  if (http::is_token(input)) check(http::is_field_value(input), "a token is a field value");
}

const Target kTarget("header_field", run);

}  // namespace countersign::fuzz::header_field_target
