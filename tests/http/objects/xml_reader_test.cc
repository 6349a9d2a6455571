#include "http/objects/xml_reader.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::http::xml_reader_test {

TEST_CASE("an answer of S3 is read, without its attributes") {
  const auto root = read_xml(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<A xmlns=\"http://a/\" b='>'>\n <B>1</B >"
      "<C/><B> 2 &lt;&amp;&gt;&quot;&apos;&#233;&#x1F600;</B>\n</A>\n");
  REQUIRE(root);
  CHECK(root->name == "A");
  CHECK(root->text.empty());
  REQUIRE(root->children.size() == 3);
  CHECK(root->text_of("B") == "1");
  CHECK(root->children[2].text == " 2 <&>\"'\xc3\xa9\xf0\x9f\x98\x80");
  CHECK(root->child("C") != nullptr);
  CHECK(root->child("D") == nullptr);
  CHECK(root->text_of("D").empty());
}

TEST_CASE("what S3 does not write is refused") {
  for (const char* text : {"",
                           " ",
                           "text",
                           "<A>",
                           "<A></B>",
                           "<A></A>more",
                           "<A></A><A/>",
                           "<A",
                           "<A/",
                           "<A b></A>",
                           "<A b=1/>",
                           "<A b='1/>",
                           "<A b='<'/>",
                           "<-A/>",
                           "<A>text<B/></A>",
                           "<A><B/>text</A>",
                           "<A><!-- comment --></A>",
                           "<A><![CDATA[text]]></A>",
                           "<!DOCTYPE A [<!ENTITY e \"text\">]><A>&e;</A>",
                           "<A>&e;</A>",
                           "<A>&lt</A>",
                           "<A>&#0;</A>",
                           "<A>&#xd800;</A>",
                           "<A>&#x110000;</A>",
                           "<A>&#99999999999;</A>",
                           "<A>&#-1;</A>",
                           "<?php ?><A/>",
                           "<A><?xml version='1.0'?></A>"}) {
    CAPTURE(text);
    CHECK_FALSE(read_xml(text));
  }
  CHECK_FALSE(read_xml(std::string_view("<A>\0</A>", 8)));
}

std::string nested(std::size_t levels) {
  std::string open;
  std::string close;
  for (std::size_t i = 0; i < levels; ++i) {
    open += "<A>";
    close += "</A>";
  }
  return open + close;
}

TEST_CASE("a text is bounded in its levels, elements, names and bytes") {
  CHECK(read_xml(nested(kXmlLevelsMost)));
  CHECK_FALSE(read_xml(nested(kXmlLevelsMost + 1)));
  const auto many = [](std::size_t elements) {
    std::string text = "<A>";
    for (std::size_t i = 1; i < elements; ++i) text += "<B/>";
    return text + "</A>";
  };
  CHECK(read_xml(many(kXmlElementsMost)));
  CHECK_FALSE(read_xml(many(kXmlElementsMost + 1)));
  const std::string name(kXmlNameBytesMost, 'n');
  CHECK(read_xml('<' + name + "/>"));
  CHECK_FALSE(read_xml("<n" + name + "/>"));
  CHECK_FALSE(read_xml("<A>" + std::string(kXmlBytesMost, 'x') + "</A>"));
}

}  // namespace countersign::http::xml_reader_test
