#include "tools/terminal/table.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "tools/terminal/columns.h"

namespace countersign {
namespace {

constexpr std::size_t kGap = 2;
// A text is not cut to fewer columns: rather a whole column is left out.
constexpr std::size_t kCutLeast = 10;

// One column as it will be shown.
struct Column {
  std::string heading;
  std::vector<Cell> cells;
  bool of_numbers = false;
  bool is_whole = false;  // of numbers or times, which are not cut
  std::size_t width = 0;

  bool without_value() const {
    return std::ranges::all_of(cells, [](const Cell& cell) { return cell.is_none; });
  }
  std::size_t least() const { return is_whole ? width : std::min(width, kCutLeast); }

  void measure() {
    width = columns_of(heading);
    for (const Cell& cell : cells) width = std::max(width, columns_of(cell.text));
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

// Cuts the widest texts to one width, the largest with which all columns fit.
void cut_widest(std::vector<Column>& columns, std::size_t width) {
  const auto cut = [](const Column& column, std::size_t most) {
    return std::max(column.least(), std::min(column.width, most));
  };
  std::size_t most = width;
  while (most > 1 &&
         total_of(columns, [&](const Column& column) { return cut(column, most); }) > width) {
    --most;
  }
  for (Column& column : columns) {
    column.width = std::min(cut(column, most), width);
  }
}

// Makes the columns fit. Returns the headings of those that were left out.
std::vector<std::string> fit(std::vector<Column>& columns, std::size_t width) {
  std::vector<std::string> left_out;
  if (fits(columns, width)) return left_out;
  std::erase_if(columns, [](const Column& column) { return column.without_value(); });
  if (fits(columns, width)) return left_out;
  for (Column& column : columns) column.use_briefs();
  // The first column tells the rows apart, e.g. by a key that one wants to copy.
  if (columns.front().width <= width / 2) columns.front().is_whole = true;
  const auto least = [](const Column& column) { return column.least(); };
  while (columns.size() > 1 && total_of(columns, least) > width) {
    left_out.insert(left_out.begin(), columns.back().heading);
    columns.pop_back();
  }
  cut_widest(columns, width);
  return left_out;
}

struct Shown {
  std::string text;
  Style style;
};

void append_row(StyledText& out,
                const std::string& indent,
                const std::vector<Column>& columns,
                const std::vector<Shown>& row) {
  std::size_t end = row.size();
  while (end > 0 && row[end - 1].text.empty()) --end;
  if (end > 0) out.append(indent);
  for (std::size_t i = 0; i < end; ++i) {
    const std::size_t taken = columns_of(row[i].text);
    const std::string padding(columns[i].width - std::min(columns[i].width, taken), ' ');
    if (columns[i].of_numbers) out.append(padding);
    out.append(row[i].text, row[i].style);
    if (i + 1 == end) break;
    if (!columns[i].of_numbers) out.append(padding);
    out.append(std::string(kGap, ' '));
  }
  out.append("\n");
}

std::string note_of(const std::vector<std::string>& left_out) {
  std::string note = "… --json has ";
  for (std::size_t i = 0; i < left_out.size(); ++i) note += (i == 0 ? "" : ", ") + left_out[i];
  return note + " too";
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
    columns[i].is_whole = columns[i].of_numbers || all_are(&Cell::is_time, columns[i].cells);
    columns[i].measure();
  }
  std::vector<std::string> left_out;
  std::size_t most = kPaddedMax;
  if (width) {
    most = *width - std::min(*width - 1, indent.size());
    left_out = fit(columns, most);
  } else {
    for (Column& column : columns) column.width = std::min(column.width, kPaddedMax);
  }
  const auto shown = [&](const Column& column, const std::string& text) {
    return width && !text.empty() ? cut_to(text, column.width) : text;
  };
  std::vector<Shown> row(columns.size());
  if (!headings_.empty()) {
    std::ranges::transform(columns, row.begin(), [&](const Column& column) {
      return Shown{shown(column, column.heading), Style::Heading};
    });
    append_row(out, indent, columns, row);
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::ranges::transform(columns, row.begin(), [&](const Column& column) {
      return Shown{shown(column, column.cells[i].text), column.cells[i].style};
    });
    append_row(out, indent, columns, row);
  }
  if (!left_out.empty()) out.append(indent + cut_to(note_of(left_out), most) + "\n");
}

}  // namespace countersign
