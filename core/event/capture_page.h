#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/schema.h"
#include "core/terms.h"

// What a client says about the page on which people capture for it. All of it is public, and none
// of it is personal data. core/client/page_rules.h says what is valid.
namespace countersign {

inline constexpr std::size_t kPageNameMax = 80;        // characters
inline constexpr std::size_t kConsentVersionMax = 64;  // characters
inline constexpr std::size_t kConsentTextMax = 8000;   // characters
inline constexpr std::size_t kReturnUrlMax = 1000;     // bytes
inline constexpr std::uint32_t kLogoSideMax = 1024;    // pixels
// Of the file. In an event it is base64url, 64,000 characters, so that the event stays below the
// longest entry of the log, 65,535 bytes.
inline constexpr std::size_t kLogoBytesMax = 48'000;

struct CapturePage {
  std::optional<std::string> name;        // none: the page names nobody
  std::optional<std::string> accent;      // `#rrggbb` in lower case; with on_accent or not at all
  std::optional<std::string> on_accent;   // of text on the accent
  std::optional<std::string> return_url;  // where the page leads people at the end
  std::vector<DocumentType> document_types;  // that the page offers, in their order; empty: all
  bool links = true;                         // whether the creation of a session answers a link
  bool operator==(const CapturePage&) const = default;
};
template <>
inline constexpr auto fields_of<CapturePage> = fields(Field{"name", &CapturePage::name},
                                                      Field{"accent", &CapturePage::accent},
                                                      Field{"onAccent", &CapturePage::on_accent},
                                                      Field{"returnUrl", &CapturePage::return_url},
                                                      Field{"documentTypes",
                                                            &CapturePage::document_types},
                                                      Field{"links", &CapturePage::links});
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
