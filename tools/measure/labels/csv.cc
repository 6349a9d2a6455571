#include "tools/measure/labels/csv.h"

#include <utility>

#include "core/text/utf8.h"

namespace countersign {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr char kQuote = '"';
constexpr char kComma = ',';

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

}  // namespace

CsvReader::CsvReader(std::string_view file) : rest_(file) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

Result<std::optional<CsvRecord>, CsvFault> CsvReader::next() {
  while (!rest_.empty() && at_end_of_line()) skip_end_of_line();
  if (rest_.empty()) return std::optional<CsvRecord>();
  CsvRecord record;
  record.line = line_;
  for (;;) {
    if (record.fields.size() == kFieldsMax) {
      rest_ = {};
      return fault("there are more than " + std::to_string(kFieldsMax) + " columns");
    }
    if (auto wrong = read_field(record.fields.emplace_back())) {
      rest_ = {};
      return *std::move(wrong);
    }
    if (rest_.empty()) break;
    if (at_end_of_line()) {
      skip_end_of_line();
      break;
    }
    rest_.remove_prefix(1);  // the comma
  }
  return std::optional(std::move(record));
}

bool CsvReader::at_end_of_line() const {
  return rest_.starts_with('\n') || rest_.starts_with("\r\n");
}

void CsvReader::skip_end_of_line() {
  rest_.remove_prefix(rest_.front() == '\r' ? 2 : 1);
  ++line_;
}

// Reads up to a comma, the end of a line or the end of the file.
std::optional<CsvFault> CsvReader::read_field(std::string& field) {
  return rest_.starts_with(kQuote) ? read_quoted(field) : read_plain(field);
}

std::optional<CsvFault> CsvReader::read_plain(std::string& field) {
  while (!rest_.empty() && rest_.front() != kComma && !at_end_of_line()) {
    if (rest_.front() == kQuote) {
      return fault(
          "a field that has a quotation mark must begin with one, and double those inside");
    }
    if (auto wrong = read_character(field)) return wrong;
  }
  return std::nullopt;
}

std::optional<CsvFault> CsvReader::read_quoted(std::string& field) {
  const std::size_t opened = line_;
  rest_.remove_prefix(1);
  for (;;) {
    if (rest_.empty()) return CsvFault{opened, "a quotation mark is opened here and never closed"};
    if (rest_.starts_with("\"\"")) {
      field += kQuote;
      rest_.remove_prefix(2);
    } else if (rest_.front() == kQuote) {
      rest_.remove_prefix(1);
      break;
    } else if (at_end_of_line()) {
      field += '\n';
      skip_end_of_line();
    } else if (auto wrong = read_character(field)) {
      return wrong;
    }
    if (field.size() > kFieldMaxBytes) return CsvFault{opened, "a field is too long"};
  }
  if (rest_.empty() || rest_.front() == kComma || at_end_of_line()) return std::nullopt;
  return fault("text follows the quotation mark that closes a field");
}

std::optional<CsvFault> CsvReader::read_character(std::string& field) {
  if (is_control(rest_.front())) return fault("a control character: this is no text");
  const std::size_t length = utf8_length(rest_);
  if (length == 0) return fault("bytes that are not UTF-8: save the file as UTF-8");
  field += rest_.substr(0, length);
  rest_.remove_prefix(length);
  if (field.size() > kFieldMaxBytes) return fault("a field is too long");
  return std::nullopt;
}

}  // namespace countersign
