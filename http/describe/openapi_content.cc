#include "http/describe/openapi_content.h"

#include <algorithm>
#include <string>

#include "core/check.h"
#include "http/describe/examples.h"
#include "http/device/submission_forms.h"
#include "http/json/schema_of.h"

namespace countersign::http {
namespace {

// The schema of an answer that is not JSON.
std::string plain_schema(std::string_view media_type) {
  SchemaWriter schema(Values::Open);
  if (media_type.starts_with("text/")) {
    schema.plain("string", {}, {});
  } else {
    schema.file_bytes({});
  }
  return schema.take({}).json;
}

void put_example(JsonWriter& json, std::string_view example) {
  if (!example.empty()) json.key("example").raw(example);
}

// Says which files a form takes; its other parts are plain text.
void put_encoding(JsonWriter& json, const Schema& form) {
  json.key("encoding").begin_object();
  for (const std::string_view part : form.files) {
    json.key(part).begin_object().member("contentType", kImageTypes).end_object();
  }
  json.end_object();
}

// Adds the schema and those that it refers to, each once.
void add_schema(std::vector<Schema>& all, const Schema& schema) {
  const auto known = std::ranges::find(all, schema.name, &Schema::name);
  if (known != all.end()) {
    return check(known->json == schema.json, "schemas of one name are one schema");
  }
  all.push_back(schema);
  for (const Schema& part : schema.parts) add_schema(all, part);
}

}  // namespace

void put_request(JsonWriter& json, const Endpoint& row, bool multipart) {
  const Schema body = row.request();
  json.key("content").begin_object();
  json.key(multipart ? "multipart/form-data" : "application/json").begin_object();
  json.key("schema").raw(schema_reference(body.name));
  put_example(json, example_of(row.operation_id).request);
  if (multipart) put_encoding(json, body);
  json.end_object().end_object();
}

void put_answer(JsonWriter& json, const Endpoint& row) {
  json.key("content").begin_object().key(row.response_type).begin_object();
  json.key("schema").raw(row.answer != nullptr ? schema_reference(row.answer().name)
                                               : plain_schema(row.response_type));
  put_example(json, example_of(row.operation_id).answer);
  json.end_object().end_object();
}

void put_schemas(JsonWriter& json,
                 const std::vector<Schema>& first,
                 std::span<const Endpoint> rows) {
  std::vector<Schema> all;
  for (const Schema& schema : first) add_schema(all, schema);
  for (const Endpoint& row : rows) {
    if (row.request != nullptr) add_schema(all, row.request());
    if (row.answer != nullptr) add_schema(all, row.answer());
  }
  json.key("schemas").begin_object();
  for (const Schema& schema : all) json.key(schema.name).raw(schema.json);
  json.end_object();
}

}  // namespace countersign::http
