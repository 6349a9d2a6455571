#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "core/client/page_rules.h"
#include "core/event/capture_page.h"
#include "core/ids.h"
#include "http/answers/accepted_documents.h"
#include "http/body/body_of.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The input of the operation on a client's capture page.
namespace countersign::http {

inline constexpr std::uint64_t kCharacterBytesMax = 4;  // RFC 3629

inline constexpr std::uint64_t kLinkTtlMinMs = 60'000;

// More than the longest logo, so that a file that is somewhat too large gets a sentence of its own.
inline constexpr std::uint64_t kLogoTextMax = 100'000;

// Without the texts of single languages, which change one at a time.
template <>
inline constexpr auto members_of<CapturePage> = members(
    Member{"name",
           &CapturePage::name,
           "For whom people capture: at most 80 characters.",
           {.max_length = kPageNameMax * kCharacterBytesMax}},
    Member{"accent", &CapturePage::accent, "The colour of buttons, `#rrggbb`; with `onAccent`."},
    Member{"onAccent",
           &CapturePage::on_accent,
           "The colour of text on the accent; their contrast is at least 4.5 (WCAG)."},
    Member{"returnUrl",
           &CapturePage::return_url,
           "Where the page leads people at the end: https, or http of this machine.",
           {.max_length = kReturnUrlMax}},
    Member{"documentTypes",
           &CapturePage::document_types,
           "The types that the page offers, in this order; none: all.",
           {.null_empties = true}},
    Member{"links", &CapturePage::links, "Whether the creation of a session answers `captureUrl`."},
    Member{"next",
           &CapturePage::next,
           "What people read at the end: what comes next. At most 300 characters.",
           {.max_length = kPageNextMax * kCharacterBytesMax}},
    Member{"documents",
           &CapturePage::documents,
           kDocumentsMeaning,
           {.max_items = kPageDocumentsMax, .null_empties = true}},
    Member{"returnUrls",
           &CapturePage::return_urls,
           "Further addresses that a session may name as its returnUrl.",
           {.max_length = kReturnUrlMax,
            .max_items = kReturnUrlsMax,
            .format = "uri",
            .null_empties = true}},
    Member{"linkTtlMaxMs",
           &CapturePage::link_ttl_max_ms,
           "The longest that a session's link may live; none: 30 days.",
           {.minimum = kLinkTtlMinMs, .maximum = kLinkTtlMaxMs}});

// The input over what the client has: what is absent from the input keeps its value. An empty logo
// or text stands for the client's own, because an input is never empty.
struct ChangedPage {
  ClientKey client;
  std::optional<std::string> language{};
  CapturePage page{};
  std::optional<std::string> logo{};  // the file in base64
  std::optional<std::string> consent_version{};
  std::optional<PlainText> consent_text{};
};
template <>
inline constexpr auto members_of<ChangedPage> = std::tuple_cat(
    members(Member{"clientKey", &ChangedPage::client},
            Member{"language",
                   &ChangedPage::language,
                   "With it the name, returnUrl, next and consent of the call are those of this "
                   "language alone: two or three small letters.",
                   {.left_out = true, .max_length = 3, .pattern = "^[a-z]{2,3}$"}}),
    members_through(&ChangedPage::page, members_left_out(members_of<CapturePage>)),
    members_left_out(
        members(Member{"logo",
                       &ChangedPage::logo,
                       "A PNG, JPEG or WebP file in base64 with padding (RFC 4648): at most 48000 "
                       "bytes, and 1024 pixels a side.",
                       {.max_length = kLogoTextMax}},
                Member{"consentVersion",
                       &ChangedPage::consent_version,
                       "The name of the consent text; with `consentText`. At most 64 characters.",
                       {.max_length = kConsentVersionMax * kCharacterBytesMax}},
                Member{"consentText",
                       &ChangedPage::consent_text,
                       "What people consent to: at most 8000 characters, with line feeds.",
                       {.max_length = kConsentTextMax * kCharacterBytesMax}})));

}  // namespace countersign::http
