#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/capture_page.h"

// The rules for the settings of a client's capture page. Pure.
namespace countersign {

// A name or a version label: 1 to `characters_max` characters, all printable, and no space at
// either end. core/text/printable.h excludes control characters and all that reorders text.
bool is_label(std::string_view text, std::size_t characters_max);

// A text of several lines: 1 to `characters_max` characters, with something to read among them.
// Each is printable, a tab, a line feed, a carriage return, or one of the marks U+061C, U+200E and
// U+200F, which right-to-left texts need and which override nothing (UAX #9, section 2.6).
bool is_plain_text(std::string_view text, std::size_t characters_max);

// The language subtag of BCP 47 (RFC 5646, section 2.2.1) in its shortest forms: two or three
// letters, in lower case.
bool is_language(std::string_view text);

// Two letters in upper case, as ISO 3166-1 alpha-2 has them. Whether there is such a country is not
// asked, since there are new ones.
bool is_country(std::string_view text);

// Whether the list is one that a page can offer: at most kPageDocumentsMax entries, each with a
// type, no country twice and no type twice in one.
bool are_documents(const std::vector<AcceptedDocument>& documents);

// Whether the page's own documents have all of these: each type of each country. A page without
// documents has its documentTypes in every country, and without those every type.
bool offers(const CapturePage& page, const std::vector<AcceptedDocument>& documents);

// The page as people of this language see it, with the texts that are their own in place of the
// others.
CapturePage page_in(const CapturePage& page, std::string_view language);

// Whether the page leads people to this address in any language, or may where a session names it.
bool has_return_url(const CapturePage& page, std::string_view url);

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool operator==(const Colour&) const = default;
};
// Reads `#rrggbb`, in digits of either case.
std::optional<Colour> parse_colour(std::string_view text);
// Returns `#rrggbb` in lower case.
std::string to_text(const Colour& colour);

// The contrast ratio of WCAG 2.2, from 1 (equal) to 21 (black and white), in either order.
double contrast_of(const Colour& one, const Colour& other);
// WCAG 2.2, success criterion 1.4.3: the least for text of ordinary size.
inline constexpr double kContrastMin = 4.5;

}  // namespace countersign
