// POST /review/api/case/{id}/view: one look at one picture.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>

#include "core/text/json_writer.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/device/stored_image.h"
#include "http/review/authenticate_reviewer.h"
#include "http/review/cases/case_access.h"
#include "http/review/cases/case_handlers.h"
#include "http/review/cases/case_requests.h"

namespace countersign::http {
namespace {

void put_corners(JsonWriter& json, std::string_view name, const TraceShape* shape) {
  json.key(name);
  if (shape == nullptr) {
    json.null();
    return;
  }
  json.begin_array();
  for (const TracePoint& corner : shape->corners) {
    json.begin_array().raw(std::to_string(corner.x)).raw(std::to_string(corner.y)).end_array();
  }
  json.end_array();
}

// As x, y, width and height of the box around it.
void put_box(JsonWriter& json, std::string_view name, const TraceShape* shape) {
  json.key(name);
  if (shape == nullptr || shape->corners.empty()) {
    json.null();
    return;
  }
  const auto [left, right] = std::ranges::minmax(shape->corners, {}, &TracePoint::x);
  const auto [top, bottom] = std::ranges::minmax(shape->corners, {}, &TracePoint::y);
  json.begin_array();
  for (const std::int64_t number : {std::int64_t{left.x},
                                    std::int64_t{top.y},
                                    std::int64_t{right.x} - left.x,
                                    std::int64_t{bottom.y} - top.y}) {
    json.raw(std::to_string(number));
  }
  json.end_array();
}

// {width, height, outline, zone, portrait, face}, in pixels of the rendering.
std::string marks_json(const Rendering& rendering) {
  const auto shape = [&](std::string_view name) -> const TraceShape* {
    const auto found = std::ranges::find(rendering.seen, name, &TraceShape::name);
    return found == rendering.seen.end() ? nullptr : &*found;
  };
  JsonWriter json;
  json.begin_object();
  json.member("width", std::uint64_t{rendering.width});
  json.member("height", std::uint64_t{rendering.height});
  put_corners(json, "outline", shape("document"));
  put_corners(json, "zone", shape("machine-readable zone"));
  put_box(json, "portrait", shape("portrait"));
  put_box(json, "face", shape("face"));
  return json.end_object().take();
}

Problem not_shown(InspectionFailure) {
  return unavailable("The picture cannot be drawn now; try again later.");
}

// One look, from the request to its first byte. One thread at a time:
//
//   begin()   event loop    finds the file
//   draw()    inspection    reads, decrypts and draws it
//   record()                submits ImageViewed
//   finish()  writer        sends the drawing, or nothing
class Look : public std::enable_shared_from_this<Look> {
 public:
  Look(ReviewService& service,
       const CallPtr& call,
       const AuthenticatedReviewer& who,
       Session session,
       FileId file)
      : service_(service),
        call_(call),
        reviewer_(who.reviewer.id),
        session_(std::move(session)),
        file_(file) {}

  void begin();

 private:
  void draw();
  void record();
  void finish(const Outcome& outcome);
  const StoredFile* stored() const;
  ViewImage command() const { return {service_.clock.now(), reviewer_.value(), file_}; }

  ReviewService& service_;
  const CallPtr call_;
  const ReviewerId reviewer_;
  const Session session_;
  const FileId file_;
  Rendering rendering_;
};

const StoredFile* Look::stored() const {
  const auto found = std::ranges::find(session_.files, file_, &StoredFile::file);
  return found == session_.files.end() ? nullptr : &*found;
}

// Asks the rules first, so that nothing is drawn that would be refused.
void Look::begin() {
  const auto decision = decide(session_, SessionCommand(command()));
  if (!decision) return call_->refuse(case_problem(decision.error(), session_, reviewer_));
  run_for(reviewer_, service_.inspection, call_, [self = shared_from_this()] { self->draw(); });
}

void Look::draw() {
  const StoredFile& file = *stored();
  const auto key = service_.data.session_key(session_.id);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    if (fault != nullptr && *fault == KeyFault::Gone) {
      return call_->refuse({.code = ProblemCode::FilesPurged});
    }
    return call_->refuse(problem_of(key.error()));
  }
  const auto image = stored_image(service_.data, session_.id, *key, file);
  if (!image) return call_->refuse(unavailable("The picture cannot be read."));
  const auto thresholds = service_.thresholds.set_of(session_.client);
  if (!thresholds) return call_->refuse(thresholds.error());
  const bool is_document = file.kind == FileKind::Document;
  auto drawn = service_.engine.render(
      {.image = *image,
       .side = is_document ? file.side : std::nullopt,
       .type = is_document ? session_.document_type : std::nullopt,
       .mark = {reviewer_.value(), to_string(service_.clock.now()), to_string(session_.id)},
       .thresholds = *thresholds,
       .client = session_.client});
  if (!drawn) return call_->refuse(not_shown(drawn.error()));
  if (!*drawn) return call_->refuse({.code = ProblemCode::PictureNotShown});
  rendering_ = std::move(**drawn);
  record();
}

void Look::record() {
  submit_for_case(service_,
                  call_,
                  session_.id,
                  reviewer_,
                  SessionCommand(command()),
                  std::nullopt,
                  [self = shared_from_this()](const Outcome& outcome) { self->finish(outcome); });
}

void Look::finish(const Outcome& outcome) {
  if (const auto problem = case_problem(outcome, session_, reviewer_)) {
    return call_->refuse(*problem);
  }
  Response response;
  response.headers.add("Content-Type", "image/jpeg");
  response.headers.add("Content-Disposition", "inline");
  response.headers.add("X-Content-Type-Options", "nosniff");
  response.headers.add("X-Countersign-Marks", marks_json(rendering_));
  response.body = std::move(rendering_.jpeg);
  call_->reply(std::move(response));
}

}  // namespace

void look_at_case(ReviewService& service,
                  const CallPtr& call,
                  const AuthenticatedReviewer& who,
                  std::string body) {
  const auto file = parse_look_body(body);
  if (!file) return call->refuse(file.error());
  const bool is_kept = keep_reviewer_rate(
      service, call, RateClass::Look, who.reviewer.id, service.settings.look_rate);
  if (!is_kept) return;
  auto session = find_case(service, call, who, CaseAct::Look);
  if (!session) return;
  std::make_shared<Look>(service, call, who, *std::move(session), *file)->begin();
}

}  // namespace countersign::http
