#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "core/client/page_rules.h"
#include "core/event/capture_page.h"
#include "core/text/json_document.h"
#include "http/json/members.h"

namespace countersign::http {

template <>
inline constexpr auto members_of<AcceptedDocument> = members(
    Member{"country",
           &AcceptedDocument::country,
           "ISO 3166-1 alpha-2, in upper case; left out: every country.",
           {.left_out = true, .pattern = "^[A-Z]{2}$"}},
    Member{"types", &AcceptedDocument::types, "In the order of the page.", {.min_items = 1}});

inline constexpr std::string_view kDocumentsMeaning =
    "The documents that the page offers, by country; without any, documentTypes of every country.";
inline constexpr std::string_view kDocumentsFault =
    "The documents must be a list of at most 60 entries, each {\"country\": two capital letters, "
    "\"types\": at least one type of document}, with no country and no type twice.";

// Reads the list that are_documents() describes. Returns nullopt for anything else. Pure.
std::optional<std::vector<AcceptedDocument>> read_documents(const rapidjson::Value& given);

}  // namespace countersign::http
