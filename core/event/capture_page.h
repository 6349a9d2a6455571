#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/schema.h"
#include "core/strong.h"
#include "core/terms.h"

// A client's settings of the page on which people capture for it. All of them are public, and none
// of them is personal data. core/client/page_rules.h says what is valid.
namespace countersign {

inline constexpr std::size_t kPageNameMax = 80;        // characters
inline constexpr std::size_t kConsentVersionMax = 64;  // characters
inline constexpr std::size_t kConsentTextMax = 8000;   // characters
inline constexpr std::size_t kReturnUrlMax = 1000;     // bytes
inline constexpr std::size_t kPageNextMax = 300;       // characters
inline constexpr std::size_t kPageLanguagesMax = 16;   // with texts of their own
inline constexpr std::size_t kPageDocumentsMax = 60;   // countries
inline constexpr std::size_t kReturnUrlsMax = 8;       // beside the first
inline constexpr std::uint64_t kLinkTtlMaxMs = std::uint64_t{30} * 24 * 60 * 60 * 1000;
inline constexpr std::uint32_t kLogoSideMax = 1024;  // pixels
// The size of the logo's file. In an event the file is base64url, 64,000 characters, so that the
// event stays below the longest entry of the log, 65,535 bytes.
inline constexpr std::size_t kLogoBytesMax = 48'000;

// The documents of one country that people may show.
struct AcceptedDocument {
  std::optional<std::string> country;  // ISO 3166-1 alpha-2, in upper case; none: every country
  std::vector<DocumentType> types;     // never empty; in the order of the page
  bool operator==(const AcceptedDocument&) const = default;
};
template <>
inline constexpr auto fields_of<AcceptedDocument> =
    fields(Field{"country", &AcceptedDocument::country}, Field{"types", &AcceptedDocument::types});
static_assert(record_is_sound<AcceptedDocument>);

// The texts of the page in one language. A member without a value takes the value for all
// languages.
struct PageTexts {
  std::string language;  // see is_language() of core/client/page_rules.h
  std::optional<std::string> name;
  std::optional<std::string> return_url;
  std::optional<std::string> next;
  bool operator==(const PageTexts&) const = default;
};
template <>
inline constexpr auto fields_of<PageTexts> = fields(Field{"language", &PageTexts::language},
                                                    Field{"name", &PageTexts::name},
                                                    Field{"returnUrl", &PageTexts::return_url},
                                                    Field{"next", &PageTexts::next});
static_assert(record_is_sound<PageTexts>);

// Addresses to which a session may lead people.
using ReturnAddresses = Strong<struct ReturnAddressesTag, std::vector<std::string>>;

struct CapturePage {
  std::optional<std::string> name;        // none: the page names nobody
  std::optional<std::string> accent;      // `#rrggbb` in lower case; with on_accent or not at all
  std::optional<std::string> on_accent;   // of text on the accent
  std::optional<std::string> return_url;  // where the page leads people at the end
  std::vector<DocumentType> document_types;  // that the page offers, in their order; empty: all
  bool links = true;                         // whether the creation of a session answers a link
  std::optional<std::string> next;           // what people read at the end: what comes next
  std::vector<AcceptedDocument> documents;   // by country; empty: document_types of every country
  std::vector<PageTexts> texts;              // at most one a language
  ReturnAddresses return_urls;               // further ones that a session may name
  std::optional<std::uint64_t> link_ttl_max_ms;  // of a session's link; none: kLinkTtlMaxMs
  bool operator==(const CapturePage&) const = default;
};
template <>
inline constexpr auto fields_of<CapturePage> =
    fields(Field{"name", &CapturePage::name},
           Field{"accent", &CapturePage::accent},
           Field{"onAccent", &CapturePage::on_accent},
           Field{"returnUrl", &CapturePage::return_url},
           Field{"documentTypes", &CapturePage::document_types},
           Field{"links", &CapturePage::links},
           Field{"next", &CapturePage::next},
           Field{"documents", &CapturePage::documents},
           Field{"texts", &CapturePage::texts},
           Field{"returnUrls", &CapturePage::return_urls},
           Field{"linkTtlMaxMs", &CapturePage::link_ttl_max_ms});
static_assert(record_is_sound<CapturePage>);

// A raster picture, as its file's header describes it.
struct LogoFile {
  ImageFormat format = ImageFormat::Png;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint64_t size_bytes = 0;
  Sha256 sha256;  // of the file
  bool operator==(const LogoFile&) const = default;
};
template <>
inline constexpr auto fields_of<LogoFile> = fields(Field{"contentType", &LogoFile::format},
                                                   Field{"width", &LogoFile::width},
                                                   Field{"height", &LogoFile::height},
                                                   Field{"sizeBytes", &LogoFile::size_bytes},
                                                   Field{"sha256", &LogoFile::sha256});
static_assert(record_is_sound<LogoFile>);

// Names one text that people consent to.
struct ConsentVersion {
  std::string version;  // the operator's label
  Sha256 sha256;        // of the text
  bool operator==(const ConsentVersion&) const = default;
};
template <>
inline constexpr auto fields_of<ConsentVersion> = fields(Field{"version", &ConsentVersion::version},
                                                         Field{"sha256", &ConsentVersion::sha256});
static_assert(record_is_sound<ConsentVersion>);

}  // namespace countersign
