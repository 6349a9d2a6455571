#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/checks/checks.h"
#include "core/inspection/confined/inspector.h"
#include "core/inspection/confined/message.h"
#include "core/inspection/confined/worker.h"
#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/render/jpeg_writer.h"
#include "tests/core/inspection/confined/hostile_image.h"
#include "tests/core/inspection/support/sha256.h"

// An inspector for tests. It consists of the parts of the real one, except for an engine with a
// hole that acts as an image exploiting the hole would.
namespace countersign::confined {
namespace {

using Answer = Result<DocumentEvaluation, InspectionFailure>;

void say(const std::string& bytes) {
  [[maybe_unused]] const ssize_t sent = ::write(kWorkerChannel, bytes.data(), bytes.size());
}

DocumentEvaluation accepted_image() {
  DocumentEvaluation evaluation;
  evaluation.image = ImageFacts{ImageFormat::Jpeg, 100, 100, {}};
  return evaluation;
}

// Actions that reach out of the process. The result of the system call does not matter: the call
// must never return.
const std::map<std::string, std::function<void(std::string_view image)>> kActions{
    {"open a file", [](auto) { (void)::open("/etc/passwd", O_RDONLY | O_CLOEXEC); }},
    {"open a socket", [](auto) { (void)::socket(AF_INET, SOCK_STREAM, 0); }},
    {"open a memory file", [](auto) { (void)::memfd_create("more", 0); }},
    {"duplicate the channel", [](auto) { (void)!::dup(kWorkerChannel); }},
    {"start a program",
     [](auto) {
       char* const arguments[] = {nullptr};
       ::execve("/bin/true", arguments, arguments);
     }},
    {"fork", [](auto) { (void)::fork(); }},
    {"kill the inspector", [](auto) { ::kill(::getppid(), SIGKILL); }},
    {"trace the inspector", [](auto) { ::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr); }},
    {"write to stderr", [](auto) { (void)!::write(STDERR_FILENO, "image", 5); }},
    {"read elsewhere",
     [](auto) {
       char byte = 0;
       (void)!::read(kInspectorControl, &byte, 1);
     }},
    {"map code",
     [](auto) {
       (void)::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
     }},
    {"make memory code",
     [](auto) {
       void* const page =
           ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       ::mprotect(page, 4096, PROT_READ | PROT_EXEC);
     }},
    {"change the image",
     [](std::string_view image) { *const_cast<volatile char*>(image.data()) = 'x'; }},
    {"crash", [](auto) { ::raise(SIGSEGV); }},
    {"abort", [](auto) { std::abort(); }},
    {"leave", [](auto) { ::_exit(0); }},
    {"loop",
     [](auto) {
       for (volatile std::uint64_t turns = 0;;) turns = turns + 1;
     }},
    {"wait",
     [](auto) {
       char byte = 0;
       (void)!::read(kWorkerChannel, &byte, 1);
     }},
    {"say nothing more than an image", [](auto) { say(encode(FromWorker(ImageWanted{0}))); }},
    {"say that it is ready", [](auto) { say(encode(FromWorker(Ready{}))); }},
    {"say noise", [](auto) { say("\xff\xff\xff\xff noise"); }},
    {"say nothing", [](auto) { say(std::string(1, '\0')); }},
    {"say too much", [](auto) { say(std::string(kPacketMaxBytes + 1, 'x')); }},
    {"answer frames",
     [](auto) {
       LivenessEvaluation evaluation;
       evaluation.frames.emplace_back();
       say(encode(FromWorker(evaluation)));
     }},
};

// Answers that are well formed but must not be believed.
Answer lie(const std::string& action) {
  DocumentEvaluation evaluation = accepted_image();
  if (action == "accept what did not decode") evaluation.image.reset();
  if (action == "accept another format") evaluation.image->format = ImageFormat::Png;
  if (action == "accept no width") evaluation.image->width = 0;
  if (action == "accept too many pixels") evaluation.image->width = 4'000'000'000u;
  if (action == "tell values nobody asked for") evaluation.mrz = MrzValues{};
  if (action == "tell values of no zone") {
    evaluation.mrz = MrzValues{};
    evaluation.mrz->surname = "<script>";
  }
  if (action == "tell a bar code nobody asked for" || action == "tell a bar code") {
    evaluation.barcode = FieldValues{"D123", "1974-08-12", "", "O'CONNOR", ""};
  }
  if (action == "tell a bar code with another date") {
    evaluation.barcode = FieldValues{"D123", "<script>", "", "", ""};
  }
  if (action == "tell a bar code of nothing") evaluation.barcode = FieldValues{};
  if (action == "tell what is printed") evaluation.printed = FieldValues{"D123", "", "", "", ""};
  if (action == "use a code of its own")
    evaluation.issues.push_back({.code = "<script>", .hint = ""});
  if (action == "allocate") {
    std::vector<void*> kept;
    for (int i = 0; i < 2048; ++i) {
      void* const mebibyte = std::malloc(1 << 20);
      if (mebibyte == nullptr) return InspectionFailure::OutOfMemory;
      *static_cast<volatile char*>(mebibyte) = 1;
      kept.push_back(mebibyte);
    }
    for (void* each : kept) std::free(each);
  }
  return evaluation;
}

// A small picture of black.
std::string_view crafted_picture() {
  static const std::string picture = *jpeg_of(RgbImage(64, 48), kRenderingMaxBytes);
  return picture;
}

// Renderings that are well formed but must not be believed.
void lie_about(Rendering& drawn, const std::string& action, std::string_view image) {
  if (action == "send the image itself") drawn.jpeg = image;
  if (action == "send a comment") {
    drawn.jpeg.insert(drawn.jpeg.size() - 2, std::string("\xff\xfe\0\2", 4));
  }
  if (action == "send another size") std::swap(drawn.width, drawn.height);
  if (action == "announce more than a rendering") drawn.jpeg.resize(kRenderingMaxBytes + 1);
  if (action == "draw a wide picture") drawn.width = kRenderingMaxSide + 1;
  if (action == "draw no width") drawn.width = 0;
  if (action == "name a place") drawn.seen = {{"<script>", std::vector<TracePoint>(4)}};
  if (action == "die in the middle of the file" || action == "send more than announced") {
    say(encode(FromWorker(RenderingHead{true, 64, 48, {}, drawn.jpeg.size()})));
    say(drawn.jpeg.substr(0, 10));
    if (action == "die in the middle of the file") ::raise(SIGSEGV);
    say(drawn.jpeg);
  }
}

class HostileEngine final : public Engine {
 public:
  explicit HostileEngine(const InspectionLimits& limits) : engine_(test_sha256, limits) {}

  Capabilities capabilities() const override {
    Capabilities capabilities = engine_.capabilities();
    capabilities.face_match = true;
    capabilities.recognizer.emplace();
    capabilities.reads_print = true;
    capabilities.judges_presentation = true;
    return capabilities;
  }
  Answer evaluate_document(const DocumentRequest& request) const override {
    if (!request.image.starts_with(kHostileStart)) return engine_.evaluate_document(request);
    const std::string action(request.image.substr(kHostileStart.size()));
    const auto found = kActions.find(action);
    if (found == kActions.end()) return lie(action);
    found->second(request.image);
    return accepted_image();  // so that an action that was not stopped is noticed
  }
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override {
    LivenessRequest checked = request;
    checked.load = [&](std::size_t index) {
      auto frame = request.load(index);
      if (frame && frame->starts_with(kHostileStart)) {
        ::raise(SIGSEGV);
      }
      return frame;
    };
    return engine_.evaluate_liveness(checked);
  }
  // Says what the image's bytes tell it to say of a face.
  Result<FaceDescription, InspectionFailure> describe_face(
      const FaceRequest& request) const override {
    FaceDescription face{.decoded = true, .faces = 1, .feature = FaceFeature(8, {1, 2, 3})};
    if (!request.image.starts_with(kHostileStart)) return face;
    const std::string_view action = request.image.substr(kHostileStart.size());
    if (action == "crash") ::raise(SIGSEGV);
    if (action == "faces of no picture") face.decoded = false;
    if (action == "a feature of two faces") face.faces = 2;
    if (action == "a feature without a direction") face.feature = FaceFeature(8);
    if (action == "a probability of two faces") face = {true, 2, {}, 500};
    if (action == "a probability above 1") face.live_milli = 1001;
    if (action == "a feature too long") face.feature = FaceFeature(257, {1});
    return face;
  }
  // Draws honestly, and then lies about it.
  Result<std::optional<Rendering>, InspectionFailure> render(
      const RenderingRequest& request) const override {
    if (!request.image.starts_with(kHostileStart)) return engine_.render(request);
    const std::string action(request.image.substr(kHostileStart.size()));
    const auto found = kActions.find(action);
    if (found != kActions.end()) found->second(request.image);
    RenderingRequest honest = request;
    honest.image = crafted_picture();
    auto drawn = engine_.render(honest);
    if (drawn && *drawn) lie_about(**drawn, action, request.image);
    return drawn;
  }
  // Accepts equal images as a match.
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override {
    const auto reference = request.load_reference();
    if (!reference) return InspectionFailure::ImageNotLoaded;
    bool matches = true;
    std::optional<std::uint32_t> stranger;
    std::string action;
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      const auto frame = request.load_frame(i);
      if (!frame) return InspectionFailure::ImageNotLoaded;
      if (frame->starts_with(kHostileStart)) {
        action = frame->substr(kHostileStart.size());
        if (action == "crash") ::raise(SIGSEGV);
      } else if (*frame != *reference) {
        if (i == 0) matches = false;
        if (i > 0 && !stranger) stranger = static_cast<std::uint32_t>(i + 1);
      }
    }
    MatchEvaluation evaluation;
    const auto add = [&](const char* check, bool passed) -> CheckOutcome& {
      if (!passed) evaluation.issues.push_back({.code = "FACE_MISMATCH", .hint = ""});
      evaluation.checks.push_back({.check = check,
                                   .status = passed ? CheckStatus::Passed : CheckStatus::Failed,
                                   .code = std::nullopt,
                                   .value_milli = std::nullopt,
                                   .threshold_milli = std::nullopt});
      return evaluation.checks.back();
    };
    add("FACE_MATCH", matches);
    if (action == "compare no other frame") return evaluation;
    CheckOutcome& throughout = add("FACE_MATCH_THROUGHOUT", !stranger);
    throughout.frame = stranger;
    if (action == "name the first frame") throughout.frame = 1;
    if (action == "name a frame that is not there") {
      throughout.frame = static_cast<std::uint32_t>(request.frame_count + 1);
    }
    if (action == "fail and accept") throughout.status = CheckStatus::Failed;
    if (action == "compare twice") evaluation.checks.push_back(evaluation.checks.back());
    return evaluation;
  }
  // Passes by the first frame, or tells what no model would.
  Result<PresentationEvaluation, InspectionFailure> judge_presentation(
      const PresentationRequest& request) const override {
    std::string action;
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      const auto frame = request.load(i);
      if (!frame) return InspectionFailure::ImageNotLoaded;
      if (frame->starts_with(kHostileStart)) action = frame->substr(kHostileStart.size());
    }
    if (action == "crash") ::raise(SIGSEGV);
    const CheckRow& row = row_of(Check::LivenessPresentation);
    CheckOutcome outcome;
    outcome.check = row.name;
    outcome.status = CheckStatus::Passed;
    outcome.value_milli = 900;
    outcome.frame = 1;
    PresentationEvaluation evaluation;
    if (action == "warn" || action == "a hint of its own" || action == "fail and accept") {
      const bool warns = action == "warn";
      outcome.status = warns ? CheckStatus::Warning : CheckStatus::Failed;
      outcome.code = std::string(name_of(*row.code));
      evaluation.issues.push_back(
          {.code = *outcome.code,
           .severity = action == "a hint of its own" ? Severity::Error : Severity::Warning,
           .hint = action == "a hint of its own" ? "<script>" : std::string(row.hint)});
    }
    if (action == "another check") outcome.check = name_of(Check::LivenessFace);
    if (action == "no frame") outcome.frame.reset();
    if (action == "a frame that is not there") {
      outcome.frame = static_cast<std::uint32_t>(request.frame_count + 1);
    }
    if (action == "no value") outcome.value_milli.reset();
    if (action == "a value above 1") outcome.value_milli = 1001;
    if (action == "not performed with a value") {
      outcome.status = CheckStatus::NotPerformed;
      outcome.code = std::string(name_of(Code::CheckNotAvailable));
    }
    if (action == "pass with an issue") {
      evaluation.issues.push_back({.code = std::string(name_of(*row.code)), .hint = ""});
    }
    if (action != "no check") evaluation.checks.push_back(outcome);
    if (action == "two checks") evaluation.checks.push_back(outcome);
    return evaluation;
  }
  // Passes, or tells what no reader would.
  Result<DataEvaluation, InspectionFailure> compare_data(
      const DataRequest& request) const override {
    const std::string action(request.image.substr(kHostileStart.size()));
    if (action == "crash") ::raise(SIGSEGV);
    DataEvaluation evaluation;
    const CheckRow& row = row_of(Check::DocumentData);
    CheckOutcome outcome;
    outcome.check = row.name;
    outcome.status = CheckStatus::Passed;
    if (action == "another check") outcome.check = name_of(Check::DocumentExpiry);
    if (action == "a frame") outcome.frame = 1;
    if (action == "not performed") outcome.status = CheckStatus::NotPerformed;
    if (action == "a hint of its own" || action == "fail and accept") {
      outcome.status = CheckStatus::Failed;
      outcome.code = std::string(name_of(*row.code));
      Issue issue{.code = *outcome.code, .hint = std::string(row.hint)};
      if (action == "a hint of its own") issue.hint = "AB1234567";
      if (action == "fail and accept") issue.severity = Severity::Warning;
      evaluation.issues.push_back(issue);
    }
    if (action == "pass with an issue" || action == "an issue alone") {
      evaluation.issues.push_back({.code = std::string(name_of(*row.code)), .hint = ""});
    }
    if (action == "print") evaluation.printed = FieldValues{"L898902C3", "", "", "", ""};
    if (action == "names") evaluation.printed = FieldValues{"", "", "", "ERIKSSON", ""};
    if (action == "no values") evaluation.printed = FieldValues{};
    if (action != "an issue alone") evaluation.checks.push_back(outcome);
    if (action == "two checks") evaluation.checks.push_back(outcome);
    return evaluation;
  }

 private:
  EmbeddedEngine engine_;
};

}  // namespace
}  // namespace countersign::confined

int main() {
  (void)countersign::test_sha256({});
  return countersign::confined::run_inspector(
      [](const countersign::InspectionLimits& limits) -> std::unique_ptr<countersign::Engine> {
        return std::make_unique<countersign::confined::HostileEngine>(limits);
      });
}
