#include "http/describe/openapi.h"

#include <doctest/doctest.h>
#include <rapidjson/document.h>
#include <rapidjson/pointer.h>

#include <set>
#include <variant>
#include <vector>

#include "core/checks/checks.h"
#include "core/stream/event.h"
#include "http/call/endpoint.h"
#include "http/call/problem.h"
#include "http/describe/examples.h"

namespace countersign::http::openapi_test {

const rapidjson::Document& document() {
  static const rapidjson::Document parsed = [] {
    rapidjson::Document made;
    made.Parse(openapi_json().c_str());
    return made;
  }();
  REQUIRE(parsed.IsObject());
  return parsed;
}

// Collects the value of every "$ref" at any depth.
void collect_references(const rapidjson::Value& value, std::set<std::string>& found) {
  if (value.IsArray()) {
    for (const auto& item : value.GetArray()) collect_references(item, found);
  }
  if (!value.IsObject()) return;
  for (const auto& member : value.GetObject()) {
    if (std::string(member.name.GetString()) == "$ref") found.insert(member.value.GetString());
    collect_references(member.value, found);
  }
}

std::vector<Endpoint> described_endpoints() {
  std::vector<Endpoint> rows;
  for (const Endpoint& row : public_endpoints()) {
    if (is_described(row)) rows.push_back(row);
  }
  return rows;
}

const rapidjson::Value& operation_of(const Endpoint& row) {
  const auto& paths = document()["paths"];
  const std::string path = openapi_path(row.path);
  REQUIRE_MESSAGE(paths.HasMember(path.c_str()), path);
  const std::string method(openapi_method(row.method));
  REQUIRE(paths[path.c_str()].HasMember(method.c_str()));
  return paths[path.c_str()][method.c_str()];
}

TEST_CASE("the description is OpenAPI 3.1 and has every endpoint under a name of its own") {
  CHECK(document()["openapi"] == "3.1.0");
  std::set<std::string> ids;
  for (const Endpoint& row : described_endpoints()) {
    const auto& operation = operation_of(row);
    CHECK(std::string(operation["operationId"].GetString()) == row.operation_id);
    CHECK(ids.insert(operation["operationId"].GetString()).second);
    CHECK(operation["responses"].HasMember("200"));
    CHECK(operation["responses"].HasMember("default"));
    CHECK(
        operation["responses"]["200"]["content"].HasMember(std::string(row.response_type).c_str()));
  }
  std::size_t operations = 0;
  for (const auto& path : document()["paths"].GetObject()) operations += path.value.MemberCount();
  CHECK(operations == described_endpoints().size());
}

TEST_CASE("the description is of the API, and not of the web pages") {
  CHECK(described_endpoints().size() + 3 == public_endpoints().size());
  for (const auto& path : document()["paths"].GetObject()) {
    const std::string name = path.name.GetString();
    CAPTURE(name);
    CHECK_FALSE(name.starts_with("/capture"));
    CHECK_FALSE(name.starts_with("/assets"));
  }
}

TEST_CASE("every reference leads somewhere, and every schema is used") {
  std::set<std::string> references;
  collect_references(document(), references);
  CHECK(references.size() > 20);
  for (const std::string& reference : references) {
    CHECK_MESSAGE(rapidjson::Pointer(reference.c_str()).Get(document()) != nullptr, reference);
  }
  for (const auto& schema : document()["components"]["schemas"].GetObject()) {
    const std::string name = schema.name.GetString();
    CHECK_MESSAGE(references.count("#/components/schemas/" + name) == 1, name);
  }
}

TEST_CASE("every name in a path's braces is a parameter of its operation") {
  for (const Endpoint& row : described_endpoints()) {
    std::set<std::string> references;
    collect_references(operation_of(row)["parameters"], references);
    std::string_view rest = row.path;
    while (rest.find('{') != std::string_view::npos) {
      rest.remove_prefix(rest.find('{') + 1);
      const std::string name(rest.substr(0, rest.find_first_of(".}")));
      CHECK(references.count("#/components/parameters/" + name) == 1);
    }
  }
}

TEST_CASE("an operation's permitted callers follow from its handler") {
  for (const Endpoint& row : described_endpoints()) {
    CAPTURE(row.operation_id);
    const auto& operation = operation_of(row);
    const auto& security = operation["security"];
    if (is_called_by<by::Owner, by::Downloader, by::Client, by::Auditor>(row.handler)) {
      REQUIRE(security.Size() == 1);
      CHECK(security[0].HasMember("clientKey"));
      CHECK(security[0].HasMember("clientSecret"));
      const bool audits = is_called_by<by::Auditor>(row.handler);
      CHECK(security[0]["clientKey"].Size() == (audits ? 1 : 0));
      const std::string described = operation["description"].GetString();
      // OpenAPI 3.1, Security Requirement Object: for an API key the list is of roles.
      CHECK((described.find("`auditor`") != std::string::npos) == audits);
      CHECK(operation["responses"].HasMember("403") == audits);
      CHECK(operation["responses"].HasMember("404"));
    } else if (is_called_by<by::CodeHolder>(row.handler)) {
      CHECK(security.Empty());
      CHECK(operation["responses"]["401"]["headers"].HasMember("WWW-Authenticate"));
    } else if (row.path.starts_with("/api/sdk/")) {
      REQUIRE(security.Size() == 1);
      CHECK(security[0].HasMember("sessionToken"));
      CHECK(operation["responses"]["401"]["headers"].HasMember("WWW-Authenticate"));
    } else {
      CHECK(security.Empty());
    }
    if (row.rate != RateClass::None) {
      CHECK(operation["responses"]["429"]["headers"].HasMember("Retry-After"));
      CHECK(operation["responses"]["200"]["headers"].HasMember("RateLimit"));
    }
  }
}

TEST_CASE("every scheme that an operation names is described") {
  const auto& schemes = document()["components"]["securitySchemes"];
  std::size_t named = 0;
  for (const Endpoint& row : described_endpoints()) {
    for (const auto& needed : operation_of(row)["security"].GetArray()) {
      for (const auto& scheme : needed.GetObject()) {
        CHECK(schemes.HasMember(scheme.name));
        ++named;
      }
    }
  }
  CHECK(named > public_endpoints().size() / 2);
}

TEST_CASE("a form says which parts are files, and of which kinds") {
  const auto form = [](const Endpoint& row) -> const rapidjson::Value& {
    return operation_of(row)["requestBody"]["content"]["multipart/form-data"];
  };
  std::size_t forms = 0;
  for (const Endpoint& row : described_endpoints()) {
    if (!takes<FormData>(row.handler)) continue;
    CAPTURE(row.operation_id);
    const Schema schema = row.request();
    REQUIRE(schema.files.size() == 1);
    const std::string part(schema.files[0]);
    const std::string types = form(row)["encoding"][part.c_str()]["contentType"].GetString();
    CHECK(types == "image/jpeg, image/png, image/webp");
    const std::string name(schema.name);
    const auto& member =
        document()["components"]["schemas"][name.c_str()]["properties"][part.c_str()];
    const auto& file = member.HasMember("items") ? member["items"] : member;
    CHECK(std::string(file["format"].GetString()) == "binary");
    CHECK(std::string(file["contentMediaType"].GetString()) == "application/octet-stream");
    ++forms;
  }
  CHECK(forms == 2);
}

TEST_CASE("every operation with JSON has an example, and every example an operation") {
  std::set<std::string> ids;
  for (const Endpoint& row : described_endpoints()) {
    CAPTURE(row.operation_id);
    const auto& operation = operation_of(row);
    const auto& answer = operation["responses"]["200"]["content"].MemberBegin()->value;
    CHECK(answer.HasMember("schema"));
    ids.insert(std::string(row.operation_id));
    if (row.answer == nullptr || row.operation_id == "getOpenApi") continue;
    CHECK(answer.HasMember("example"));
    if (row.request == nullptr || takes<FormData>(row.handler)) continue;
    CHECK(operation["requestBody"]["content"]["application/json"].HasMember("example"));
  }
  for (const Example& example : examples())
    CHECK(ids.erase(std::string(example.operation_id)) == 1);
}

TEST_CASE("every problem code is in the schema of problems") {
  const auto& codes =
      document()["components"]["schemas"]["Problem"]["properties"]["code"]["anyOf"][0]["enum"];
  std::set<std::string> named;
  for (const auto& code : codes.GetArray()) named.insert(code.GetString());
  for (const ProblemRow& row : problem_rows()) CHECK(named.count(std::string(row.name)) == 1);
}

TEST_CASE("by `ok` a client's types tell whether an outcome has a code") {
  const auto text = [](const std::string& pointer) -> std::string {
    const auto* found =
        rapidjson::Pointer(("/components/schemas/" + pointer).c_str()).Get(document());
    REQUIRE_MESSAGE(found != nullptr, pointer);
    if (found->IsBool()) return found->GetBool() ? "true" : "false";
    return found->GetString();
  };
  CHECK(text("StepOutcome/oneOf/0/$ref") == "#/components/schemas/AcceptedStep");
  CHECK(text("StepOutcome/oneOf/1/$ref") == "#/components/schemas/RefusedStep");
  CHECK(text("AcceptedStep/properties/ok/const") == "true");
  CHECK(text("AcceptedStep/properties/code/type") == "null");
  CHECK(text("AcceptedStep/properties/fileId/format") == "uuid");
  CHECK(text("RefusedStep/properties/ok/const") == "false");
  CHECK(text("RefusedStep/properties/code/$ref") == "#/components/schemas/Code");
  CHECK(text("RefusedStep/properties/detail/type") == "string");
}

TEST_CASE("answers may gain values, and a request may not") {
  const auto& schemas = document()["components"]["schemas"];
  const auto& status = schemas["Status"]["properties"]["status"]["anyOf"];
  CHECK(status[0]["enum"].Size() == enum_names<SessionStatus>.size());
  CHECK(status[1]["type"] == "string");
  CHECK(schemas["Code"]["anyOf"][0]["enum"].Size() == enum_names<Code>.size());
  CHECK(schemas["Check"]["anyOf"][0]["enum"].Size() == enum_names<Check>.size());
  CHECK(schemas["EventType"]["anyOf"][0]["enum"].Size() == std::variant_size_v<Event::Variant>);
  CHECK(schemas["DocumentSubmission"]["properties"]["side"]["enum"].Size() == 2);
}

TEST_CASE("every operation says to whom it belongs and how it may be refused") {
  std::set<std::string> tags;
  for (const auto& tag : document()["tags"].GetArray()) {
    CHECK(tag["description"].GetStringLength() > 0);
    CHECK(tags.insert(tag["name"].GetString()).second);
  }
  std::set<std::string> used;
  for (const Endpoint& row : described_endpoints()) {
    CAPTURE(row.operation_id);
    const auto& operation = operation_of(row);
    CHECK(operation["description"].GetStringLength() > 0);
    REQUIRE(operation["tags"].Size() == 1);
    used.insert(operation["tags"][0].GetString());
    bool refused = false;
    for (const auto& answer : operation["responses"].GetObject()) {
      refused = refused || answer.name.GetString()[0] == '4';
    }
    CHECK(refused);
  }
  CHECK(used == tags);
}

TEST_CASE("a table row's schemas exist") {
  const auto& schemas = document()["components"]["schemas"];
  for (const Endpoint& row : described_endpoints()) {
    for (const auto schema : {row.request, row.answer}) {
      if (schema == nullptr) continue;
      const std::string name(schema().name);
      CHECK_MESSAGE(schemas.HasMember(name.c_str()), name);
    }
  }
}

}  // namespace countersign::http::openapi_test
