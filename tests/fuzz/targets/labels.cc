// Labels of pictures: a CSV file as an operator's other programs write it.
#include <string>
#include <vector>

#include "core/check.h"
#include "core/machine/files/held_folder.h"
#include "core/text/utf8.h"
#include "tests/fuzz/target.h"
#include "tools/measure/labels/csv.h"
#include "tools/measure/labels/label_file.h"

namespace countersign::fuzz::labels_target {

std::string written(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (!line.empty()) line += ',';
    line += '"';
    for (const char c : field) line += c == '"' ? "\"\"" : std::string(1, c);
    line += '"';
  }
  return line + "\r\n";
}

// Checks that records which are written back in quotes are read as the same records.
void check_records(std::string_view input) {
  CsvReader reader(input);
  std::size_t line = 0;
  for (;;) {
    const auto record = reader.next();
    if (!record) {
      check(!record.error().why.empty() && record.error().line > line,
            "a fault of CSV has a reason, and lies behind the records");
      check(!*reader.next(), "nothing is read behind a fault of CSV");
      return;
    }
    if (!*record) return;
    check((*record)->line > line, "records follow each other");
    line = (*record)->line;
    for (const std::string& field : (*record)->fields) {
      check(is_utf8(field), "a field is UTF-8");
    }
    const std::string text = written((*record)->fields);
    CsvReader again(text);
    const auto same = again.next();
    check(same && *same && (*same)->fields == (*record)->fields,
          "a record that is written in quotes is read as the same record");
  }
}

void run(std::string_view input) {
  check_records(input);
  const auto labels = read_labels(input);
  if (!labels) {
    check(!labels.error().empty() && labels.error().size() <= kFaultsMax + 1,
          "labels that are refused have faults, and not too many");
    for (const LabelFault& fault : labels.error()) {
      check(fault.line > 0 && !fault.why.empty(), "a fault of labels has a line and a reason");
    }
    return;
  }
  check(!labels->pictures.empty(), "labels that are read name a picture");
  for (const LabelledPicture& picture : labels->pictures) {
    check(is_name_beneath(picture.path), "a labelled picture lies below the folder of its labels");
    check(!word_of(picture.expected).empty(), "what a label expects has a word");
    check(picture.zone.empty() || picture.zone.size() == 2 || picture.zone.size() == 3,
          "a labelled zone has two lines or three");
  }
}

const Target kTarget("labels", run);

}  // namespace countersign::fuzz::labels_target
