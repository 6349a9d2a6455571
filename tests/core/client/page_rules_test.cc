#include "core/client/page_rules.h"

#include <doctest/doctest.h>

namespace countersign::page_rules_test {

double contrast(std::string_view one, std::string_view other) {
  const auto first = parse_colour(one);
  const auto second = parse_colour(other);
  REQUIRE(first);
  REQUIRE(second);
  return contrast_of(*first, *second);
}

std::string times(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

// The greys are the example that Understanding SC 1.4.3 gives for the boundary: #767676 on white is
// the lightest that passes. Blue and red are those of WebAIM's contrast checker.
TEST_CASE("the contrast is that of WCAG, on published examples") {
  CHECK(contrast("#000000", "#ffffff") == doctest::Approx(21.0));
  CHECK(contrast("#123456", "#123456") == doctest::Approx(1.0));
  CHECK(contrast("#777777", "#ffffff") == doctest::Approx(4.48).epsilon(0.002));
  CHECK(contrast("#767676", "#ffffff") == doctest::Approx(4.54).epsilon(0.002));
  CHECK(contrast("#0000ff", "#ffffff") == doctest::Approx(8.59).epsilon(0.002));
  CHECK(contrast("#ff0000", "#ffffff") == doctest::Approx(4.00).epsilon(0.002));
  CHECK(contrast("#ffffff", "#767676") == contrast("#767676", "#ffffff"));
  CHECK(contrast("#777777", "#ffffff") < kContrastMin);
  CHECK(contrast("#767676", "#ffffff") > kContrastMin);
}

TEST_CASE("a colour is # and six hexadecimal digits, and is written in lower case") {
  const auto colour = parse_colour("#A0b1C2");
  REQUIRE(colour);
  CHECK(*colour == Colour{0xA0, 0xB1, 0xC2});
  CHECK(to_text(*colour) == "#a0b1c2");
  for (const char* text :
       {"", "#", "#fff", "a0b1c2", "#a0b1c", "#a0b1c2d", "#a0b1cg", "#+0b1c2", " #a0b1c2", "red"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_colour(text));
  }
}

TEST_CASE("a name has a bounded number of characters and nothing that controls or reorders text") {
  CHECK(is_label("Acme Bank", 80));
  CHECK(is_label("Банк Ромашка", 80));
  CHECK(is_label("بنك المثال", 80));
  CHECK(is_label(times("é", 80), 80));  // characters are counted, not bytes
  CHECK_FALSE(is_label(times("é", 81), 80));
  for (const char* text : {"",
                           " Acme",
                           "Acme ",
                           "Ac\nme",
                           "Ac\x1bme",
                           "Ac\x7fme",
                           "Acme\u202Egnp.exe",  // right-to-left override
                           "Acme\u2066",         // isolate
                           "Acme\u2028",         // line separator
                           "\uFEFF"
                           "Acme",
                           "Ac\xC3me"}) {  // not UTF-8
    CAPTURE(text);
    CHECK_FALSE(is_label(text, 80));
  }
}

TEST_CASE("a consent text may have lines and marks of direction, and overrides nothing") {
  CHECK(is_plain_text("I agree.\r\n\r\n\tTo all of it.\n", 8000));
  CHECK(is_plain_text("أوافق\u200F (OK\u200E)", 8000));
  CHECK(is_plain_text(times("€", 8000), 8000));
  CHECK_FALSE(is_plain_text(times("€", 8001), 8000));
  for (const char* text : {"",
                           " ",
                           "\n\t\r\n",
                           "\u200F",
                           "a\u202Eb",
                           "a\u2067b",
                           "a\x01",
                           "a\x1b[2J",
                           "\uFEFF"
                           "a",
                           "a\xFF"}) {
    CAPTURE(text);
    CHECK_FALSE(is_plain_text(text, 8000));
  }
}

TEST_CASE("languages and countries have the forms of their standards") {
  for (const std::string_view good : {"de", "pt", "yue"}) CHECK(is_language(good));
  for (const std::string_view bad : {"", "d", "DE", "deut", "de-AT", "d1"}) {
    CHECK_FALSE(is_language(bad));
  }
  for (const std::string_view good : {"DE", "FR"}) CHECK(is_country(good));
  for (const std::string_view bad : {"", "de", "DEU", "D1", "D"}) CHECK_FALSE(is_country(bad));
}

TEST_CASE("a list of documents has each country once, each with types") {
  using enum DocumentType;
  CHECK(are_documents({}));
  CHECK(are_documents({{"DE", {IdCard, Passport}}, {std::nullopt, {Passport}}}));
  CHECK_FALSE(are_documents({{"DE", {}}}));
  CHECK_FALSE(are_documents({{"DE", {IdCard, IdCard}}}));
  CHECK_FALSE(are_documents({{"DE", {IdCard}}, {"DE", {Passport}}}));
  CHECK_FALSE(are_documents({{std::nullopt, {IdCard}}, {std::nullopt, {Passport}}}));
  CHECK_FALSE(are_documents({{"Germany", {IdCard}}}));
}

TEST_CASE("a session is offered no document that its client's page does not offer") {
  using enum DocumentType;
  CapturePage page;
  CHECK(offers(page, {{"DE", {IdCard}}, {std::nullopt, {Passport}}}));
  page.document_types = {Passport};
  CHECK(offers(page, {{"DE", {Passport}}}));
  CHECK_FALSE(offers(page, {{"DE", {IdCard}}}));
  page.documents = {{"DE", {IdCard}}, {std::nullopt, {Passport}}};
  CHECK(offers(page, {}));
  CHECK(offers(page, {{"DE", {IdCard, Passport}}, {"FR", {Passport}}}));
  CHECK_FALSE(offers(page, {{"FR", {IdCard}}}));
  CHECK_FALSE(offers(page, {{std::nullopt, {IdCard}}}));
  page.documents.pop_back();
  CHECK_FALSE(offers(page, {{std::nullopt, {IdCard}}}));
}

TEST_CASE("a language's own texts stand in place of the page's") {
  CapturePage page;
  page.name = "Bank";
  page.next = "By mail.";
  page.return_url = "https://bank.example/en";
  page.texts = {{"de", "Die Bank", "https://bank.example/de", std::nullopt}};
  page.return_urls = ReturnAddresses({"https://bank.example/app"});
  const CapturePage german = page_in(page, "de");
  CHECK(german.name == "Die Bank");
  CHECK(german.next == "By mail.");
  CHECK(german.return_url == "https://bank.example/de");
  CHECK(page_in(page, "fr") == page);
  for (const char* url : {"en", "de", "app"}) {
    CHECK(has_return_url(page, std::string("https://bank.example/") + url));
  }
  CHECK_FALSE(has_return_url(page, "https://bank.example/"));
}

}  // namespace countersign::page_rules_test
