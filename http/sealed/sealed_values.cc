#include "http/sealed/sealed_values.h"

#include <algorithm>

#include "core/check.h"
#include "events/vault/files/sealed_text.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

// Differs from the context of a sealed origin, so that neither can be passed off as the other.
std::string context_of_values(const RequestId& request) {
  return "values of the document of request " + request.value();
}

// In the JSON of a record, a line feed is escaped.
constexpr char kBetween = '\n';

template <class Record, class Values>
std::string json_or_nothing(const std::optional<Values>& values, Side side) {
  return values ? json_of(Record{side, *values}) : std::string();
}

// Takes the text before the next line feed.
template <class Record>
std::optional<OpenedJson<Record>> take_json(std::string_view& rest) {
  const std::size_t length = std::min(rest.find(kBetween), rest.size());
  std::string json(rest.substr(0, length));
  rest.remove_prefix(std::min(length + 1, rest.size()));
  if (json.empty()) return std::nullopt;
  return OpenedJson<Record>{std::move(json)};
}

}  // namespace

std::vector<std::string_view> proven_values(const DocumentValues& document) {
  std::vector<std::string_view> proven = {"documentNumber"};
  if (!document.values.birth_date.empty()) proven.emplace_back("birthDate");
  if (!document.values.expiry_date.empty()) proven.emplace_back("expiryDate");
  return proven;
}

std::string sealed_values(const ReadValues& values,
                          Side side,
                          const SessionKey& key,
                          const SessionId& session,
                          const RequestId& request,
                          RandomSource& random) {
  check(values.has_any(), "values that are sealed are some");
  std::string text = json_or_nothing<DocumentValues>(values.zone, side);
  if (values.barcode || values.printed) {
    text += kBetween + json_or_nothing<BarcodeValues>(values.barcode, side);
    text += kBetween + json_or_nothing<PrintedValues>(values.printed, side);
  }
  return seal_text(key, session, context_of_values(request), text, random);
}

std::optional<OpenedValues> open_values(std::string_view sealed,
                                        const SessionKey& key,
                                        const SessionId& session,
                                        const RequestId& request) {
  const auto text = open_text(key, session, context_of_values(request), sealed);
  if (!text) return std::nullopt;
  std::string_view rest = *text;
  OpenedValues opened;
  opened.zone = take_json<DocumentValues>(rest);
  opened.barcode = take_json<BarcodeValues>(rest);
  opened.printed = take_json<PrintedValues>(rest);
  return opened;
}

}  // namespace countersign::http
