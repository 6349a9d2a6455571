#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/client/client_event.h"
#include "core/session/session_event.h"

// The events about capture pages and links as they were in earlier versions, for older_events.h.
namespace countersign {

// Before links had a time of their own, and a session its language, documents and return address.
struct SessionCreatedV1 {
  ClientKey client;
  Purpose purpose = Purpose::FullCapture;
  TokenHash token;
  UtcTime expires_at;
  std::uint32_t attempts_allowed = 0;
  std::optional<std::string> user_ref;
  std::vector<std::string> origin_allowlist;
  bool sandbox = false;
};
template <>
inline constexpr auto fields_of<SessionCreatedV1> =
    fields(Field{"client", &SessionCreatedV1::client},
           Field{"purpose", &SessionCreatedV1::purpose},
           Field{"token", &SessionCreatedV1::token},
           Field{"expiresAt", &SessionCreatedV1::expires_at},
           Field{"attemptsAllowed", &SessionCreatedV1::attempts_allowed},
           Field{"userRef", &SessionCreatedV1::user_ref},
           Field{"originAllowlist", &SessionCreatedV1::origin_allowlist},
           Field{"sandbox", &SessionCreatedV1::sandbox});
static_assert(record_is_sound<SessionCreatedV1>);

struct DeviceJoinedV1 {
  JoinedBy how = JoinedBy::Link;
  CodeHash code;
  TokenHash token;
};
template <>
inline constexpr auto fields_of<DeviceJoinedV1> = fields(Field{"how", &DeviceJoinedV1::how},
                                                         Field{"code", &DeviceJoinedV1::code},
                                                         Field{"token", &DeviceJoinedV1::token});
static_assert(record_is_sound<DeviceJoinedV1>);

// Before a page had texts of each language, documents of each country and several addresses.
struct CapturePageV1 {
  std::optional<std::string> name;
  std::optional<std::string> accent;
  std::optional<std::string> on_accent;
  std::optional<std::string> return_url;
  std::vector<DocumentType> document_types;
  bool links = true;
};
template <>
inline constexpr auto fields_of<CapturePageV1> =
    fields(Field{"name", &CapturePageV1::name},
           Field{"accent", &CapturePageV1::accent},
           Field{"onAccent", &CapturePageV1::on_accent},
           Field{"returnUrl", &CapturePageV1::return_url},
           Field{"documentTypes", &CapturePageV1::document_types},
           Field{"links", &CapturePageV1::links});
static_assert(record_is_sound<CapturePageV1>);

struct CapturePageChangedV1 {
  CapturePageV1 page;
};
template <>
inline constexpr auto fields_of<CapturePageChangedV1> = fields(Field{"page",
                                                                     &CapturePageChangedV1::page});
static_assert(record_is_sound<CapturePageChangedV1>);

struct ConsentTextChangedV1 {
  std::optional<ConsentVersion> consent;
  std::string text;
};
template <>
inline constexpr auto fields_of<ConsentTextChangedV1> = fields(
    Field{"consent", &ConsentTextChangedV1::consent}, Field{"text", &ConsentTextChangedV1::text});
static_assert(record_is_sound<ConsentTextChangedV1>);

inline SessionCreated created_with_one_time(const SessionCreatedV1& old) {
  SessionCreated event;
  event.client = old.client;
  event.purpose = old.purpose;
  event.token = old.token;
  event.expires_at = old.expires_at;
  event.attempts_allowed = old.attempts_allowed;
  event.user_ref = old.user_ref;
  event.origin_allowlist = old.origin_allowlist;
  event.sandbox = old.sandbox;
  return event;
}
inline DeviceJoined joined_with_one_time(const DeviceJoinedV1& old) {
  return {old.how, old.code, old.token, std::nullopt};
}
inline CapturePageChanged page_of_all_languages(const CapturePageChangedV1& old) {
  CapturePageChanged event;
  event.page.name = old.page.name;
  event.page.accent = old.page.accent;
  event.page.on_accent = old.page.on_accent;
  event.page.return_url = old.page.return_url;
  event.page.document_types = old.page.document_types;
  event.page.links = old.page.links;
  return event;
}
inline ConsentTextChanged text_of_all_languages(const ConsentTextChangedV1& old) {
  return {old.consent, old.text, std::nullopt};
}

}  // namespace countersign
