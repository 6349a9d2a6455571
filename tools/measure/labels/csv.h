#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace countersign {

struct CsvRecord {
  std::size_t line = 0;  // on which it begins, from 1
  std::vector<std::string> fields;
};
struct CsvFault {
  std::size_t line = 0;
  std::string why;  // quotes nothing of the file
};

// Reads a CSV file (RFC 4180), record by record. The file is somebody else's: whatever it holds,
// the answer is a record or a fault.
//
//   file   = [BOM] [record *(end record)] [end]
//   record = field *("," field)
//   field  = *plain / DQUOTE *(plain / "," / CR / LF / 2DQUOTE) DQUOTE
//   plain  = a character of UTF-8 but DQUOTE, "," and controls; a tab is plain
//   end    = LF / CRLF
//
// Unlike in the RFC a line may also end in LF alone, and an empty line is no record. Holds a view
// of the file. One thread.
class CsvReader {
 public:
  static constexpr std::size_t kFieldMaxBytes = 16'384;
  static constexpr std::size_t kFieldsMax = 256;

  explicit CsvReader(std::string_view file);

  // The next record, or nullopt at the end. After a fault nothing more is read.
  Result<std::optional<CsvRecord>, CsvFault> next();

 private:
  bool at_end_of_line() const;
  void skip_end_of_line();
  std::optional<CsvFault> read_field(std::string& field);
  std::optional<CsvFault> read_plain(std::string& field);
  std::optional<CsvFault> read_quoted(std::string& field);
  std::optional<CsvFault> read_character(std::string& field);
  CsvFault fault(std::string why) const { return {line_, std::move(why)}; }

  std::string_view rest_;
  std::size_t line_ = 1;
};

}  // namespace countersign
