// GET /review/api/me/acts: what the reviewer looked at and decided, from the log.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "http/call/machine_problem.h"
#include "http/json/json_of.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_schemas.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

constexpr std::size_t kActsOfAPage = 50;

struct OwnAct {
  UtcTime at;
  SessionId session;
  std::string act;
  std::optional<FileKind> picture;
  std::optional<Side> side;
  std::optional<ReviewDecision> decision;
  std::optional<bool> is_signed;
  static Schema schema();
};

struct OwnActs {
  std::vector<OwnAct> items;
  std::optional<std::string> next;
};

std::string act_schema() { return R"({"type":"string","enum":["LOOK","DECISION","CORRECTION"]})"; }

// Says which picture was seen; says nothing after its session's files were purged.
void name_picture(OwnAct& act, const std::optional<Session>& session, const FileId& file) {
  if (!session || session->purged_at) return;
  const auto found = std::ranges::find(session->files, file, &StoredFile::file);
  if (found == session->files.end()) return;
  act.picture = found->kind;
  act.side = found->side;
}

// nullopt if the event is no act of a reviewer.
std::optional<OwnAct> own_act(const RecordedEvent& recorded,
                              const SessionId& id,
                              const std::optional<Session>& session) {
  OwnAct act{recorded.at, id, "", {}, {}, {}, {}};
  if (const auto* look = std::get_if<ImageViewed>(&recorded.event)) {
    act.act = "LOOK";
    name_picture(act, session, look->file);
    return act;
  }
  if (const auto* decided = std::get_if<ReviewDecided>(&recorded.event)) {
    act.act = "DECISION";
    act.decision = decided->decision;
    act.is_signed = decided->signature.has_value();
    return act;
  }
  if (const auto* corrected = std::get_if<ReviewCorrected>(&recorded.event)) {
    act.act = "CORRECTION";
    act.decision = corrected->decision;
    act.is_signed = corrected->signature.has_value();
    return act;
  }
  return std::nullopt;
}

Result<OwnActs, StoreError> acts_before(const ReviewService& service,
                                        const ReviewerId& reviewer,
                                        const std::optional<Sequence>& before) {
  const auto listed = service.data.queries().reviewer_acts(reviewer, before, kActsOfAPage);
  if (!listed) return listed.error();
  OwnActs acts;
  for (const ReviewerAct& each : *listed) {
    const auto event = service.data.log().find(each.event);
    if (!event) return event.error();
    const auto session = service.data.queries().session(each.session);
    if (!session) return session.error();
    if (!*event) continue;
    if (auto act = own_act((*event)->recorded, each.session, *session)) {
      acts.items.push_back(*std::move(act));
    }
  }
  if (listed->size() == kActsOfAPage) acts.next = std::to_string(listed->back().event.value());
  return acts;
}

}  // namespace

template <>
constexpr auto members_of<OwnAct> = members(
    Member{"at", &OwnAct::at},
    Member{"sessionId", &OwnAct::session},
    Member{"act", &OwnAct::act, {}, {.schema = act_schema}},
    Member{"picture", &OwnAct::picture, "Of a look; null also if the session's files are purged."},
    Member{"side", &OwnAct::side, "Of the document; null of a face."},
    Member{"decision", &OwnAct::decision, "Of a decision and a correction."},
    Member{"signed", &OwnAct::is_signed, "The same: whether a passkey signed it."});

template <>
constexpr auto members_of<OwnActs> = members(Member{"items", &OwnActs::items, "The newest first."},
                                             Member{"next", &OwnActs::next});

Schema OwnAct::schema() { return answer_schema_of<OwnAct>("OwnAct"); }
Schema own_acts_schema() { return answer_schema_of<OwnActs>("OwnActs"); }

void list_own_acts(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  std::optional<Sequence> before;
  if (const auto given = call->query("before")) {
    const auto number = parse_whole(*given, std::uint64_t{1} << 53);
    if (!number) {
      return call->refuse(
          {.code = ProblemCode::InvalidParameter, .detail = "before", .field = "before"});
    }
    before = Sequence(*number);
  }
  run_for(who.reviewer.id, service.reads, call, [&service, call, who, before] {
    const auto acts = acts_before(service, who.reviewer.id, before);
    if (!acts) return call->refuse(problem_of(acts.error()));
    call->reply_json(200, json_of(*acts));
  });
}

}  // namespace countersign::http
