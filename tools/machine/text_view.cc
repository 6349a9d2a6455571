#include "tools/machine/text_view.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/text/json_document.h"
#include "core/text/printable.h"
#include "tools/terminal/event_lines.h"
#include "tools/terminal/table.h"
#include "tools/terminal/time_text.h"

namespace countersign {

namespace {

using rapidjson::Value;

// A table has a cell for each column of each row. A list that would be a larger table, which takes
// many names in few rows, is shown as records.
constexpr std::size_t kTableColumnsMax = 64;
constexpr std::size_t kTableCellsMax = 1'000'000;

// The value on one line.
std::string line_of(const Value& value) {
  if (value.IsNull()) return "-";
  if (value.IsString()) return printable(string_in(value));
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return printable_json({buffer.GetString(), buffer.GetSize()});
}

std::string name_of(const Value& name) { return printable(string_in(name)); }

Style style_of(const Value& name, const Value& value) {
  if (value.IsString()) return style_of_status(string_in(value));
  if (value.IsBool() && string_in(name) == "ok") return value.GetBool() ? Style::Good : Style::Bad;
  return Style::Plain;
}

bool is_empty(const Value& value) {
  return value.IsNull() || (value.IsArray() && value.Empty()) ||
         (value.IsObject() && value.ObjectEmpty());
}

bool is_table(const Value& value) {
  return value.IsArray() && !value.Empty() &&
         std::all_of(value.Begin(), value.End(), [](const Value& row) { return row.IsObject(); });
}

std::string plain_line_of(const Value& value);

// A value within another; one with parts of its own stands in brackets.
std::string plain_part_of(const Value& value) {
  const bool has_parts = (value.IsArray() || value.IsObject()) && !is_empty(value);
  return has_parts ? '(' + plain_line_of(value) + ')' : plain_line_of(value);
}

// The value on one line without the signs of JSON: members as `name=value`, and values of a list
// behind each other, objects after semicolons.
std::string plain_line_of(const Value& value) {
  if (is_empty(value)) return "-";
  std::string line;
  if (value.IsArray()) {
    const bool of_objects = is_table(value);
    for (const Value& each : value.GetArray()) {
      if (&each != value.Begin()) line += of_objects ? "; " : ", ";
      line += of_objects ? plain_line_of(each) : plain_part_of(each);
    }
    return line;
  }
  if (!value.IsObject()) return line_of(value);
  for (auto member = value.MemberBegin(); member != value.MemberEnd(); ++member) {
    if (member != value.MemberBegin()) line += ", ";
    line += name_of(member->name) + '=' + plain_part_of(member->value);
  }
  return line;
}

Cell cell_of(const Value& name, const Value& value) {
  Cell cell{.text = plain_line_of(value), .style = style_of(name, value)};
  cell.is_number = value.IsNumber();
  cell.is_none = is_empty(value);
  cell.is_time = value.IsString() && parse_utc_time(cell.text).has_value();
  if (cell.is_time) cell.brief = to_the_second(cell.text);
  return cell;
}

// A text of several lines, such as a signed note, is shown under its name. The mark before each
// line shows that the line belongs to the text and is not a member.
bool is_of_lines(const Value& value) {
  return value.IsString() && string_in(value).find('\n') != std::string_view::npos;
}

// A list of objects of which one has a text of whole lines, such as a receipt, is no table.
bool has_whole_lines(const Value& list) {
  const auto is_whole_lines = [](const auto& member) {
    return is_of_lines(member.value) && string_in(member.value).back() == '\n';
  };
  return std::any_of(list.Begin(), list.End(), [&](const Value& each) {
    return std::any_of(each.MemberBegin(), each.MemberEnd(), is_whole_lines);
  });
}

// The documents that a page offers of a country: no country stands for every other one.
bool is_any_country(const Value& name, const Value& row) {
  return string_in(name) == "country" && row.HasMember("types");
}

// Returns the different names of members in a list of objects, at most `most` of them.
std::vector<const Value*> names_in(const Value& list, std::size_t most) {
  std::vector<const Value*> names;
  for (const Value& each : list.GetArray()) {
    for (const auto& member : each.GetObject()) {
      const auto is_same = [&](const Value* name) { return *name == member.name; };
      if (names.size() < most && std::ranges::none_of(names, is_same)) {
        names.push_back(&member.name);
      }
    }
  }
  return names;
}

// Writes one answer.
class View {
 public:
  explicit View(const Screen& screen) : screen_(screen) {}

  StyledText take(const Value& answer) {
    if (answer.IsObject()) {
      append_object(answer, "");
    } else if (is_table(answer)) {
      append_list(answer, "");
    } else {
      out_.append(line_of(answer) + '\n');
    }
    return std::move(out_);
  }

 private:
  void append_object(const Value& object, const std::string& indent) {
    for (const auto& member : object.GetObject()) {
      const bool has_members = member.value.IsObject() && !member.value.ObjectEmpty();
      const bool is_below = is_table(member.value) || has_members || is_of_lines(member.value);
      out_.append(indent);
      out_.append(name_of(member.name), is_below ? Style::Heading : Style::Plain);
      out_.append(is_below ? ":\n" : ": ");
      if (has_members) {
        append_object(member.value, indent + "  ");
      } else if (is_table(member.value)) {
        append_list(member.value, indent + "  ");
      } else if (is_below) {
        append_lines(string_in(member.value), indent + "  ");
      } else {
        out_.append(line_of(member.value), style_of(member.name, member.value));
        out_.append("\n");
      }
    }
  }

  void append_lines(std::string_view lines, const std::string& indent) {
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      out_.append(indent + "| " + printable(lines.substr(0, end)) + '\n');
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }

  void append_list(const Value& list, const std::string& indent) {
    if (is_event_list(list)) {
      return append_events(out_, list, indent, screen_, StreamColumn::Omitted);
    }
    if (has_whole_lines(list)) return append_records(list, indent);
    append_table(list, indent);
  }

  void append_table(const Value& list, const std::string& indent) {
    const std::vector<const Value*> names = names_in(list, kTableColumnsMax + 1);
    if (names.size() > kTableColumnsMax || names.size() * list.Size() > kTableCellsMax) {
      return append_records(list, indent);
    }
    std::vector<std::string> headings;
    for (const Value* name : names) headings.push_back(name_of(*name));
    Table table(std::move(headings));
    for (const Value& each : list.GetArray()) {
      std::vector<Cell> row;
      for (const Value* name : names) {
        const auto member = each.FindMember(*name);
        if (member != each.MemberEnd()) {
          row.push_back(cell_of(*name, member->value));
        } else if (is_any_country(*name, each)) {
          row.push_back(Cell{.text = "any"});
        } else {
          row.push_back(Cell{.is_none = true});
        }
      }
      table.add(std::move(row));
    }
    table.append_to(out_, indent, screen_.columns);
  }

  void append_records(const Value& list, const std::string& indent) {
    for (const Value& each : list.GetArray()) {
      out_.append(indent + "-\n");
      append_object(each, indent + "  ");
    }
  }

  const Screen& screen_;
  StyledText out_;
};

}  // namespace

StyledText text_view(std::string_view json, const Screen& screen) {
  rapidjson::Document document;
  if (parse_json(document, json, kOwnJson)) {
    return View(screen).take(document);
  }
  StyledText text;
  text.append(printable(json) + '\n');
  return text;
}

}  // namespace countersign
