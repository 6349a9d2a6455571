// GET /api/sdk/capture: what a page needs to begin.
#include <utility>
#include <vector>

#include "http/device/page/page_source.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

constexpr std::string_view kLogoPath = "/api/sdk/capture/logo";

struct Colours {
  std::string accent;
  std::string on_accent;
};
struct ConsentAsked {
  std::string version;
  std::string text;
};
struct Limits {
  std::uint64_t document_bytes;
  std::uint64_t frame_bytes;
  std::uint32_t frames;
};

struct PageAnswer {
  const Session& session;
  const Client& client;
  const ServiceSettings& settings;
  const std::optional<ConsentAsked>& consent;
};

Purpose purpose_of(const PageAnswer& answer) { return answer.session.purpose; }
UtcTime expiry_of(const PageAnswer& answer) { return answer.session.expires_at; }
const std::optional<std::string>& name_on(const PageAnswer& answer) {
  return answer.client.page.name;
}
const std::optional<std::string>& return_url_of(const PageAnswer& answer) {
  return answer.client.page.return_url;
}
const std::optional<ConsentAsked>& consent_of(const PageAnswer& answer) { return answer.consent; }

std::optional<std::string_view> logo_of(const PageAnswer& answer) {
  return answer.client.logo ? std::optional(kLogoPath) : std::nullopt;
}

std::optional<Colours> colours_of(const PageAnswer& answer) {
  const CapturePage& page = answer.client.page;
  if (!page.accent || !page.on_accent) return std::nullopt;
  return Colours{*page.accent, *page.on_accent};
}

bool consent_is_given(const PageAnswer& answer) {
  return answer.client.consent && answer.session.consent &&
         answer.session.consent->text == answer.client.consent->consent;
}

std::vector<DocumentType> document_types_of(const PageAnswer& answer) {
  if (!answer.client.page.document_types.empty()) return answer.client.page.document_types;
  std::vector<DocumentType> all;
  for (const auto& entry : enum_names<DocumentType>) all.push_back(entry.value);
  return all;
}

Limits limits_of(const PageAnswer& answer) {
  const ServiceSettings& settings = answer.settings;
  return {settings.max_document_bytes, settings.max_frame_bytes, settings.max_frames};
}

}  // namespace

template <>
constexpr auto members_of<Colours> =
    members(Member{"accent", &Colours::accent, "`#rrggbb`"},
            Member{"onAccent", &Colours::on_accent, "Of text on the accent, `#rrggbb`."});

template <>
constexpr auto members_of<ConsentAsked> =
    members(Member{"version", &ConsentAsked::version, "To be sent with the consent."},
            Member{"text", &ConsentAsked::text, "Plain text of several lines."});

template <>
constexpr auto members_of<Limits> =
    members(Member{"maxDocumentBytes", &Limits::document_bytes, "Of a document's image."},
            Member{"maxFrameBytes", &Limits::frame_bytes, "Of one frame."},
            Member{"maxFrames", &Limits::frames, "Of one recording."});

template <>
constexpr auto members_of<PageAnswer> =
    members(Member{"purpose", purpose_of},
            Member{"expiresAt", expiry_of, "When the session ends."},
            Member{"clientName", name_on, "For whom people capture."},
            Member{"logo", logo_of, "The path of the client's logo."},
            Member{"colours", colours_of},
            Member{"consent", consent_of, "What people are asked to consent to."},
            Member{"consentGiven", consent_is_given, "Whether this session has that consent."},
            Member{"returnUrl", return_url_of, "Where the page leads people at the end."},
            Member{"documentTypes", document_types_of, "The types that the page offers."},
            Member{"limits", limits_of});

namespace {

void reply(DeviceService& service,
           const CallPtr& call,
           const Session& session,
           const Client& client) {
  std::optional<ConsentAsked> consent;
  if (client.consent) {
    auto changed = client_event<ConsentTextChanged>(service, client.consent->event);
    if (!changed) return call->refuse(changed.error());
    consent = ConsentAsked{client.consent->consent.version, std::move(changed->text)};
  }
  call->reply_json(200, json_of(PageAnswer{session, client, service.settings, consent}));
}

}  // namespace

void get_capture_page(DeviceService& service, const CallPtr& call, const DeviceSession& device) {
  auto client = client_of_session(service, device);
  if (!client) return call->refuse(client.error());
  const ClientKey key = client->key;
  answer_from_disk(
      service, call, key, [&service, call, session = device.session, client = *std::move(client)] {
        reply(service, call, session, client);
      });
}

Schema capture_page_schema() { return answer_schema_of<PageAnswer>("CapturePage"); }

}  // namespace countersign::http
