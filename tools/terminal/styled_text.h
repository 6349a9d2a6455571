#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace countersign {

enum class Style : std::uint8_t { Plain, Heading, Good, Bad, Doubtful };

// The style of a status word such as PASSED; Plain for every other text.
Style style_of_status(std::string_view word);

// Text whose parts may be emphasised. The text itself holds no terminal sequence: only painted()
// adds some, around parts that it has made printable.
class StyledText {
 public:
  void append(std::string_view text, Style style = Style::Plain);
  void append(const StyledText& more);

  bool empty() const { return text_.empty(); }
  const std::string& plain() const { return text_; }
  // The text for a terminal that knows colours. Unprintable characters (core/text/printable.h) are
  // escapes, but line feeds stay.
  std::string painted() const;

 private:
  struct Part {
    std::size_t end;  // in text_
    Style style;
  };

  std::string text_;
  std::vector<Part> parts_;
};

}  // namespace countersign
