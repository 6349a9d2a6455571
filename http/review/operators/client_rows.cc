// GET /review/api/operate/clients and /pages: the clients, and what their capture pages show.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/client/client.h"
#include "core/webhook/webhook_url.h"
#include "http/json/json_of.h"
#include "http/review/operators/operator_handlers.h"
#include "http/review/operators/operator_page.h"

namespace countersign::http {
namespace {

// A client that was not used for longer is as one that nobody uses.
constexpr std::chrono::hours kUseShown{24 * 366};

struct CredentialRow {
  std::uint64_t id = 0;
  UtcTime added_at;
};

struct ConsentRow {
  std::optional<std::string> language;
  std::string version;
};

struct ClientRow {
  Client client;
  RetentionPeriods kept;
  std::uint64_t opened = 0;
  std::optional<std::string> used_last;
  static Schema schema();
};

struct PageRow {
  Client client;
  static Schema schema();
};

std::uint64_t ms_of(std::chrono::milliseconds period) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, period.count()));
}

std::vector<CredentialRow> credentials_of(const Client& client) {
  std::vector<CredentialRow> rows;
  for (const ActiveSecret& secret : client.secrets) {
    rows.push_back({secret.secret_id, secret.added_at});
  }
  return rows;
}

std::vector<ConsentRow> consents_of(const Client& client) {
  std::vector<ConsentRow> rows;
  if (client.consent) rows.push_back({std::nullopt, client.consent->consent.version});
  for (const LanguageConsent& own : client.consents_in) {
    rows.push_back({own.language, own.text.consent.version});
  }
  return rows;
}

// The host alone: a path or a query may have a secret.
std::string host_of_address(const std::string& address) {
  const auto url = parse_webhook_url(address);
  return url ? url->host : std::string();
}

std::vector<std::string> return_hosts_of(const Client& client) {
  std::vector<std::string> hosts;
  const auto add = [&](const std::string& address) {
    std::string host = host_of_address(address);
    if (!host.empty() && std::ranges::count(hosts, host) == 0) hosts.push_back(std::move(host));
  };
  if (client.page.return_url) add(*client.page.return_url);
  for (const std::string& address : client.page.return_urls.value()) add(address);
  for (const PageTexts& texts : client.page.texts) {
    if (texts.return_url) add(*texts.return_url);
  }
  return hosts;
}

std::vector<std::string> languages_of(const Client& client) {
  std::vector<std::string> languages;
  for (const PageTexts& texts : client.page.texts) languages.push_back(texts.language);
  return languages;
}

std::vector<std::string> countries_of(const Client& client) {
  std::vector<std::string> countries;
  for (const AcceptedDocument& document : client.page.documents) {
    if (document.country) countries.push_back(*document.country);
  }
  return countries;
}

template <class Row, class Make>
Result<std::string, StoreError> client_page(const Queries& queries,
                                            const OperatorPage& page,
                                            const Make& make) {
  const auto clients = queries.clients_behind(ClientKey(page.after), page.limit);
  if (!clients) return clients.error();
  RowsPage<Row> rows;
  for (const Client& client : *clients) {
    Result<Row, StoreError> row = make(client);
    if (!row) return row.error();
    rows.items.push_back(*std::move(row));
  }
  if (clients->size() == page.limit) rows.next = clients->back().key.value();
  return json_of(rows);
}

Result<ClientRow, StoreError> client_row(const ReviewService& service,
                                         const Client& client,
                                         UtcTime now) {
  const Queries& queries = service.data.queries();
  const auto opened = queries.sessions_opened(client.key, month_of(now));
  if (!opened) return opened.error();
  auto used = queries.month_used_last(client.key, month_of(now - kUseShown));
  if (!used) return used.error();
  return ClientRow{
      client, periods_of(client, service.settings.periods()), *opened, *std::move(used)};
}

}  // namespace

template <>
constexpr auto members_of<CredentialRow> =
    members(Member{"id", &CredentialRow::id, "Its number, which is no secret."},
            Member{"addedAt", &CredentialRow::added_at});

template <>
constexpr auto members_of<ConsentRow> =
    members(Member{"language", &ConsentRow::language, "Null: of every language without its own."},
            Member{"version", &ConsentRow::version});

template <>
constexpr auto members_of<ClientRow> = members(
    Member{"clientKey", [](const ClientRow& row) { return row.client.key; }},
    Member{"name", [](const ClientRow& row) { return row.client.name; }},
    Member{"disabled", [](const ClientRow& row) { return row.client.disabled; }},
    Member{"purgeAt",
           [](const ClientRow& row) { return row.client.purge_at; },
           "From when on no file of a closed client is kept without a hold; null: not closed."},
    Member{"sandbox", [](const ClientRow& row) { return row.client.sandbox; }},
    Member{"createdAt", [](const ClientRow& row) { return row.client.created_at; }},
    Member{"retentionMs",
           [](const ClientRow& row) { return ms_of(row.kept.completed); },
           "Its own, or the server's, as the two below."},
    Member{"retentionUnfinishedMs",
           [](const ClientRow& row) { return ms_of(row.kept.unfinished); }},
    Member{"retentionReviewMs", [](const ClientRow& row) { return ms_of(row.kept.waiting()); }},
    Member{"consents", [](const ClientRow& row) { return consents_of(row.client); }},
    Member{"credentials", [](const ClientRow& row) { return credentials_of(row.client); }},
    Member{"auditor", [](const ClientRow& row) { return row.client.policy.auditor; }},
    Member{"mrzValues", [](const ClientRow& row) { return row.client.policy.mrz_values; }},
    Member{"reviewers", [](const ClientRow& row) { return row.client.policy.reviewers; }},
    Member{"quota", [](const ClientRow& row) { return row.client.policy.quota; }},
    Member{"openedThisMonth", &ClientRow::opened, "Sessions."},
    Member{"lastUsedMonth",
           &ClientRow::used_last,
           "The last month (UTC) in which it opened a session; null: none for a year."});

template <>
constexpr auto members_of<PageRow> = members(
    Member{"clientKey", [](const PageRow& row) { return row.client.key; }},
    Member{"clientName", [](const PageRow& row) { return row.client.name; }},
    Member{"name", [](const PageRow& row) { return row.client.page.name; }, "As people read it."},
    Member{"links", [](const PageRow& row) { return row.client.page.links; }},
    Member{"linkTtlMaxMs", [](const PageRow& row) { return row.client.page.link_ttl_max_ms; }},
    Member{"accent", [](const PageRow& row) { return row.client.page.accent; }},
    Member{"logo", [](const PageRow& row) { return row.client.logo.has_value(); }},
    Member{"documentTypes",
           [](const PageRow& row) { return row.client.page.document_types; },
           "None: all."},
    Member{"countries",
           [](const PageRow& row) { return countries_of(row.client); },
           "Of the documents, where they differ by country; none: every country."},
    Member{"languages",
           [](const PageRow& row) { return languages_of(row.client); },
           "Those with texts of their own."},
    Member{"returnHosts",
           [](const PageRow& row) { return return_hosts_of(row.client); },
           "Where the page may lead people at the end."});

Schema ClientRow::schema() { return answer_schema_of<ClientRow>("OperatorsClient"); }
Schema PageRow::schema() { return answer_schema_of<PageRow>("OperatorsPage"); }
Schema client_rows_schema() { return answer_schema_of<RowsPage<ClientRow>>("OperatorsClients"); }
Schema page_rows_schema() { return answer_schema_of<RowsPage<PageRow>>("OperatorsPages"); }

void list_client_rows(ReviewService& service,
                      const CallPtr& call,
                      const AuthenticatedReviewer& who) {
  answer_page(service, call, who, [&service](const OperatorPage& page) {
    const UtcTime now = service.clock.now();
    return client_page<ClientRow>(service.data.queries(), page, [&](const Client& client) {
      return client_row(service, client, now);
    });
  });
}

void list_page_rows(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  answer_page(service, call, who, [&service](const OperatorPage& page) {
    return client_page<PageRow>(service.data.queries(), page, [](const Client& client) {
      return Result<PageRow, StoreError>(PageRow{client});
    });
  });
}

}  // namespace countersign::http
