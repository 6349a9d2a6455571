#include "http/json/schema_of.h"

namespace countersign::http {

void SchemaWriter::plain(std::string_view type, const Rule& rule, std::string_view meaning) {
  json_.begin_object().member("type", type);
  if (rule.minimum) json_.member("minimum", *rule.minimum);
  if (rule.maximum) json_.member("maximum", *rule.maximum);
  if (rule.max_length) json_.member("maxLength", *rule.max_length);
  if (!rule.format.empty()) json_.member("format", rule.format);
  if (!rule.pattern.empty()) json_.member("pattern", rule.pattern);
  end_object(meaning);
}

void SchemaWriter::any_object(std::string_view meaning) { plain("object", {}, meaning); }

void SchemaWriter::file_bytes(std::string_view meaning) {
  json_.begin_object()
      .member("type", "string")
      .member("contentMediaType", "application/octet-stream")
      .member("format", "binary");
  end_object(meaning);
}

void SchemaWriter::refused(std::string_view meaning) {
  json_.begin_object().key("not").begin_object().end_object();
  end_object(meaning);
}

void SchemaWriter::always(bool value, std::string_view meaning) {
  json_.begin_object().key("const").boolean(value);
  end_object(meaning);
}

void SchemaWriter::names(const std::vector<std::string_view>& names, std::string_view meaning) {
  const bool open = values_ == Values::Open;
  if (open) json_.begin_object().key("anyOf").begin_array();
  json_.begin_object().member("type", "string").key("enum").begin_array();
  for (const std::string_view name : names) json_.text(name);
  json_.end_array();
  if (open) json_.end_object().raw(R"({"type":"string"})").end_array();
  end_object(meaning);
}

void SchemaWriter::reference(Schema part) {
  json_.raw(schema_reference(part.name));
  parts_.push_back(std::move(part));
}

void SchemaWriter::end_object(std::string_view meaning) {
  if (!meaning.empty()) json_.member("description", meaning);
  json_.end_object();
}

Schema open_names_schema(std::string_view name,
                         std::string_view meaning,
                         const std::vector<std::string_view>& names) {
  SchemaWriter writer(Values::Open);
  writer.names(names, meaning);
  return writer.take(name);
}

Schema one_of_schema(std::string_view name, std::string_view meaning, std::vector<Schema> parts) {
  JsonWriter json;
  json.begin_object().member("description", meaning).key("oneOf").begin_array();
  for (const Schema& part : parts) json.raw(schema_reference(part.name));
  return {name, json.end_array().end_object().take(), std::move(parts)};
}

std::string schema_reference(std::string_view name) {
  return JsonWriter()
      .begin_object()
      .member("$ref", "#/components/schemas/" + std::string(name))
      .end_object()
      .take();
}

}  // namespace countersign::http
