#include "http/operator/operations/operations_page.h"

#include <algorithm>
#include <utility>

#include "core/client/page_rules.h"
#include "core/inspection/decode/image_header.h"
#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "http/answers/accepted_documents.h"
#include "http/operator/operation_list.h"
#include "http/wire/return_address.h"

// The operation on a client's capture page: what it shows, its logo, the text that people consent
// to.
namespace countersign::http {
namespace {

struct ShownPage {
  Client client;
  static Schema schema();
};

const std::optional<ClientLogo>& logo_of(const ShownPage& shown) { return shown.client.logo; }
const std::optional<ClientConsent>& consent_of(const ShownPage& shown) {
  return shown.client.consent;
}
const std::vector<LanguageConsent>& consents_on(const ShownPage& shown) {
  return shown.client.consents_in;
}
const std::vector<PageTexts>& texts_on(const ShownPage& shown) { return shown.client.page.texts; }

}  // namespace

template <>
constexpr auto members_of<ClientLogo> =
    members_through(&ClientLogo::file,
                    members(Member{"contentType", &LogoFile::format},
                            Member{"width", &LogoFile::width, "In pixels."},
                            Member{"height", &LogoFile::height, "In pixels."},
                            Member{"sizeBytes", &LogoFile::size_bytes},
                            Member{"sha256", &LogoFile::sha256, "Of the file."}));

template <>
constexpr auto members_of<ClientConsent> =
    members_through(&ClientConsent::consent,
                    members(Member{"version", &ConsentVersion::version},
                            Member{"sha256", &ConsentVersion::sha256, "Of the text."}));

template <>
constexpr auto members_of<LanguageConsent> =
    std::tuple_cat(members(Member{"language", &LanguageConsent::language}),
                   members_through(&LanguageConsent::text, members_of<ClientConsent>));

template <>
constexpr auto members_of<PageTexts> = members(Member{"language", &PageTexts::language},
                                               Member{"name", &PageTexts::name},
                                               Member{"returnUrl", &PageTexts::return_url},
                                               Member{"next", &PageTexts::next});

template <>
constexpr auto members_of<ShownPage> = std::tuple_cat(
    members_through(&ShownPage::client, members(Member{"clientKey", &Client::key})),
    members_through(&ShownPage::client, members_through(&Client::page, members_of<CapturePage>)),
    members(Member{"logo", logo_of},
            Member{"consent", consent_of},
            Member{"texts", texts_on, "Of single languages, in place of those above."},
            Member{"consents", consents_on, "Of single languages, in place of the one above."}));
Schema ShownPage::schema() { return schema_of<ShownPage>("ClientPage"); }

namespace {

using Fault = std::optional<Problem>;

Problem invalid(std::string_view field, std::string detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::move(detail),
          .field = std::string(field)};
}

// Brings the colours into their one form.
Fault take_colours(CapturePage& page) {
  if (!page.accent && !page.on_accent) return std::nullopt;
  if (!page.accent || !page.on_accent) {
    return invalid("accent", "The members accent and onAccent are given together, or neither.");
  }
  const auto accent = parse_colour(*page.accent);
  if (!accent) return invalid("accent", "The accent must be # and six hexadecimal digits.");
  const auto on_accent = parse_colour(*page.on_accent);
  if (!on_accent) return invalid("onAccent", "The onAccent must be # and six hexadecimal digits.");
  if (contrast_of(*accent, *on_accent) < kContrastMin) {
    return invalid("onAccent",
                   "The contrast of accent and onAccent is below 4.5 to 1 (WCAG 2.2, 1.4.3).");
  }
  page.accent = to_text(*accent);
  page.on_accent = to_text(*on_accent);
  return std::nullopt;
}

Fault take_page(CapturePage& page) {
  if (page.name && !is_label(*page.name, kPageNameMax)) {
    return invalid("name",
                   "The name must have at most 80 characters, none of which controls or reorders "
                   "text, and no space at its ends.");
  }
  constexpr const char* kAddress =
      "The address must be an https URL, or http of this machine, in visible ASCII.";
  if (page.return_url && !is_return_address(*page.return_url))
    return invalid("returnUrl", kAddress);
  if (!std::ranges::all_of(page.return_urls.value(), is_return_address)) {
    return invalid("returnUrls", kAddress);
  }
  if (page.next && !is_plain_text(*page.next, kPageNextMax)) {
    return invalid("next",
                   "The text must have at most 300 characters, none of which controls or overrides "
                   "the direction of text.");
  }
  if (page.link_ttl_max_ms && *page.link_ttl_max_ms < kLinkTtlMinMs) {
    return invalid("linkTtlMaxMs", "The time must be at least a minute.");
  }
  return take_colours(page);
}

// The present logo if the input has none.
Result<ChangeLogo, Problem> logo_change(const ChangedPage& input,
                                        const Client& client,
                                        UtcTime at) {
  ChangeLogo change{.at = at};
  if (!input.logo) return change;
  if (input.logo->empty()) {
    change.logo = client.logo->file;
    return change;
  }
  const auto bytes = from_base64(*input.logo);
  if (!bytes) return invalid("logo", "The member must be base64 with padding.");
  const auto header = read_image_header(*bytes);
  if (!header) return invalid("logo", "The file must be a whole PNG, JPEG or WebP picture.");
  if (header->animated) return invalid("logo", "The picture must not be animated.");
  if (bytes->size() > kLogoBytesMax || header->width > kLogoSideMax ||
      header->height > kLogoSideMax) {
    return invalid("logo",
                   "The picture may have at most 48000 bytes, and 1024 pixels a side; it has " +
                       std::to_string(bytes->size()) + " bytes and " +
                       std::to_string(header->width) + " x " + std::to_string(header->height) +
                       " pixels.");
  }
  change.logo = LogoFile{.format = header->format,
                         .width = header->width,
                         .height = header->height,
                         .size_bytes = bytes->size(),
                         .sha256 = Sha256(sha256(*bytes))};
  change.bytes = to_base64url(*bytes);
  return change;
}

std::optional<ConsentVersion> own_consent(const Client& client,
                                          const std::optional<std::string>& language) {
  if (!language) return client.consent ? std::optional(client.consent->consent) : std::nullopt;
  const auto own = std::ranges::find(client.consents_in, *language, &LanguageConsent::language);
  return own == client.consents_in.end() ? std::nullopt : std::optional(own->text.consent);
}

// The texts of one language as a page, which is the form of the input.
CapturePage page_of_language(const Client& client, const std::string& language) {
  CapturePage page;
  const auto& texts = client.page.texts;
  const auto own = std::ranges::find(texts, language, &PageTexts::language);
  if (own == texts.end()) return page;
  page.name = own->name;
  page.return_url = own->return_url;
  page.next = own->next;
  return page;
}

// The client's page with the texts of one language changed to those of the input.
CapturePage with_language(const CapturePage& present,
                          const std::string& language,
                          const CapturePage& own) {
  CapturePage page = present;
  std::erase_if(page.texts, [&](const PageTexts& texts) { return texts.language == language; });
  if (own.name || own.return_url || own.next) {
    page.texts.push_back({language, own.name, own.return_url, own.next});
  }
  return page;
}

// The members of a page that are the same in every language.
bool is_of_one_language(const ChangedPage& input) {
  CapturePage rest = input.page;
  rest.name.reset();
  rest.return_url.reset();
  rest.next.reset();
  return rest == CapturePage() && !input.logo;
}

// The present text if the input has none.
Result<ChangeConsentText, Problem> consent_change(const ChangedPage& input,
                                                  const Client& client,
                                                  UtcTime at) {
  ChangeConsentText change{.at = at, .language = input.language};
  const bool unchanged = input.consent_text && input.consent_text->value().empty();
  const auto present = own_consent(client, input.language);
  if (unchanged && present && input.consent_version == present->version) {
    change.consent = present;
    return change;
  }
  if (!input.consent_text && !input.consent_version) return change;
  if (!input.consent_text || !input.consent_version || unchanged) {
    return invalid("consentVersion",
                   "The members consentText and consentVersion are given together.");
  }
  if (!is_label(*input.consent_version, kConsentVersionMax)) {
    return invalid("consentVersion",
                   "The version must have at most 64 characters, none of which controls or "
                   "reorders text, and no space at its ends.");
  }
  const std::string& text = input.consent_text->value();
  if (!is_plain_text(text, kConsentTextMax)) {
    return invalid("consentText",
                   "The text must have at most 8000 characters, none of which controls or "
                   "overrides the direction of text.");
  }
  change.consent = ConsentVersion{*input.consent_version, Sha256(sha256(text))};
  change.text = text;
  return change;
}

Result<Client, Problem> client_with_page(const OperationContext& context, const ClientKey& key) {
  auto client = context.data.queries().client(key);
  if (!client) return problem_of(client.error());
  if (!*client) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The client does not exist."};
  }
  return std::move(**client);
}

// The input with what the client has where the input says nothing.
ChangedPage over_present(const Client& client, const std::optional<std::string>& language) {
  ChangedPage page{.client = client.key,
                   .language = language,
                   .page = language ? page_of_language(client, *language) : client.page};
  if (client.logo && !language) page.logo = "";
  if (const auto consent = own_consent(client, language)) {
    page.consent_version = consent->version;
    page.consent_text = PlainText();
  }
  return page;
}

// A change that leaves the client as it is needs no event.
Fault carry_out_change(const OperationContext& context,
                       const Client& client,
                       ClientCommand command) {
  const auto decision = decide(client, command);
  if (!decision && decision.error().why == Refusal::NothingToDo) return std::nullopt;
  const auto done = carry_out(context, stream_of(client.key), std::move(command));
  return done ? std::nullopt : Fault(done.error());
}

// Brings the input for one language into the form of one for all.
Fault take_language(ChangedPage& input, const Client& client) {
  if (!is_language(*input.language)) {
    return invalid("language", "The language must be two or three small letters, such as de.");
  }
  if (!is_of_one_language(input)) {
    return invalid("language",
                   "A language has a name, a returnUrl, a next and a consent of its own; what else "
                   "the call changes is the same in every language.");
  }
  input.page = with_language(client.page, *input.language, input.page);
  if (client.logo) input.logo = "";
  if (input.page.texts.size() <= kPageLanguagesMax) return std::nullopt;
  return invalid("language", "A page has texts of its own in at most 16 languages.");
}

// Judges all parts before it changes the first. Each part is an event of its own, so after a
// failure of the machine some may have changed; repeating the call changes the rest.
Fault change_all(const OperationContext& context, const Client& client, ChangedPage& input) {
  const UtcTime now = context.data.clock().now();
  if (auto fault = take_page(input.page)) return fault;
  if (input.language) {
    if (auto fault = take_language(input, client)) return fault;
  }
  auto logo = logo_change(input, client, now);
  if (!logo) return logo.error();
  auto consent = consent_change(input, client, now);
  if (!consent) return consent.error();
  // Only the consent text, of the three, can be refused because of the client's state.
  const ChangeCapturePage page{.at = now, .page = input.page};
  for (ClientCommand command :
       {ClientCommand(*std::move(consent)), ClientCommand(page), ClientCommand(*std::move(logo))}) {
    if (auto fault = carry_out_change(context, client, std::move(command))) return fault;
  }
  return std::nullopt;
}

// Reads the input once to judge it, and once more over what the client has.
OperationResult change_page(const OperationContext& context, std::string_view text) {
  ChangedPage input{};
  if (const auto problem = read_body(text, input, kOperationBody)) return *problem;
  const auto client = client_with_page(context, input.client);
  if (!client) return client.error();
  if (client->disabled) {
    return Problem{.code = ProblemCode::Conflict,
                   .detail = "The client is disabled, which cannot be undone; add another one."};
  }
  input = over_present(*client, input.language);
  read_body(text, input, kOperationBody);
  if (const auto fault = change_all(context, *client, input)) return *fault;
  auto changed = client_with_page(context, client->key);
  if (!changed) return changed.error();
  return json_of(ShownPage{*std::move(changed)});
}

constexpr Operation kPageOperations[] = {
    {"client page",
     "Change what a client's capture page shows, or, without a change, show it.",
     change_page,
     record_schema<ChangedPage>,
     record_schema<ShownPage>},
};

}  // namespace

std::span<const Operation> page_operations() { return kPageOperations; }

}  // namespace countersign::http
