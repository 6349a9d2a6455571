#include "tools/text_view.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <vector>

namespace countersign {

namespace {

using rapidjson::Value;

std::string cell(const Value& value) {
  if (value.IsNull()) return "-";
  if (value.IsString()) return {value.GetString(), value.GetStringLength()};
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

std::string name_of(const Value& name) { return {name.GetString(), name.GetStringLength()}; }

bool is_table(const Value& value) {
  return value.IsArray() && !value.Empty() &&
         std::all_of(value.Begin(), value.End(), [](const Value& row) { return row.IsObject(); });
}

using Row = std::vector<std::string>;

void append_rows(std::string& text, const std::vector<Row>& rows, const std::string& indent) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const Row& row : rows) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      line.append(widths[i] - row[i].size() + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
}

void append_table(std::string& text, const Value& list, const std::string& indent) {
  std::vector<Row> rows(1);
  for (const Value& each : list.GetArray()) {
    for (const auto& member : each.GetObject()) {
      const std::string name = name_of(member.name);
      if (std::find(rows[0].begin(), rows[0].end(), name) == rows[0].end()) {
        rows[0].push_back(name);
      }
    }
  }
  for (const Value& each : list.GetArray()) {
    Row& row = rows.emplace_back();
    for (const std::string& name : rows[0]) {
      const auto member = each.FindMember(name.c_str());
      row.push_back(member == each.MemberEnd() ? "" : cell(member->value));
    }
  }
  append_rows(text, rows, indent);
}

void append_object(std::string& text, const Value& object, const std::string& indent) {
  for (const auto& member : object.GetObject()) {
    text += indent + name_of(member.name) + ":";
    if (is_table(member.value)) {
      text += '\n';
      append_table(text, member.value, indent + "  ");
    } else if (member.value.IsObject() && !member.value.ObjectEmpty()) {
      text += '\n';
      append_object(text, member.value, indent + "  ");
    } else {
      text += ' ' + cell(member.value) + '\n';
    }
  }
}

}  // namespace

std::string text_view(std::string_view json) {
  rapidjson::Document document;
  document.Parse(json.data(), json.size());
  std::string text;
  if (document.HasParseError()) return std::string(json) + '\n';
  if (document.IsObject()) {
    append_object(text, document, "");
  } else if (is_table(document)) {
    append_table(text, document, "");
  } else {
    text = cell(document) + '\n';
  }
  return text;
}

}  // namespace countersign
