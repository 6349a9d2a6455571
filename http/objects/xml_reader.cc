#include "http/objects/xml_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "core/ascii.h"

namespace countersign::http {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool is_name_start(char c) { return is_letter_or_digit(c) || c == '_'; }
bool is_name_char(char c) { return is_name_start(c) || c == '.' || c == ':' || c == '-'; }

void append_utf8(std::string& text, std::uint32_t point) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xc0 | point >> 6);
  } else if (point < 0x10000) {
    add(0xe0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3f));
  } else {
    add(0xf0 | point >> 18);
    add(0x80 | (point >> 12 & 0x3f));
    add(0x80 | (point >> 6 & 0x3f));
  }
  add(0x80 | (point & 0x3f));
}

// The character of `#10` or `#xA`.
std::optional<std::uint32_t> point_of(std::string_view reference) {
  constexpr std::uint32_t kMost = 0x10ffff;
  const bool is_hex = reference.starts_with("#x");
  const std::string_view digits = reference.substr(is_hex ? 2 : 1);
  std::uint32_t point = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), point, is_hex ? 16 : 10);
  const bool is_whole = error == std::errc() && end == digits.data() + digits.size();
  const bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
  if (!is_whole || point == 0 || point > kMost || is_surrogate) return std::nullopt;
  return point;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::optional<XmlElement> read() {
    if (take("<?xml ")) {
      const std::size_t end = rest_.find("?>");
      if (end == rest_.npos || rest_.substr(0, end).find('<') != rest_.npos) return std::nullopt;
      rest_.remove_prefix(end + 2);
    }
    skip_space();
    XmlElement root;
    if (!read_element(root, 1)) return std::nullopt;
    skip_space();
    if (!rest_.empty()) return std::nullopt;
    return root;
  }

 private:
  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  bool skip_space() {
    const std::size_t end = std::min(rest_.find_first_not_of(kSpace), rest_.size());
    rest_.remove_prefix(end);
    return end > 0;
  }

  std::optional<std::string_view> take_name() {
    const auto* const end = std::ranges::find_if_not(rest_, is_name_char);
    const std::string_view name = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    if (name.empty() || name.size() > kXmlNameBytesMost || !is_name_start(name.front())) {
      return std::nullopt;
    }
    rest_.remove_prefix(name.size());
    return name;
  }

  // Attributes up to the end of the tag.
  bool skip_attributes() {
    while (skip_space()) {
      if (rest_.starts_with('>') || rest_.starts_with("/>")) return true;
      if (!take_name() || !take("=")) return false;
      const char quote = rest_.empty() ? '\0' : rest_.front();
      if (quote != '"' && quote != '\'') return false;
      rest_.remove_prefix(1);
      const std::size_t end = rest_.find(quote);
      if (end == rest_.npos || rest_.substr(0, end).find('<') != rest_.npos) return false;
      rest_.remove_prefix(end + 1);
    }
    return true;
  }

  // REQUIRES: `level` is the depth of the element, from 1.
  // NOLINTNEXTLINE(misc-no-recursion): at most kXmlLevelsMost deep
  bool read_element(XmlElement& element, std::size_t level) {
    if (level > kXmlLevelsMost || ++elements_ > kXmlElementsMost || !take("<")) return false;
    const auto name = take_name();
    if (!name || !skip_attributes()) return false;
    element.name = *name;
    if (take("/>")) return true;
    if (!take(">") || !read_content(element, level)) return false;
    // The tag that ends the element has its name.
    if (!take("</") || !take(*name)) return false;
    skip_space();
    return take(">");
  }

  // NOLINTNEXTLINE(misc-no-recursion): at most kXmlLevelsMost deep
  bool read_content(XmlElement& element, std::size_t level) {
    for (;;) {
      if (!read_text(element.text)) return false;
      if (rest_.starts_with("</")) break;
      element.children.emplace_back();
      if (!read_element(element.children.back(), level + 1)) return false;
    }
    if (element.children.empty()) return true;
    const bool is_layout = element.text.find_first_not_of(kSpace) == std::string::npos;
    element.text.clear();
    return is_layout;
  }

  // Up to the next tag.
  bool read_text(std::string& text) {
    for (;;) {
      const std::size_t end = rest_.find_first_of("<&");
      if (end == rest_.npos) return false;
      text += rest_.substr(0, end);
      rest_.remove_prefix(end);
      if (rest_.front() == '<') return true;
      if (!read_reference(text)) return false;
    }
  }

  bool read_reference(std::string& text) {
    constexpr std::size_t kLongest = 12;
    static constexpr auto kEntities = std::to_array<std::pair<std::string_view, char>>(
        {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}});
    const std::size_t end = rest_.substr(0, kLongest).find(';');
    if (end == rest_.npos) return false;
    const std::string_view reference = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    if (reference.starts_with('#')) {
      const auto point = point_of(reference);
      if (point) append_utf8(text, *point);
      return point.has_value();
    }
    const auto* const found =
        std::ranges::find(kEntities, reference, &std::pair<std::string_view, char>::first);
    if (found == kEntities.end()) return false;
    text += found->second;
    return true;
  }

  std::string_view rest_;
  std::size_t elements_ = 0;
};

}  // namespace

const XmlElement* XmlElement::child(std::string_view child_name) const {
  const auto found = std::ranges::find(children, child_name, &XmlElement::name);
  return found == children.end() ? nullptr : &*found;
}

std::string_view XmlElement::text_of(std::string_view child_name) const {
  const XmlElement* const found = child(child_name);
  return found == nullptr ? std::string_view() : std::string_view(found->text);
}

std::optional<XmlElement> read_xml(std::string_view text) {
  if (text.size() > kXmlBytesMost || text.find('\0') != text.npos) return std::nullopt;
  return Reader(text).read();
}

}  // namespace countersign::http
