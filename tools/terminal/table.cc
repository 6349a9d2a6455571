#include "tools/terminal/table.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "tools/terminal/columns.h"

namespace countersign {
namespace {

constexpr std::size_t kGap = 2;
// A sentence is not broken into lines of fewer columns.
constexpr std::size_t kSentenceLeast = 20;
// The columns by which the further lines of a row or a record are indented.
constexpr std::size_t kFurther = 2;

std::string spaces(std::size_t count) { return std::string(count, ' '); }

// One column as it will be shown.
struct Column {
  std::string heading;
  std::vector<Cell> cells;
  bool of_numbers = false;
  bool of_sentences = false;  // which may be broken between words
  std::size_t width = 0;

  bool without_value() const {
    return std::ranges::all_of(cells, [](const Cell& cell) { return cell.is_none; });
  }
  std::size_t least() const { return of_sentences ? std::min(width, kSentenceLeast) : width; }

  void measure() {
    width = columns_of(heading);
    for (const Cell& cell : cells) width = std::max(width, columns_of(cell.text));
    of_sentences = std::ranges::any_of(cells, [](const Cell& cell) {
      return !cell.is_time && cell.text.find(' ') != std::string::npos;
    });
  }
  void use_briefs() {
    for (Cell& cell : cells) {
      if (!cell.brief.empty()) cell.text = cell.brief;
    }
    measure();
  }
};

// Returns whether every value in the cells is of that kind, and there is one.
bool all_are(bool Cell::*kind, const std::vector<Cell>& cells) {
  return std::ranges::any_of(cells, kind) &&
         std::ranges::all_of(cells, [&](const Cell& cell) { return cell.*kind || cell.is_none; });
}

template <class Width>
std::size_t total_of(const std::vector<Column>& columns, Width width) {
  const std::size_t gaps = columns.empty() ? 0 : kGap * (columns.size() - 1);
  return std::accumulate(
      columns.begin(), columns.end(), gaps, [&](std::size_t sum, const Column& column) {
        return sum + width(column);
      });
}

bool fits(const std::vector<Column>& columns, std::size_t width) {
  return total_of(columns, [](const Column& column) { return column.width; }) <= width;
}

// Narrows the columns of sentences to one width, the largest with which all columns fit. Returns
// false if there is no such width.
bool narrow_sentences(std::vector<Column>& columns, std::size_t width) {
  const auto narrowed = [](const Column& column, std::size_t most) {
    return std::max(column.least(), std::min(column.width, most));
  };
  for (std::size_t most = width; most >= kSentenceLeast; --most) {
    const auto of = [&](const Column& column) {
      return column.of_sentences ? narrowed(column, most) : column.width;
    };
    if (total_of(columns, of) > width) continue;
    for (Column& column : columns) column.width = of(column);
    return true;
  }
  return false;
}

// Makes the columns fit. Returns false if they cannot.
bool fit(std::vector<Column>& columns, std::size_t width) {
  if (fits(columns, width)) return true;
  std::erase_if(columns, [](const Column& column) { return column.without_value(); });
  if (fits(columns, width)) return true;
  for (Column& column : columns) column.use_briefs();
  return fits(columns, width) || narrow_sentences(columns, width);
}

// The text in lines of at most `width` columns, broken between words; a longer word is one line.
// `before` columns of the first line are taken already.
std::vector<std::string> lines_of(const std::string& text,
                                  std::size_t width,
                                  std::size_t before = 0) {
  std::vector<std::string> lines(1);
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    std::string& line = lines.back();
    const std::size_t taken = columns_of(line) + (lines.size() == 1 ? before : 0);
    if (begin > 0 && taken + 1 + columns_of(word) > width) {
      lines.push_back(word);
    } else {
      line += (begin == 0 ? "" : " ") + word;
    }
    begin = end + 1;
  }
  return lines;
}

void append_row(StyledText& out,
                const std::string& indent,
                const std::vector<Column>& columns,
                const std::vector<Cell>& row,
                bool breaks) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool whole = !breaks || !columns[i].of_sentences;
    cells.push_back(whole ? std::vector{row[i].text} : lines_of(row[i].text, columns[i].width));
    height = std::max(height, cells.back().size());
  }
  for (std::size_t line = 0; line < height; ++line) {
    const auto text = [&](std::size_t i) {
      return line < cells[i].size() ? cells[i][line] : std::string();
    };
    std::size_t end = columns.size();
    while (end > 0 && text(end - 1).empty()) --end;
    if (end > 0) out.append(indent);
    for (std::size_t i = 0; i < end; ++i) {
      const std::size_t taken = columns_of(text(i));
      const std::string padding = spaces(columns[i].width - std::min(columns[i].width, taken));
      if (columns[i].of_numbers) out.append(padding);
      out.append(text(i), row[i].style);
      if (i + 1 == end) break;
      if (!columns[i].of_numbers) out.append(padding);
      out.append(spaces(kGap));
    }
    out.append("\n");
  }
}

// A member of a record, `heading: value`, where `kFurther` columns of its line are taken. A longer
// value goes on in further lines.
void append_member(StyledText& out,
                   const std::string& indent,
                   const std::string& heading,
                   const Cell& cell,
                   std::size_t width) {
  out.append(heading, Style::Heading);
  out.append(": ");
  // Further lines are indented by 2 * kFurther, the first by `before`.
  const std::size_t before = kFurther + columns_of(heading) + 2;
  const std::size_t room = width - std::min(width - 1, 2 * kFurther);
  const std::size_t more = before - std::min(before, 2 * kFurther);
  bool continues = false;
  for (const std::string& line : lines_of(cell.text, room, more)) {
    if (continues) out.append("\n" + indent + spaces(2 * kFurther));
    out.append(line, cell.style);
    continues = true;
  }
}

// Each row as members `heading: value`, as many on a line as fit, the first behind a dash; members
// without a value are left out.
void append_records(StyledText& out,
                    const std::string& indent,
                    const std::vector<Column>& columns,
                    std::size_t width) {
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    std::size_t taken = 0;
    for (const Column& column : columns) {
      const Cell& cell = column.cells[row];
      if (cell.is_none) continue;
      const std::size_t more = columns_of(column.heading) + 2 + columns_of(cell.text);
      const bool joins = taken > 0 && taken + kGap + more <= width;
      if (joins) {
        out.append(spaces(kGap));
      } else {
        out.append((taken > 0 ? "\n" : "") + indent + (taken > 0 ? spaces(kFurther) : "- "));
      }
      append_member(out, indent, column.heading, cell, width);
      taken = (joins ? taken + kGap : kFurther) + more;
    }
    if (taken > 0) out.append("\n");
  }
}

// The cells of each row one after the other, on as many lines as they need.
void append_flow(StyledText& out,
                 const std::string& indent,
                 const std::vector<Column>& columns,
                 std::size_t width) {
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    out.append(indent);
    std::size_t taken = 0;
    for (const Column& column : columns) {
      const Cell& cell = column.cells[row];
      const std::size_t room = width - std::min(width, kFurther);
      for (const std::string& line : lines_of(cell.text, room)) {
        const std::size_t more = columns_of(line);
        if (taken > 0 && (taken + kGap + more > width || &column == &columns.back())) {
          out.append("\n" + indent + spaces(kFurther));
          taken = kFurther;
        } else if (taken > 0) {
          out.append(spaces(kGap));
          taken += kGap;
        }
        out.append(line, cell.style);
        taken += more;
      }
    }
    out.append("\n");
  }
}

}  // namespace

void Table::append_to(StyledText& out,
                      const std::string& indent,
                      std::optional<std::size_t> width) const {
  if (rows_.empty()) return;
  std::vector<Column> columns(rows_.front().size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!headings_.empty()) columns[i].heading = headings_[i];
    for (const auto& row : rows_) columns[i].cells.push_back(row[i]);
    columns[i].of_numbers = all_are(&Cell::is_number, columns[i].cells);
    columns[i].measure();
  }
  if (width) {
    const std::size_t most = *width - std::min(*width - 1, indent.size());
    if (!fit(columns, most)) {
      return headings_.empty() ? append_flow(out, indent, columns, most)
                               : append_records(out, indent, columns, most);
    }
  } else {
    for (Column& column : columns) column.width = std::min(column.width, kPaddedMax);
  }
  std::vector<Cell> row(columns.size());
  if (!headings_.empty()) {
    std::ranges::transform(columns, row.begin(), [](const Column& column) {
      return Cell{.text = column.heading, .style = Style::Heading};
    });
    append_row(out, indent, columns, row, false);
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::ranges::transform(
        columns, row.begin(), [i](const Column& column) { return column.cells[i]; });
    append_row(out, indent, columns, row, width.has_value());
  }
}

}  // namespace countersign
