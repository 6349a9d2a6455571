#include "http/review/cases/case_choice.h"

#include <algorithm>
#include <utility>

#include "core/client/page_rules.h"
#include "core/text/utf8.h"
#include "http/review/cases/case_scope.h"

namespace countersign::http {
namespace {

Problem wrong_choice(std::string field, std::string detail) {
  Problem problem{.code = ProblemCode::InvalidParameter, .detail = std::move(detail)};
  problem.field = std::move(field);
  return problem;
}

char in_lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = in_lower_case(c);
  return lower;
}

bool is_found(const std::string& words, const Session& session) {
  const std::string wanted = in_lower_case(words);
  if (to_string(session.id).find(wanted) != std::string::npos) return true;
  return session.user_ref && in_lower_case(*session.user_ref).find(wanted) != std::string::npos;
}

}  // namespace

const Client* KnownClients::find(const ClientKey& key) {
  auto known = clients_.find(key.value());
  if (known == clients_.end()) {
    auto read = queries_.client(key);
    auto client = read ? *std::move(read) : std::optional<Client>();
    known = clients_.emplace(key.value(), std::move(client)).first;
  }
  return known->second ? &*known->second : nullptr;
}

std::optional<std::string> country_of(const Session& session, const Client* client) {
  const bool has_own = !session.documents.empty();
  if (!has_own && client == nullptr) return std::nullopt;
  const auto& documents = has_own ? session.documents : client->page.documents;
  std::optional<std::string> only;
  for (const AcceptedDocument& accepted : documents) {
    const bool is_of_type =
        !session.document_type || std::ranges::count(accepted.types, *session.document_type) > 0;
    if (!is_of_type) continue;
    if (!accepted.country || (only && *only != *accepted.country)) return std::nullopt;
    only = accepted.country;
  }
  return only;
}

bool is_chosen(const CaseChoice& choice, const Session& session, KnownClients& clients) {
  if (choice.client && session.client != *choice.client) return false;
  if (choice.reason && std::ranges::count(session.reasons, *choice.reason) == 0) return false;
  if (choice.document_type && session.document_type != choice.document_type) return false;
  if (choice.lane == CaseLane::Supervisor && !session.review.handed) return false;
  if (choice.search && !is_found(*choice.search, session)) return false;
  return !choice.country || country_of(session, clients.find(session.client)) == choice.country;
}

Result<CaseChoice, Problem> read_choice(const Call& call) {
  CaseChoice choice;
  if (auto client = call.query("client")) choice.client = ClientKey(*std::move(client));
  choice.reason = call.query("reason");
  if (const auto type = call.query("documentType")) {
    choice.document_type = parse_name<DocumentType>(*type);
    if (!choice.document_type) return wrong_choice("documentType", "It is no type of document.");
  }
  if (const auto lane = call.query("lane")) {
    choice.lane = parse_name<CaseLane>(*lane);
    if (!choice.lane) return wrong_choice("lane", "It must be ASSIGNED or SUPERVISOR.");
  }
  choice.country = call.query("country");
  if (choice.country && !is_country(*choice.country)) {
    return wrong_choice("country", "It must be two capital letters.");
  }
  choice.search = call.query("search");
  if (choice.search && !is_case_search(*choice.search)) {
    return wrong_choice("search", "It must be a text of 1 to 128 bytes.");
  }
  const auto sandbox = asks_for_sandbox(call);
  if (!sandbox) return sandbox.error();
  choice.sandbox = *sandbox;
  return choice;
}

bool is_case_search(std::string_view text) {
  return !text.empty() && text.size() <= kCaseSearchMax && is_utf8(text);
}

}  // namespace countersign::http
