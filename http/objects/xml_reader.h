#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::http {

// An element of an answer: its children, or its text.
struct XmlElement {
  std::string name;
  std::string text;  // of an element without children
  std::vector<XmlElement> children{};

  // The first child of the name; nullptr if there is none.
  const XmlElement* child(std::string_view child_name) const;
  // The text of that child; "" if there is none.
  std::string_view text_of(std::string_view child_name) const;
};

inline constexpr std::size_t kXmlBytesMost = 2 << 20;
inline constexpr std::size_t kXmlLevelsMost = 8;
inline constexpr std::size_t kXmlElementsMost = 32 * 1024;  // a list has 1,000 objects of 8 or so
inline constexpr std::size_t kXmlNameBytesMost = 64;

// Reads a text in the part of XML 1.0 (W3C, fifth edition) that the answers of S3 are written in:
// an XML declaration, one element, attributes, which are dropped, text with the five predefined
// entities and numeric references, and white space between elements. Returns nullopt for everything
// else, such as a document type, an entity of its own, a comment, a section of CDATA, text between
// elements, and for what exceeds the bounds. Thus no text makes more of itself. A reference may
// name a control character, though XML forbids that, since a key of an object may have one.
std::optional<XmlElement> read_xml(std::string_view text);

}  // namespace countersign::http
