// The answers of a store of objects.
#include <algorithm>
#include <string>

#include "core/ascii.h"
#include "core/check.h"
#include "http/objects/s3_answers.h"
#include "http/objects/xml_reader.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::s3_answer_target {

// Counts the elements of a tree.
// NOLINTNEXTLINE(misc-no-recursion): the depth is what is checked
std::size_t look_at(const http::XmlElement& element, std::size_t level) {
  check(level <= http::kXmlLevelsMost, "an answer is not deeper than it may be");
  check(!element.name.empty() && element.name.size() <= http::kXmlNameBytesMost,
        "the name of an element is bounded");
  check(element.children.empty() || element.text.empty(), "an element has children or text");
  std::size_t elements = 1;
  for (const http::XmlElement& child : element.children) elements += look_at(child, level + 1);
  return elements;
}

std::size_t text_bytes(const http::XmlElement& element) {
  std::size_t bytes = element.text.size();
  for (const http::XmlElement& child : element.children) bytes += text_bytes(child);
  return bytes;
}

void run(std::string_view input) {
  const auto root = http::read_xml(input);
  if (root) {
    check(look_at(*root, 1) <= http::kXmlElementsMost,
          "an answer has a bounded number of elements");
    check(text_bytes(*root) <= input.size(), "no text makes more of itself");
    check(!http::read_xml(std::string(input) + "x"), "nothing stands behind an answer");
    check(!http::read_xml(input.substr(0, input.rfind('>'))), "an answer that is cut is none");
  }
  const std::string code = http::s3_code_of(input);
  check(code.size() <= 64 && std::ranges::all_of(code, is_letter_or_digit),
        "the code of an error is a word");
  if (const auto page = http::read_s3_page(input)) {
    for (const auto& object : page->objects) {
      check(!object.key.empty() && object.key.size() <= 1024, "an object has a name");
    }
    check(page->next.size() <= 4096, "the place where a list goes on is bounded");
    check(code.empty(), "a list is no error");
  }
  const int kinds = (http::read_s3_versioning(input) ? 1 : 0) +
                    (http::read_s3_lock(input) ? 1 : 0) +
                    (http::read_s3_replication(input) ? 1 : 0) + (code.empty() ? 0 : 1);
  check(kinds <= 1, "an answer is of one kind");
  if (const auto range = http::read_content_range(input)) {
    check(range->first <= range->last && range->last < range->whole, "a range lies in its object");
  }
}

const Target kTarget("s3_answer", run);

}  // namespace countersign::fuzz::s3_answer_target
