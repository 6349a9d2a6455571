// The command on what a client's capture page shows.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/check.h"
#include "core/event/capture_page.h"
#include "core/machine/files/held_folder.h"
#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "core/text/utf8.h"
#include "tools/command/command.h"
#include "tools/options/name_option.h"
#include "tools/options/settings_option.h"

namespace countersign {

// The fields that `client page --clear` can remove from a page.
enum class PageField : std::uint8_t {
  Name,
  Logo,
  Colours,
  Consent,
  ReturnUrl,
  Documents,
  Next,
  Countries,
  ReturnUrls,
  LinkTtl,
};
template <>
inline constexpr auto enum_names<PageField> = std::to_array<Named<PageField>>({
    {PageField::Name, "name"},
    {PageField::Logo, "logo"},
    {PageField::Colours, "colours"},
    {PageField::Consent, "consent"},
    {PageField::ReturnUrl, "return-url"},
    {PageField::Documents, "documents"},
    {PageField::Next, "next"},
    {PageField::Countries, "countries"},
    {PageField::ReturnUrls, "further-return-urls"},
    {PageField::LinkTtl, "link-ttl-max"},
});

enum class Switch : std::uint8_t { On, Off };
template <>
inline constexpr auto enum_names<Switch> = std::to_array<Named<Switch>>({
    {Switch::On, "on"},
    {Switch::Off, "off"},
});

namespace {

// The options of a client's capture page. An option that was not given is not sent.
struct PageOptions {
  std::string key;
  std::optional<std::string> name;
  std::optional<std::string> logo_file;
  std::optional<std::string> accent;
  std::optional<std::string> on_accent;
  std::optional<std::string> consent_file;
  std::optional<std::string> consent_version;
  std::optional<std::string> return_url;
  std::optional<std::string> language;
  std::optional<std::string> next;
  std::vector<std::string> return_urls;
  std::vector<std::string> countries;  // COUNTRY=TYPES
  std::chrono::milliseconds link_ttl_max{0};
  bool has_link_ttl_max = false;
  std::vector<DocumentType> documents;
  std::optional<Switch> links;
  std::vector<PageField> cleared;
};

// The members of the input that have the field.
std::vector<const char*> members_with(PageField field) {
  switch (field) {
    case PageField::Name:
      return {"name"};
    case PageField::Logo:
      return {"logo"};
    case PageField::Colours:
      return {"accent", "onAccent"};
    case PageField::Consent:
      return {"consentText", "consentVersion"};
    case PageField::ReturnUrl:
      return {"returnUrl"};
    case PageField::Documents:
      return {"documentTypes"};
    case PageField::Next:
      return {"next"};
    case PageField::Countries:
      return {"documents"};
    case PageField::ReturnUrls:
      return {"returnUrls"};
    case PageField::LinkTtl:
      return {"linkTtlMaxMs"};
  }
  check(false, "a field of a page is an enumerator of PageField");
  return {};
}

void write_text(JsonWriter& json, const char* name, const std::optional<std::string>& value) {
  if (value) json.member(name, *value);
}

// Returns why a file cannot be sent, or nullopt.
std::optional<std::string> write_files(JsonWriter& json, const PageOptions& options) {
  if (options.logo_file) {
    const auto bytes = read_named_file(*options.logo_file, kLogoBytesMax);
    if (!bytes) return bytes.error().why;
    json.member("logo", to_base64(*bytes));
  }
  if (!options.consent_file) return std::nullopt;
  constexpr std::size_t kCharacterBytesMax = 4;
  const auto text = read_named_file(*options.consent_file, kConsentTextMax * kCharacterBytesMax);
  if (!text) return text.error().why;
  if (!is_utf8(*text)) return "the consent text in " + *options.consent_file + " is not UTF-8";
  json.member("consentText", *text);
  return std::nullopt;
}

bool is_given(const PageOptions& options, PageField field) {
  switch (field) {
    case PageField::Name:
      return options.name.has_value();
    case PageField::Logo:
      return options.logo_file.has_value();
    case PageField::Colours:
      return options.accent || options.on_accent;
    case PageField::Consent:
      return options.consent_file || options.consent_version;
    case PageField::ReturnUrl:
      return options.return_url.has_value();
    case PageField::Documents:
      return !options.documents.empty();
    case PageField::Next:
      return options.next.has_value();
    case PageField::Countries:
      return !options.countries.empty();
    case PageField::ReturnUrls:
      return !options.return_urls.empty();
    case PageField::LinkTtl:
      return options.has_link_ttl_max;
  }
  check(false, "a field of a page is an enumerator of PageField");
  return false;
}

// Writes `documents`. Returns why an entry is invalid, or nullopt.
std::optional<std::string> write_countries(JsonWriter& json, const PageOptions& options) {
  if (options.countries.empty()) return std::nullopt;
  json.key("documents").begin_array();
  for (const std::string& entry : options.countries) {
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::string country = entry.substr(0, equals);
    const auto types = parse_names<DocumentType>(
        std::string_view(entry).substr(std::min(equals + 1, entry.size())));
    if (!types) return "'" + entry + "' is not COUNTRY=TYPES, such as DE=ID_CARD,PASSPORT";
    json.begin_object().key("country");
    if (country == "*") {
      json.null();
    } else {
      json.text(country);
    }
    json.key("types").begin_array();
    for (const DocumentType type : *types) json.text(countersign::name_of(type));
    json.end_array().end_object();
  }
  json.end_array();
  return std::nullopt;
}

void write_lists(JsonWriter& json, const PageOptions& options) {
  if (!options.documents.empty()) {
    json.key("documentTypes").begin_array();
    for (const DocumentType type : options.documents) json.text(countersign::name_of(type));
    json.end_array();
  }
  if (options.return_urls.empty()) return;
  json.key("returnUrls").begin_array();
  for (const std::string& url : options.return_urls) json.text(url);
  json.end_array();
}

int change_page(Operator& op, const PageOptions& options) {
  JsonWriter json;
  json.begin_object().member("clientKey", options.key);
  write_text(json, "language", options.language);
  write_text(json, "name", options.name);
  write_text(json, "next", options.next);
  write_text(json, "accent", options.accent);
  write_text(json, "onAccent", options.on_accent);
  write_text(json, "returnUrl", options.return_url);
  write_text(json, "consentVersion", options.consent_version);
  if (const auto failed = write_files(json, options)) return op.fail({*failed});
  if (const auto failed = write_countries(json, options)) return op.fail({*failed, {}, true});
  write_lists(json, options);
  if (options.has_link_ttl_max) {
    json.member("linkTtlMaxMs", static_cast<std::uint64_t>(options.link_ttl_max.count()));
  }
  if (options.links) json.member("links", *options.links == Switch::On);
  for (const PageField field : options.cleared) {
    if (is_given(options, field)) {
      return op.fail({"what --clear takes away is given by another option", {}, true});
    }
    for (const char* name : members_with(field)) json.key(name).null();
  }
  return op.run("client page", json.end_object().take());
}

// Adds the options whose values are texts and files.
void add_page_contents(CLI::App& command, PageOptions& options) {
  command.add_option("--name", options.name, "for whom people capture, at most 80 characters");
  command
      .add_option("--logo",
                  options.logo_file,
                  "PNG, JPEG or WebP of at most 48000 bytes, 1024 pixels a side")
      ->type_name("FILE");
  command.add_option("--accent", options.accent, "colour of buttons")->type_name("#RRGGBB");
  command
      .add_option("--on-accent",
                  options.on_accent,
                  "colour of text on the accent; its contrast is at least 4.5 to 1")
      ->type_name("#RRGGBB");
  CLI::Option* const version = command.add_option(
      "--consent-version", options.consent_version, "name of the consent text, for the log");
  CLI::Option* const text =
      command
          .add_option("--consent",
                      options.consent_file,
                      "plain text that people consent to, at most 8000 characters")
          ->type_name("FILE")
          ->needs(version);
  version->needs(text);
  command
      .add_option("--return-url",
                  options.return_url,
                  "where the page leads people at the end: https, or http of this machine")
      ->type_name("URL");
  command.add_option("--next",
                     options.next,
                     "what people read at the end: what comes next, at most 300 characters");
  command
      .add_option("--language",
                  options.language,
                  "give name, next, return-url and consent in this language alone, such as de")
      ->type_name("LANGUAGE");
}

// Adds the options of what a session may ask for.
void add_session_limits(CLI::App& command, PageOptions& options) {
  command
      .add_option(
          "--country",
          options.countries,
          "documents that the page offers of a country (two letters, or * for every other), "
          "such as DE=ID_CARD,PASSPORT; once for each")
      ->type_name("COUNTRY=TYPES");
  command
      .add_option("--further-return-url",
                  options.return_urls,
                  "further address that a session may name; once for each, at most 8")
      ->type_name("URL");
  add_duration(command,
               "--link-ttl-max",
               options.link_ttl_max,
               "longest that a session's link may live [30d]")
      ->default_str("");
}

}  // namespace

void add_client_page(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "page", "change what a client's capture page shows; without an option, show it");
  const auto options = std::make_shared<PageOptions>();
  command.add_option("KEY", options->key, "client key (svck_...)")->required();
  add_page_contents(command, *options);
  add_session_limits(command, *options);
  add_names(
      command, "--documents", options->documents, "types that the page offers, in this order");
  add_name<Switch>(
      command,
      "--links",
      [options](Switch value) { options->links = value; },
      "whether creating a session answers a link to the page");
  add_names(command, "--clear", options->cleared, "what to take away; no documents means all");
  on_typed(command, typed, [options, &command](Operator& op) {
    options->has_link_ttl_max = command.count("--link-ttl-max") > 0;
    return change_page(op, *options);
  });
}

}  // namespace countersign
