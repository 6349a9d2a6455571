#include "http/device/upload.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/inspection/decode/image_format.h"
#include "core/inspection/decode/inspection_limits.h"
#include "events/vault/files/frame.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/device/device_service.h"
#include "http/wire/random_ids.h"

namespace countersign::http {
namespace {

constexpr std::string_view kRequiredText = "nonce";

Problem field_problem(ProblemCode code, std::string_view field, std::string_view detail) {
  return {.code = code, .detail = std::string(detail), .field = std::string(field)};
}

Problem too_large(const UploadForm& form) {
  return {.code = ProblemCode::PayloadTooLarge,
          .detail = "The body of the request is too large.",
          .limit_bytes = form.max_files == 1 ? form.max_file_bytes : form.max_request_bytes};
}

// A session with too many uploads must wait for its own; otherwise the server is busy.
Problem problem_of_refusal(UploadPermits::Refused why) {
  constexpr std::uint64_t kRetrySeconds = 2;
  switch (why) {
    case UploadPermits::Refused::SessionFull:
      return {
          .code = ProblemCode::RateLimited,
          .detail = "The session has its most uploads in flight; wait until one of them has ended.",
          .retry_after_seconds = kRetrySeconds};
    case UploadPermits::Refused::Busy:
      return unavailable(
          "The server or the client has too many uploads in flight; try again later.");
    case UploadPermits::Refused::NoRoom:
      return problem_of(VaultError::Full);
  }
  return problem_of(VaultError::Full);
}

Problem problem_of_boundary(BoundaryFault fault) {
  const bool no_form = fault == BoundaryFault::NotFormData;
  return {.code = no_form ? ProblemCode::UnsupportedMediaType : ProblemCode::InvalidMultipart,
          .detail = no_form ? "The Content-Type must be multipart/form-data."
                            : "The Content-Type must name a boundary of 1 to 70 characters."};
}

}  // namespace

Result<std::shared_ptr<Upload>, Problem> Upload::begin(DeviceService& service,
                                                       const CallPtr& call,
                                                       const UploadOwner& owner,
                                                       const UploadForm& form,
                                                       OnReceived on_received) {
  const Headers& headers = call->head().headers;
  const bool once = headers.count("content-type") == 1;
  const auto boundary = multipart_boundary(once ? *headers.find("content-type") : "");
  if (!boundary) return problem_of_boundary(boundary.error());
  const std::uint64_t length = call->head().content_length.value_or(form.max_request_bytes);
  if (length > form.max_request_bytes) return too_large(form);
  const bool stores = form.keep == UploadForm::Keep::Files;
  if (stores && !service.data.vault().has_room()) return problem_of(VaultError::Full);
  auto permit = service.uploads.enter(owner, stores ? disk_bytes(length) : 0);
  if (!permit) return problem_of_refusal(permit.error());
  call->before_answer([permit = *permit] { permit->release(); });
  auto upload = std::make_shared<Upload>(
      service, call, owner, *permit, form, *boundary, std::move(on_received));
  // An upload that stores nothing repeats an answered request, which its session need not outlive.
  if (stores) upload->end_with_its_session();
  service.upload_watch.wake();
  return upload;
}

void Upload::end_with_its_session() {
  permit_->when_session_ends([weak = weak_from_this()](UploadPermits::Ended why) {
    if (const auto ended = weak.lock()) ended->end_with_session(why);
  });
}

Upload::Upload(DeviceService& service,
               CallPtr call,
               const UploadOwner& owner,
               UploadPermits::PermitPtr permit,
               const UploadForm& form,
               std::string_view boundary,
               OnReceived on_received)
    : service_(service),
      call_(std::move(call)),
      session_(owner.session),
      permit_(std::move(permit)),
      form_(form),
      on_received_(std::move(on_received)),
      strand_(std::make_shared<Strand>(service.transfers, owner.client)),
      counted_(service.metrics),
      reader_(boundary, *this) {}

// ---- the event loop's thread ------------------------------------------------

Flow Upload::on_announced(std::uint64_t bytes) {
  if (over_) return Flow::Stop;
  if (bytes <= form_.max_request_bytes - received_bytes_) return Flow::Continue;
  refuse(too_large(form_));
  return Flow::Stop;
}

Flow Upload::on_data(std::string_view bytes) {
  if (on_announced(bytes.size()) == Flow::Stop) return Flow::Stop;
  received_bytes_ += bytes.size();
  if (reader_.push(bytes) == MultipartReader::Progress::Faulty) {
    refuse(
        {.code = ProblemCode::InvalidMultipart, .detail = std::string(describe(reader_.fault()))});
  }
  if (over_) return Flow::Stop;
  const MutexLock lock(mutex_);
  paused_ = waiting_bytes_ > kWaitingMaxBytes;
  return paused_ ? Flow::Pause : Flow::Continue;
}

void Upload::on_end() {
  if (over_ || !is_complete()) return;
  if (!strand_->post([self = shared_from_this()] { self->deliver(); })) {
    refuse(unavailable("The server is busy; try again later."));
  }
}

void Upload::on_abort() {
  if (over_.exchange(true)) return;
  on_received_ = nullptr;
  permit_->release();
  abandon();
}

bool Upload::on_part(const PartHead& head) {
  part_ = Part::Ignored;
  if (head.name == form_.file_part) return begin_file(head);
  const auto text = std::ranges::find(form_.text_parts, head.name);
  if (text == form_.text_parts.end()) return true;
  if (std::ranges::count(texts_, *text, &ReceivedForm::Text::name) > 0) {
    return refuse(field_problem(
        ProblemCode::InvalidMultipart, *text, "The form may have this part only once."));
  }
  part_ = Part::Text;
  texts_.push_back({*text, {}});
  return true;
}

bool Upload::begin_file(const PartHead& head) {
  if (files_begun_ == form_.max_files) {
    return refuse(field_problem(form_.too_many,
                                form_.file_part,
                                form_.max_files == 1 ? "The form may have this part only once."
                                                     : "The form has too many of these parts."));
  }
  ++files_begun_;
  if (form_.keeps_file_names) file_names_.push_back(head.file_name);
  part_ = Part::File;
  file_bytes_ = 0;
  format_.reset();
  declared_ = {};
  chunk_.clear();
  return true;
}

bool Upload::on_part_data(std::string_view bytes) {
  switch (part_) {
    case Part::Ignored:
      return true;
    case Part::File:
      return take_file_data(bytes);
    case Part::Text:
      break;
  }
  ReceivedForm::Text& text = texts_.back();
  if (bytes.size() > kTextMaxBytes - text.value.size()) {
    return refuse(field_problem(
        ProblemCode::InvalidParameter, text.name, "The text of this part is too long."));
  }
  text.value += bytes;
  return true;
}

bool Upload::take_file_data(std::string_view bytes) {
  file_bytes_ += bytes.size();
  if (file_bytes_ > form_.max_file_bytes) {
    return refuse({.code = ProblemCode::PayloadTooLarge,
                   .detail = "An image is too large.",
                   .field = std::string(form_.file_part),
                   .limit_bytes = form_.max_file_bytes});
  }
  while (!bytes.empty()) {
    const std::size_t taken = std::min(bytes.size(), kChunkBytes - chunk_.size());
    chunk_ += bytes.substr(0, taken);
    if (!format_ && chunk_.size() >= kSniffBytes && !sniff()) return false;
    if (!is_small_enough(bytes.substr(0, taken))) return false;
    bytes.remove_prefix(taken);
    if (chunk_.size() == kChunkBytes && !hand_over(false)) return false;
  }
  return true;
}

// Ignores the declared content type.
bool Upload::sniff() {
  format_ = sniff_format(chunk_);
  if (format_) return true;
  return refuse({.code = ProblemCode::UnsupportedMediaType,
                 .detail = "An image must be JPEG, PNG or WebP.",
                 .field = std::string(form_.file_part)});
}

bool Upload::on_part_end() {
  if (part_ != Part::File) return true;
  part_ = Part::Ignored;
  return (format_ || sniff()) && hand_over(true);
}

// An image that no worker would decode is refused by its header: it costs no attempt.
bool Upload::is_small_enough(std::string_view bytes) {
  const auto& declared = declared_.add(bytes);
  if (!declared || declared->fits(form_.max_pixels)) return true;
  return refuse({.code = ProblemCode::PayloadTooLarge,
                 .detail = fmt::format("An image has too many pixels: at most {} of a PNG or WebP, "
                                       "{} of a progressive JPEG, {} of any other JPEG, {} a side.",
                                       most_pixels(form_.max_pixels, PixelWay::Whole),
                                       most_pixels(form_.max_pixels, PixelWay::Scans),
                                       most_pixels(form_.max_pixels, PixelWay::Rows),
                                       InspectionLimits{}.max_side),
                 .field = std::string(form_.file_part)});
}

bool Upload::hand_over(bool last) {
  Chunk chunk{std::exchange(chunk_, {}), *format_, last};
  {
    const MutexLock lock(mutex_);
    waiting_bytes_ += chunk.bytes.size();
  }
  const bool posted =
      strand_->post([self = shared_from_this(), chunk = std::move(chunk)] { self->store(chunk); });
  return posted || refuse(unavailable("The server is busy; try again later."));
}

bool Upload::is_complete() {
  if (!reader_.complete()) {
    return refuse({.code = ProblemCode::InvalidMultipart,
                   .detail = std::string(describe(MultipartFault::Truncated))});
  }
  if (files_begun_ == 0) {
    return refuse(
        field_problem(ProblemCode::MissingPart, form_.file_part, "The form has no image."));
  }
  if (std::ranges::count(texts_, kRequiredText, &ReceivedForm::Text::name) == 0) {
    return refuse(field_problem(ProblemCode::MissingPart,
                                kRequiredText,
                                "The form has no nonce; send the nonce of a challenge."));
  }
  return true;
}

// ---- any thread -------------------------------------------------------------

bool Upload::refuse(const Problem& problem) {
  if (over_.exchange(true)) return false;
  on_received_ = nullptr;  // what it holds must be free before the client can ask again
  call_->refuse(problem);
  abandon();
  return false;
}

// Discards the received bytes on the transfers pool; if the pool is full, the destructor does.
void Upload::abandon() {
  (void)strand_->post([self = shared_from_this()] { self->received_.bytes.discard(); });
}

// The token that admitted the body is no longer valid.
void Upload::end_with_session(UploadPermits::Ended why) {
  refuse({.code = why == UploadPermits::Ended::HandedOff ? ProblemCode::HandedOff
                                                         : ProblemCode::SessionInvalid});
}

// ---- the strand -------------------------------------------------------------

// A form that lacks a file, after an exception, must not be judged.
template <class Work>
void Upload::guarded_storing(const Work& work) {
  guarded(call_, [&] {
    if (over_) return;
    try {
      if (const std::optional<Problem> problem = work()) refuse(*problem);
    } catch (...) {
      if (!over_.exchange(true)) on_received_ = nullptr;
      received_.bytes.discard();
      throw;  // guarded() answers it
    }
  });
}

void Upload::store(const Chunk& chunk) {
  guarded_storing([&] { return write(chunk); });
  taken(chunk.bytes.size());
}

std::optional<Problem> Upload::write(const Chunk& chunk) {
  if (!in_file_) {
    if (auto problem = begin_image(chunk.format)) return problem;
  }
  StoredFile& file = received_.files.back();
  FileWriter* const writer = received_.bytes.writer.get();
  file.size_bytes += chunk.bytes.size();
  if (writer != nullptr) {
    const auto appended = writer->append(chunk.bytes);
    if (!appended) return problem_of(appended.error());
    permit_->written(chunk.bytes.size());
  } else {
    hash_only_->update(chunk.bytes);
  }
  if (!chunk.last) return std::nullopt;
  in_file_ = false;
  if (writer == nullptr) {
    file.sha256 = Sha256(hash_only_->finish());
    return std::nullopt;
  }
  const auto written = writer->end_image();
  if (!written) return problem_of(written.error());
  file.sha256 = written->sha256;
  file.crc32 = written->crc32;
  file.container = {writer->file(), 0, written->range.offset};
  return std::nullopt;
}

std::optional<Problem> Upload::begin_image(ImageFormat format) {
  StoredFile file;
  file.file = FileId(ordered_uuid(service_.clock.now(), service_.random));
  file.format = format;
  if (form_.keep == UploadForm::Keep::Hashes) hash_only_.emplace();
  if (form_.keep == UploadForm::Keep::Files && !received_.bytes.writer) {
    if (auto problem = begin_vault_file(file.file)) return problem;
  }
  if (received_.bytes.writer) file.day = received_.bytes.writer->day();
  received_.files.push_back(std::move(file));
  in_file_ = true;
  return std::nullopt;
}

// The vault's file bears the id of its first image.
std::optional<Problem> Upload::begin_vault_file(const FileId& id) {
  auto key = service_.data.session_key(session_);
  if (!key) return problem_of(key.error());
  received_.key = std::move(*key);
  auto descriptor = permit_->open_file();
  if (!descriptor) return problem_of_refusal(UploadPermits::Refused::Busy);
  const std::string day = day_of(service_.clock.now());
  auto writer = service_.data.vault().create(session_, *received_.key, id, day);
  if (!writer) return problem_of(writer.error());
  received_.bytes = {std::move(descriptor), std::move(*writer)};
  return std::nullopt;
}

// The last bytes go to the disk, without a sync, so that the images can be read back.
std::optional<Problem> Upload::seal() {
  if (!received_.bytes.writer) return std::nullopt;
  const auto sealed = received_.bytes.writer->seal();
  if (!sealed) return problem_of(sealed.error());
  for (StoredFile& file : received_.files) file.container->size_bytes = sealed->size_bytes;
  // The only image that a form may have is the vault's file itself.
  if (form_.max_files == 1) received_.files.front().container.reset();
  return std::nullopt;
}

void Upload::taken(std::size_t bytes) {
  {
    const MutexLock lock(mutex_);
    waiting_bytes_ -= bytes;
    if (!paused_ || waiting_bytes_ > kWaitingMaxBytes / 2) return;
    paused_ = false;
  }
  call_->resume();
}

void Upload::deliver() {
  guarded_storing([&] { return seal(); });
  if (over_.exchange(true)) return;
  service_.metrics.count(Counter::UploadBytes, received_bytes_);
  guarded(call_, [&] {
    const OnReceived on_received = std::exchange(on_received_, nullptr);
    received_.texts = std::move(texts_);
    received_.file_names = std::move(file_names_);
    on_received(std::move(received_));
  });
}

}  // namespace countersign::http
