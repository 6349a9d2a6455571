// Generates docs/operations.md from the rows of the admin socket.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "core/text/json_document.h"
#include "http/call/endpoint.h"

namespace countersign::http::operations_document_test {

using rapidjson::Value;

constexpr std::string_view kHead = R"(# The operators' operations

The command `countersign` calls these operations on the admin socket of a running server, or runs
them in process in a data folder that no server holds. Other programs of the operator call them
with `POST` on that socket. An error is answered as [api.md](api.md) describes.

An input is one JSON object, and no body is an empty one. A member that an operation does not know
is refused. A member that is optional may also be null, which means the same; but in `client
change` null removes a limit, or all thresholds, and in `client page` what the page shows. Unless a
table says otherwise, a text has at most 256 bytes and no characters below U+0020, and a number is
whole and at most 2^53-1.

This page is made from the declarations in `http/operator`, and a test compares the two:
`COUNTERSIGN_WRITE_DOCS=1 ./dev check default http` writes the page again.
)";

class Page {
 public:
  Page() {
    for (const Endpoint& row : admin_endpoints()) {
      if (row.answer == nullptr || row.answer().name.empty()) continue;
      records_.emplace(row.answer().name, row.answer());
    }
  }

  std::string text() const {
    std::string page(kHead);
    for (const Endpoint& row : admin_endpoints()) page += section(row);
    for (const auto& [name, schema] : records_)
      page += "\n## " + name + "\n" + table("member", schema);
    return page;
  }

 private:
  std::string section(const Endpoint& row) const {
    std::string text =
        fmt::format("\n## {}\n\n{} `POST {}`\n", row.operation_id, row.summary, row.path);
    text += table("input", row.request());
    if (row.answer == nullptr)
      return text + "\nThe answer has the type `" + std::string(row.response_type) + "`.\n";
    const Schema answer = row.answer();
    if (answer.name.empty()) return text + table("answer", answer);
    return text + "\nThe answer is a " + named(answer.name) + ".\n";
  }

  std::string table(std::string_view heading, const Schema& schema) const {
    rapidjson::Document object;
    object.Parse(schema.json.c_str(), schema.json.size());
    REQUIRE(object.IsObject());
    std::string rows;
    for (const auto& member : object["properties"].GetObject()) {
      const Value& type = member.value;
      const bool described = type.HasMember("description");
      rows += fmt::format("| `{}`{} | {} | {} |\n",
                          string_in(member.name),
                          is_required(object, member.name) ? "" : ", optional",
                          words(type),
                          described ? string_in(type["description"]) : "");
    }
    if (rows.empty()) return fmt::format("\nThe {} has no member.\n", heading);
    return fmt::format("\n| {} | value | meaning |\n|---|---|---|\n", heading) + rows;
  }

  static bool is_required(const Value& object, const Value& name) {
    if (!object.HasMember("required")) return false;
    for (const Value& required : object["required"].GetArray()) {
      if (required == name) return true;
    }
    return false;
  }

  std::string named(std::string_view name) const {
    if (!records_.contains(std::string(name)))
      return fmt::format("`{}` of the OpenAPI document", name);
    std::string anchor(name);
    for (char& c : anchor) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return fmt::format("[`{}`](#{})", name, anchor);
  }

  std::string words(const Value& type) const {
    if (type.HasMember("$ref")) {
      const std::string_view target = string_in(type["$ref"]);
      return named(target.substr(target.rfind('/') + 1));
    }
    if (type.HasMember("anyOf")) return words(type["anyOf"][0]) + ", or null";
    if (type.HasMember("not")) return "none";
    if (type.HasMember("enum")) return listed(type["enum"]);
    const std::string_view name = string_in(type["type"]);
    if (name == "boolean") return "true or false";
    if (name == "integer") return number(type);
    if (name == "string") return string(type);
    if (name == "array") return "list of: " + words(type["items"]);
    REQUIRE(name == "object");
    return object(type);
  }

  static std::string listed(const Value& names) {
    std::string list;
    for (const Value& name : names.GetArray()) {
      list += fmt::format("{}`{}`", list.empty() ? "" : " ", string_in(name));
    }
    return list;
  }

  static std::string number(const Value& type) {
    const std::uint64_t least = type["minimum"].GetUint64();
    if (type.HasMember("maximum"))
      return fmt::format("number, {} to {}", least, type["maximum"].GetUint64());
    return least == 0 ? "number" : fmt::format("number, from {}", least);
  }

  static std::string of_format(std::string_view format) {
    if (format == "uuid") return "UUID";
    if (format == "uri") return "address";
    REQUIRE(format == "date-time");
    return "time";
  }

  static std::string of_pattern(std::string_view pattern) {
    if (pattern == "^[0-9a-f]{64}$") return "64 hex digits";
    if (pattern == "^[A-Z]{2}$") return "two capital letters";
    return fmt::format("text like `{}`", pattern);
  }

  static std::string string(const Value& type) {
    if (type.HasMember("format")) return of_format(string_in(type["format"]));
    if (type.HasMember("pattern")) return of_pattern(string_in(type["pattern"]));
    if (type.HasMember("maxLength"))
      return fmt::format("text, to {} bytes", type["maxLength"].GetUint64());
    return "text";
  }

  std::string object(const Value& type) const {
    if (!type.HasMember("properties")) return "object";
    std::string list;
    for (const auto& member : type["properties"].GetObject()) {
      list += fmt::format(
          "{}`{}` {}", list.empty() ? "" : "; ", string_in(member.name), words(member.value));
    }
    return "{" + list + "}";
  }

  std::map<std::string, Schema> records_;  // that answers are, or refer to
};

TEST_CASE("the page of operations says what the declarations say") {
  const std::string path = COUNTERSIGN_SOURCE_DIR "/docs/operations.md";
  const std::string expected = Page().text();
  if (std::getenv("COUNTERSIGN_WRITE_DOCS") != nullptr) std::ofstream(path) << expected;
  std::ifstream file(path);
  const std::string actual{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK((actual == expected));
}

}  // namespace countersign::http::operations_document_test
