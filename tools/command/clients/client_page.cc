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
#include "core/result.h"
#include "core/text/base64url.h"
#include "core/text/utf8.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_page.h"
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

using http::given;
using http::only_if;
using http::unless_empty;

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

// The files that the options name, as the input has them.
struct PageFiles {
  std::optional<std::string> logo{};  // in base64
  std::optional<std::string> consent_text{};
};

// Returns why a file cannot be sent.
Result<PageFiles, std::string> read_files(const PageOptions& options) {
  PageFiles files;
  if (options.logo_file) {
    const auto bytes = read_named_file(*options.logo_file, kLogoBytesMax);
    if (!bytes) return bytes.error().why;
    files.logo = to_base64(*bytes);
  }
  if (!options.consent_file) return files;
  const auto text =
      read_named_file(*options.consent_file, kConsentTextMax * http::kCharacterBytesMax);
  if (!text) return text.error().why;
  if (!is_utf8(*text)) return "the consent text in " + *options.consent_file + " is not UTF-8";
  files.consent_text = *text;
  return files;
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

// Returns why an entry is invalid.
Result<std::vector<AcceptedDocument>, std::string> read_countries(const PageOptions& options) {
  std::vector<AcceptedDocument> documents;
  for (const std::string& entry : options.countries) {
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::string country = entry.substr(0, equals);
    const auto types = parse_names<DocumentType>(
        std::string_view(entry).substr(std::min(equals + 1, entry.size())));
    if (!types) return "'" + entry + "' is not COUNTRY=TYPES, such as DE=ID_CARD,PASSPORT";
    AcceptedDocument& document = documents.emplace_back();
    if (country != "*") document.country = country;
    document.types = *types;
  }
  return documents;
}

std::string page_input(const PageOptions& options,
                       const PageFiles& files,
                       const std::vector<AcceptedDocument>& countries) {
  // Null for a field that is taken away, and nullopt for one that stays.
  const auto of = [&]<class T>(PageField field, const std::optional<T>& value) {
    const bool is_cleared = std::ranges::count(options.cleared, field) > 0;
    return only_if(is_cleared || value.has_value(), value);
  };
  const auto list = [&]<class T>(PageField field, const std::vector<T>& values) {
    return of(field, unless_empty(values));
  };
  const auto ttl =
      only_if(options.has_link_ttl_max, static_cast<std::uint64_t>(options.link_ttl_max.count()));
  return http::input_of<http::ChangedPage>(
      given<"clientKey">(options.key),
      given<"language">(options.language),
      given<"name">(of(PageField::Name, options.name)),
      given<"next">(of(PageField::Next, options.next)),
      given<"accent">(of(PageField::Colours, options.accent)),
      given<"onAccent">(of(PageField::Colours, options.on_accent)),
      given<"returnUrl">(of(PageField::ReturnUrl, options.return_url)),
      given<"consentVersion">(of(PageField::Consent, options.consent_version)),
      given<"logo">(of(PageField::Logo, files.logo)),
      given<"consentText">(of(PageField::Consent, files.consent_text)),
      given<"documents">(list(PageField::Countries, countries)),
      given<"documentTypes">(list(PageField::Documents, options.documents)),
      given<"returnUrls">(list(PageField::ReturnUrls, options.return_urls)),
      given<"linkTtlMaxMs">(of(PageField::LinkTtl, ttl)),
      given<"links">(only_if(options.links.has_value(), options.links == Switch::On)));
}

int change_page(Operator& op, const PageOptions& options) {
  const auto files = read_files(options);
  if (!files) return op.fail({files.error()});
  const auto countries = read_countries(options);
  if (!countries) return op.fail({countries.error(), {}, true});
  for (const PageField field : options.cleared) {
    if (is_given(options, field)) {
      return op.fail({"what --clear takes away is given by another option", {}, true});
    }
  }
  return op.run("client page", page_input(options, *files, *countries));
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
