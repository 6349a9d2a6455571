#include "tools/machine/text_view.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <vector>

#include "core/text/json_document.h"
#include "core/text/printable.h"

namespace countersign {

namespace {

using rapidjson::Value;

std::string_view text_of(const Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

// The value on one line, whatever its source.
std::string cell(const Value& value) {
  if (value.IsNull()) return "-";
  if (value.IsString()) return printable(text_of(value));
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return printable_json({buffer.GetString(), buffer.GetSize()});
}

std::string name_of(const Value& name) { return printable(text_of(name)); }

// A text of several lines, such as a signed note, is shown under its name. The mark before each
// line shows that the line belongs to the text and is not a member.
bool is_of_lines(const Value& value) {
  return value.IsString() && text_of(value).find('\n') != std::string_view::npos;
}

void append_lines(std::string& text, std::string_view lines, const std::string& indent) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    text += indent + "| " + printable(lines.substr(0, end)) + '\n';
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

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
  std::vector<const Value*> names;
  for (const Value& each : list.GetArray()) {
    for (const auto& member : each.GetObject()) {
      const auto is_same = [&](const Value* name) { return *name == member.name; };
      if (std::ranges::none_of(names, is_same)) names.push_back(&member.name);
    }
  }
  std::vector<Row> rows(1);
  for (const Value* name : names) rows[0].push_back(name_of(*name));
  for (const Value& each : list.GetArray()) {
    Row& row = rows.emplace_back();
    for (const Value* name : names) {
      const auto member = each.FindMember(*name);
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
    } else if (is_of_lines(member.value)) {
      text += '\n';
      append_lines(text, text_of(member.value), indent + "  ");
    } else {
      text += ' ' + cell(member.value) + '\n';
    }
  }
}

}  // namespace

std::string text_view(std::string_view json) {
  rapidjson::Document document;
  if (!parse_json(document, json)) return printable(json) + '\n';
  std::string text;
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
