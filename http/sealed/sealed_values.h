#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/inspection/field_values.h"
#include "core/inspection/mrz/mrz_values.h"
#include "core/random_source.h"
#include "core/terms.h"
#include "events/vault/session_key.h"
#include "http/json/members.h"

// The values read from a document's MRZ, its bar code and its print, as the event of its acceptance
// keeps them for a client with that setting. They are readable only while the session's key exists.
//
//   sealed := zone [LF bar-code LF print], with the request's id in the context
//   zone := {"side":"BACK","documentCode":...}, or nothing; bar-code, print := the same of these
//
// Texts that were sealed before bar codes and print were kept have the zone alone.
namespace countersign::http {

// The rule by which the century of a two-digit year of birth was chosen.
enum class BirthCentury : std::uint8_t { YoungestPossible };

}  // namespace countersign::http
namespace countersign {

template <>
inline constexpr auto enum_names<http::BirthCentury> = std::to_array<Named<http::BirthCentury>>(
    {{http::BirthCentury::YoungestPossible, "YOUNGEST_POSSIBLE"}});

}  // namespace countersign
namespace countersign::http {

struct DocumentValues {
  Side side = Side::Front;
  const MrzValues& values;
};

// A member that is null if the zone has no such value.
template <std::string MrzValues::*Text>
std::optional<std::string_view> value_of(const DocumentValues& document) {
  const std::string& text = document.values.*Text;
  return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

// Present if any of the birth is stated.
inline std::optional<BirthCentury> birth_century(const DocumentValues& document) {
  if (document.values.birth_date.empty()) return std::nullopt;
  return BirthCentury::YoungestPossible;
}

// The members that are stated and have a check digit of their own.
std::vector<std::string_view> proven_values(const DocumentValues& document);

template <>
inline constexpr auto members_of<DocumentValues> = members(
    Member{"side", &DocumentValues::side},
    Member{"documentCode", value_of<&MrzValues::document_code>},
    Member{"issuer", value_of<&MrzValues::issuer>},
    Member{"documentNumber", value_of<&MrzValues::document_number>},
    Member{"birthDate", value_of<&MrzValues::birth_date>, "As much of YYYY-MM-DD as is known."},
    Member{"birthCentury",
           birth_century,
           "The zone states two digits of the year: the person may be a century older.",
           {.left_out = true}},
    Member{"expiryDate",
           value_of<&MrzValues::expiry_date>,
           "As much of YYYY-MM-DD as is stated; null: nothing is, or the document says never."},
    Member{"nationality", value_of<&MrzValues::nationality>},
    Member{"sex", value_of<&MrzValues::sex>},
    Member{"surname", value_of<&MrzValues::surname>},
    Member{"givenNames", value_of<&MrzValues::given_names>},
    Member{"proven", proven_values, "The members that are stated and that check digits prove."});

struct BarcodeValues {
  Side side = Side::Front;  // that has the bar code
  const FieldValues& values;
};
struct PrintedValues {
  Side side = Side::Front;  // whose acceptance compared the print, that of the other side too
  const FieldValues& values;
};

// A member that is null if nothing is stated.
template <std::string FieldValues::*Text, class Record>
std::optional<std::string_view> field_of(const Record& record) {
  const std::string& text = record.values.*Text;
  return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

template <>
inline constexpr auto members_of<BarcodeValues> =
    members(Member{"side", &BarcodeValues::side},
            Member{"documentNumber", field_of<&FieldValues::document_number, BarcodeValues>},
            Member{"birthDate", field_of<&FieldValues::birth_date, BarcodeValues>, "YYYY-MM-DD."},
            Member{"expiryDate",
                   field_of<&FieldValues::expiry_date, BarcodeValues>,
                   "YYYY-MM-DD; null: not stated, or the card says never."},
            Member{"surname", field_of<&FieldValues::surname, BarcodeValues>},
            Member{"givenNames", field_of<&FieldValues::given_names, BarcodeValues>});

template <>
inline constexpr auto members_of<PrintedValues> = members(
    Member{"side", &PrintedValues::side, "The side with whose picture the print was compared."},
    Member{"documentNumber", field_of<&FieldValues::document_number, PrintedValues>},
    Member{"birthDate", field_of<&FieldValues::birth_date, PrintedValues>, "YYYY-MM-DD."},
    Member{"expiryDate", field_of<&FieldValues::expiry_date, PrintedValues>, "YYYY-MM-DD."});

// The values of one document, by where they were read.
struct ReadValues {
  std::optional<MrzValues> zone{};
  std::optional<FieldValues> barcode{};
  std::optional<FieldValues> printed{};
  bool has_any() const { return zone || barcode || printed; }
};

// The JSON of a record of values, as it was sealed.
template <class Values>
struct OpenedJson {
  using Means = Values;
  std::string json;
};
struct OpenedValues {
  std::optional<OpenedJson<DocumentValues>> zone{};
  std::optional<OpenedJson<BarcodeValues>> barcode{};
  std::optional<OpenedJson<PrintedValues>> printed{};
};

// REQUIRES: some values.
std::string sealed_values(const ReadValues& values,
                          Side side,
                          const SessionKey& key,
                          const SessionId& session,
                          const RequestId& request,
                          RandomSource& random);

// Returns what was sealed; nullopt if it was not sealed with this key, for this session and
// request.
std::optional<OpenedValues> open_values(std::string_view sealed,
                                        const SessionKey& key,
                                        const SessionId& session,
                                        const RequestId& request);

}  // namespace countersign::http
