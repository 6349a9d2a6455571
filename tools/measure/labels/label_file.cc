#include "tools/measure/labels/label_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/ascii.h"
#include "core/checks/codes.h"
#include "core/machine/files/held_folder.h"
#include "tools/measure/labels/csv.h"

namespace countersign {
namespace {

constexpr std::string_view kDocumentCode = "DOCUMENT_";
constexpr std::size_t kQuotedMax = 24;
constexpr std::size_t kConditionMaxBytes = 100;

struct Word {
  std::string_view text;
  Expected expected;
};
constexpr std::array<Word, 4> kWords = {{{"fit", Expected::Accepted},
                                         {"refused", Expected::Refused},
                                         {"review", Expected::Review},
                                         {"either", Expected::Either}}};

// The value for a fault's text, unless it may be a part of a zone.
std::string quoted(std::string_view value) {
  if (value.size() > kQuotedMax || value.find('<') != value.npos) return "what stands there";
  return fmt::format("'{}'", value);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  for (char& c : capitals) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return capitals;
}

// The fault of a field, or nullopt.
using Why = std::optional<std::string>;

Why read_path(std::string_view text, LabelledPicture& picture) {
  while (text.starts_with("./")) text.remove_prefix(2);
  if (text.empty()) return "it is empty";
  if (text.find_first_of("<|") != text.npos) return "it has a < or a |";
  if (!is_name_beneath(text)) {
    return "it must name a file below the folder of the labels: relative to it, with single "
           "slashes "
           "and without `..`";
  }
  picture.path = text;
  return std::nullopt;
}

template <NamedEnum E>
Why not_one_of(std::string_view text) {
  std::string known;
  for (const auto& each : enum_names<E>) {
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  return fmt::format("{} is not one of {}", quoted(text), known);
}

Why read_type(std::string_view text, LabelledPicture& picture) {
  picture.type = parse_name_ignoring_case<DocumentType>(text);
  if (text.empty() || picture.type) return std::nullopt;
  return not_one_of<DocumentType>(text);
}

Why read_side(std::string_view text, LabelledPicture& picture) {
  const auto side = parse_name_ignoring_case<Side>(text);
  picture.side = side.value_or(Side::Front);
  if (text.empty() || side) return std::nullopt;
  return not_one_of<Side>(text);
}

Why read_expected(std::string_view text, LabelledPicture& picture) {
  for (const Word& word : kWords) {
    if (!equal_ignoring_case(text, word.text)) continue;
    picture.expected.verdict = word.expected;
    return std::nullopt;
  }
  const auto code = parse_name_ignoring_case<Code>(text);
  if (!code || !name_of(*code).starts_with(kDocumentCode)) {
    return fmt::format(
        "{} is not `fit`, `refused`, `review`, `either` or a code of a document, such "
        "as DOCUMENT_BLURRY",
        quoted(text));
  }
  picture.expected = {Expected::Refused, {std::string(name_of(*code))}};
  return std::nullopt;
}

Why read_condition(std::string_view text, LabelledPicture& picture) {
  if (text.find_first_of("<\n") != text.npos) return "it has a < or the end of a line";
  if (text.size() > kConditionMaxBytes) {
    return fmt::format("it has more than {} bytes", kConditionMaxBytes);
  }
  picture.condition = text;
  return std::nullopt;
}

bool is_layout(const std::vector<std::string>& lines) {
  const std::size_t length = lines.front().size();
  const bool known =
      (lines.size() == 2 && (length == 44 || length == 36)) || (lines.size() == 3 && length == 30);
  return known &&
         std::ranges::all_of(lines, [&](const auto& line) { return line.size() == length; });
}

Why read_zone(std::string_view text, LabelledPicture& picture) {
  if (text.empty()) return std::nullopt;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('|', from), text.size());
    picture.zone.push_back(in_capitals(trimmed(text.substr(from, end - from))));
    from = end + 1;
  }
  if (!is_layout(picture.zone)) {
    return "it is neither two lines of 44 or 36 characters nor three of 30, with | between the "
           "lines";
  }
  for (const std::string& line : picture.zone) {
    if (line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<") == line.npos) continue;
    return "a character is neither a letter from A to Z, nor a digit, nor <";
  }
  return std::nullopt;
}

struct Column {
  std::string_view name;
  Why (*read)(std::string_view text, LabelledPicture& picture);
  bool required = true;
};
constexpr std::array<Column, 6> kColumns = {{{"path", read_path},
                                             {"type", read_type},
                                             {"side", read_side},
                                             {"expected", read_expected},
                                             {"condition", read_condition},
                                             {"zone", read_zone, false}}};

// The meaning of each field of a record; nullptr for an unused one.
using Header = std::vector<const Column*>;

Why read_header(const CsvRecord& record, Header& header, std::vector<std::string>& unused) {
  for (const std::string& field : record.fields) {
    const std::string_view name = trimmed(field);
    const auto* const column = std::ranges::find_if(
        kColumns, [&](const Column& each) { return equal_ignoring_case(each.name, name); });
    header.push_back(column == kColumns.end() ? nullptr : column);
    if (header.back() == nullptr) {
      unused.emplace_back(quoted(name));
    } else if (std::ranges::count(header, header.back()) > 1) {
      return fmt::format("the column {} is named twice", column->name);
    }
  }
  for (const Column& column : kColumns) {
    if (!column.required || std::ranges::count(header, &column) != 0) continue;
    const bool semicolons = record.fields.front().find(';') != std::string::npos;
    return fmt::format(
        "the first line names no column {}{}; it must name path, type, side, expected "
        "and condition, and may name zone",
        column.name,
        semicolons ? " (columns are separated by commas, not by semicolons)" : "");
  }
  return std::nullopt;
}

Why read_record(const CsvRecord& record, const Header& header, LabelledPicture& picture) {
  if (record.fields.size() != header.size()) {
    return fmt::format(
        "{} columns, where the first line has {}", record.fields.size(), header.size());
  }
  picture.line = record.line;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i] == nullptr) continue;
    if (const auto why = header[i]->read(trimmed(record.fields[i]), picture)) {
      return fmt::format("{}: {}", header[i]->name, *why);
    }
  }
  return std::nullopt;
}

using Faults = std::vector<LabelFault>;

// Reads the records after the header, until the end, a fault of the CSV, or too many faults.
void read_rest(CsvReader& reader, const Header& header, Labels& labels, Faults& faults) {
  while (faults.size() < kFaultsMax) {
    auto record = reader.next();
    if (!record) return faults.push_back({record.error().line, record.error().why});
    if (!*record) return;
    if (labels.pictures.size() == kLabelledPicturesMax) {
      const std::string why = fmt::format("there are more than {} pictures", kLabelledPicturesMax);
      return faults.push_back({(*record)->line, why});
    }
    if (auto why = read_record(**record, header, labels.pictures.emplace_back())) {
      faults.push_back({(*record)->line, *std::move(why)});
    }
  }
}

}  // namespace

Result<Labels, std::vector<LabelFault>> read_labels(std::string_view csv) {
  CsvReader reader(csv);
  const auto first = reader.next();
  if (!first) return Faults{{first.error().line, first.error().why}};
  if (!*first) return Faults{{1, "the file is empty"}};
  Labels labels;
  Header header;
  if (auto why = read_header(**first, header, labels.unused)) {
    return Faults{{(*first)->line, *std::move(why)}};
  }
  Faults faults;
  read_rest(reader, header, labels, faults);
  if (!faults.empty()) return faults;
  if (labels.pictures.empty()) return Faults{{(*first)->line, "no picture follows the first line"}};
  return labels;
}

std::string word_of(const Expectation& expected) {
  if (!expected.codes.empty()) return expected.codes.front();
  const auto* const word = std::ranges::find(kWords, expected.verdict, &Word::expected);
  return std::string(word->text);
}

}  // namespace countersign
