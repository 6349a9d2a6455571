// The command on what a client's capture page shows.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/event/capture_page.h"
#include "core/machine/files/held_folder.h"
#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "core/text/utf8.h"
#include "tools/command/command.h"
#include "tools/options/name_option.h"

namespace countersign {

// What `client page --clear` can take from a page.
enum class PageField : std::uint8_t { Name, Logo, Colours, Consent, ReturnUrl, Documents };
template <>
inline constexpr auto enum_names<PageField> = std::to_array<Named<PageField>>({
    {PageField::Name, "name"},
    {PageField::Logo, "logo"},
    {PageField::Colours, "colours"},
    {PageField::Consent, "consent"},
    {PageField::ReturnUrl, "return-url"},
    {PageField::Documents, "documents"},
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
  }
  check(false, "a field of a page is an enumerator of PageField");
  return false;
}

int change_page(Operator& op, const PageOptions& options) {
  JsonWriter json;
  json.begin_object().member("clientKey", options.key);
  write_text(json, "name", options.name);
  write_text(json, "accent", options.accent);
  write_text(json, "onAccent", options.on_accent);
  write_text(json, "returnUrl", options.return_url);
  write_text(json, "consentVersion", options.consent_version);
  if (const auto failed = write_files(json, options)) return op.fail({*failed});
  if (!options.documents.empty()) {
    json.key("documentTypes").begin_array();
    for (const DocumentType type : options.documents) json.text(countersign::name_of(type));
    json.end_array();
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
}

}  // namespace

void add_client_page(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "page", "change what a client's capture page shows; without an option, show it");
  const auto options = std::make_shared<PageOptions>();
  command.add_option("KEY", options->key, "client key (svck_...)")->required();
  add_page_contents(command, *options);
  add_names(
      command, "--documents", options->documents, "types that the page offers, in this order");
  add_name<Switch>(
      command,
      "--links",
      [options](Switch value) { options->links = value; },
      "whether creating a session answers a link to the page");
  add_names(command, "--clear", options->cleared, "what to take away; no documents means all");
  on_typed(command, typed, [options](Operator& op) { return change_page(op, *options); });
}

}  // namespace countersign
