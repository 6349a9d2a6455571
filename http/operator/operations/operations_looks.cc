#include "http/operator/operations/operations_looks.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/text/counted.h"
#include "http/answers/public_event.h"
#include "http/answers/review_report.h"
#include "http/call/machine_problem.h"
#include "http/operator/operation_list.h"
#include "projections/folder/reviewer_names.h"

// Operations that say who saw stored pictures.
namespace countersign::http {
namespace {

constexpr std::string_view kNextOfLooks =
    "The place of the next page; give it as `after`. Null: there is no more.";

struct DownloadsPage {
  std::vector<DownloadEntry> downloads;
  std::optional<Sequence> next;
};

// How somebody came to see a picture.
enum class SeenBy : std::uint8_t { Download, Look };

// One line of the answer: a look or a download.
struct ShownLook {
  Sequence sequence;
  UtcTime at;
  SeenBy by = SeenBy::Look;
  SessionId session;
  ClientKey client;
  std::optional<FileId> file;
  std::string what;
  std::string person;
  std::optional<std::string> name;
  Actor actor;
  RequestId request;
};

struct LooksPage {
  std::vector<ShownLook> looks;
  std::optional<Sequence> next;
};

std::optional<FileId> file_of(const DownloadEntry& download) {
  return download.picture ? std::optional(download.picture->file) : std::nullopt;
}

}  // namespace
}  // namespace countersign::http

namespace countersign {
template <>
inline constexpr auto enum_names<http::SeenBy> = std::to_array<Named<http::SeenBy>>({
    {http::SeenBy::Download, "DOWNLOAD"},
    {http::SeenBy::Look, "LOOK"},
});
}  // namespace countersign

namespace countersign::http {

template <>
constexpr auto members_of<DownloadEntry> = members(
    Member{"sequence", &DownloadEntry::sequence, "The sequence of the event that records the set."},
    Member{"at", &DownloadEntry::at},
    Member{"sessionId", &DownloadEntry::session},
    Member{"clientKey", &DownloadEntry::client, "Whose session it is."},
    Member{"actor", &DownloadEntry::actor, "Who asked."},
    Member{"fileId", file_of, "Null: the bundle."},
    Member{"fileCount", &DownloadEntry::file_count},
    Member{"sizeBytes", &DownloadEntry::size_bytes},
    Member{"requestId", &DownloadEntry::request});

template <>
constexpr auto members_of<DownloadsPage> = members(Member{"downloads", &DownloadsPage::downloads},
                                                   Member{
                                                       "next", &DownloadsPage::next, kNextOfLooks});

template <>
constexpr auto members_of<ShownLook> = members(
    Member{"sequence", &ShownLook::sequence, "The sequence of the event that records it."},
    Member{"at", &ShownLook::at},
    Member{"by",
           &ShownLook::by,
           "A download of the bytes, or a look of a reviewer, who sees a marked drawing."},
    Member{"sessionId", &ShownLook::session},
    Member{"clientKey", &ShownLook::client, "Whose session it is."},
    Member{"fileId", &ShownLook::file, "Null: the bundle, which has all pictures."},
    Member{"what", &ShownLook::what, "The picture in words."},
    Member{"person",
           &ShownLook::person,
           "The reviewer's id, or who asked for the download: a client's key, or an operator."},
    Member{"name", &ShownLook::name, "The reviewer's name; null if this folder has none."},
    Member{"actor", &ShownLook::actor, "Who asked."},
    Member{"requestId", &ShownLook::request});

template <>
constexpr auto members_of<LooksPage> =
    members(Member{"looks", &LooksPage::looks, "The oldest first."},
            Member{"next", &LooksPage::next, kNextOfLooks});

namespace {

Result<DownloadsPage, Problem> audit_downloads(const OperationContext& context,
                                               const AskedDownloads& input) {
  const DownloadFilter filter{.session = input.session, .client = input.client};
  const auto found = context.data.queries().downloads(filter, input.after, input.limit);
  if (!found) return problem_of(found.error());
  DownloadsPage page{*found, std::nullopt};
  if (page.downloads.empty() || page.downloads.size() < input.limit) return page;
  const Sequence last = page.downloads.back().sequence;
  const auto more = context.data.queries().downloads(filter, last, 1);
  if (!more) return problem_of(more.error());
  if (!more->empty()) page.next = last;
  return page;
}

std::string words_of(const SeenPicture& picture) {
  if (!picture.kind) return "a picture that the session does not list";
  switch (*picture.kind) {
    case FileKind::Document:
      if (!picture.side) return "document";
      return *picture.side == Side::Front ? "front of the document" : "back of the document";
    case FileKind::Selfie:
      return fmt::format("face {}", picture.seq);
  }
  return {};
}

// Gives reviewers the names that the data folder has. A page names few reviewers many times.
class LookLines {
 public:
  explicit LookLines(const OperationContext& context) : names_(context.data.path()) {}

  Result<ShownLook, Problem> line(const LookEntry& look) {
    const auto name = name_of(look.reviewer);
    if (!name) return name.error();
    return ShownLook{look.sequence,
                     look.at,
                     SeenBy::Look,
                     look.session,
                     look.client,
                     look.picture.file,
                     words_of(look.picture),
                     look.reviewer,
                     *name,
                     look.actor,
                     look.request};
  }
  Result<ShownLook, Problem> line(const DownloadEntry& download) const {
    return ShownLook{download.sequence,
                     download.at,
                     SeenBy::Download,
                     download.session,
                     download.client,
                     file_of(download),
                     download.picture ? words_of(*download.picture)
                                      : "bundle of " + counted(download.file_count, "picture"),
                     download.actor.ref,
                     std::nullopt,
                     download.actor,
                     download.request};
  }

 private:
  using Name = std::optional<std::string>;

  Result<Name, Problem> name_of(const std::string& reviewer) {
    if (!is_reviewer_id(reviewer)) return Name();
    if (const auto known = known_.find(reviewer); known != known_.end()) return known->second;
    auto name = names_.of(ReviewerId(reviewer));
    if (!name) return Problem{.code = ProblemCode::Unavailable, .detail = name.error().why};
    return known_[reviewer] = name->empty() ? Name() : Name(*std::move(name));
  }

  const ReviewerNames names_;
  std::map<std::string, Name> known_;
};

Result<LooksPage, Problem> audit_looks(const OperationContext& context, const AskedLooks& input) {
  SeenFilter filter{input.session, input.client, input.file, input.reviewer, {}};
  if (input.since) {
    filter.since = report_time(*input.since);
    if (!filter.since) {
      Problem problem{.code = ProblemCode::InvalidParameter,
                      .detail = "The time is neither one as RFC 3339 nor a day, YYYY-MM-DD."};
      problem.field = "since";
      return problem;
    }
  }
  const auto page = context.data.queries().seen(filter, input.after, input.limit);
  if (!page) return problem_of(page.error());
  const auto more = context.data.queries().seen(filter, page->next, 1);
  if (!more) return problem_of(more.error());
  LooksPage shown;
  if (more->next != page->next) shown.next = page->next;
  LookLines lines(context);
  for (const Seen& seen : page->seen) {
    auto line = std::visit([&](const auto& entry) { return lines.line(entry); }, seen);
    if (!line) return line.error();
    shown.looks.push_back(*std::move(line));
  }
  return shown;
}

constexpr Operation kLookOperations[] = {
    operation<audit_looks>("audit looks",
                           "List who saw stored pictures: downloads and reviewers' looks alike.",
                           false),
    operation<audit_downloads>("audit downloads", "List who has downloaded stored files.", false),
};

}  // namespace

std::span<const Operation> look_operations() { return kLookOperations; }

}  // namespace countersign::http
