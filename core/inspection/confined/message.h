#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/inspection/engine.h"

// The messages between the server, the inspector and its workers; one message per packet.
//
//   server              inspector              worker
//     | -- Setup ---------> |                    |
//     | <------- Greeting - |                    |    or Refused
//     | -- StartWorker ---> | == fork =========> |    with a channel and an image buffer
//     | <-------------------------------- Ready -|
//     | -- DocumentTask ------------------------>|    or another task
//     | <-------------------------- ImageWanted -|    where images are loaded one at a time
//     | -- ImageGiven -------------------------->|
//     | <------------------- DocumentEvaluation -|    or another, or Failed
//     | <------------------------ JPEG in parts -|    after RenderingHead alone, each a packet
//     | -- EndWorker -----> | == SIGKILL ======> |
//     | <---- WorkerEnded - |                         if it was asked for
//     | -- MeasureWorker -> |                    |    at any time; the worker is not asked
//     | <- WorkerMeasured - |                    |
namespace countersign::confined {

// Raised when a message changes, so that a server refuses a program of another build.
inline constexpr std::uint32_t kProtocol = 7;
// Less than a socket's buffer holds by default. A rendering takes several packets.
inline constexpr std::size_t kPacketMaxBytes = 64 * 1024;
// The limits of a text and of a list: far above what an engine reports, and small enough to be held
// for every worker.
inline constexpr std::uint32_t kTextMaxBytes = 1024;
inline constexpr std::uint32_t kListMax = 256;

// ---- server to inspector ----
struct Setup {
  std::uint32_t protocol = kProtocol;
  std::uint64_t max_pixels = 0;
  std::uint64_t image_max_bytes = 0;  // the size of every image buffer
  std::uint64_t engine_bytes = 0;     // a worker's memory beyond the pictures
};
// Comes with two descriptors: the worker's channel, and its image buffer.
struct StartWorker {
  std::uint64_t number = 0;  // never reused
};
struct EndWorker {
  std::uint64_t number = 0;
  bool tell = false;  // asks for WorkerEnded
};
struct MeasureWorker {
  std::uint64_t number = 0;
};
using ToInspector = std::variant<Setup, StartWorker, EndWorker, MeasureWorker>;

// ---- inspector to server ----
struct Greeting {
  std::uint32_t protocol = kProtocol;
  bool confined = false;  // false in a build with sanitizers, which cannot run under a filter
  Capabilities capabilities;
};
struct Refused {  // instead of a greeting: the inspector cannot run with its input
  std::string why;
};
struct WorkerEnded {
  std::uint64_t number = 0;
  std::optional<std::int32_t> wait_status;  // see waitpid(2); none: unknown to the inspector
};
struct WorkerMeasured {
  std::uint64_t number = 0;
  std::optional<std::uint64_t> processor_ms;  // used so far; none: unknown to the inspector
};
using FromInspector = std::variant<Greeting, Refused, WorkerEnded, WorkerMeasured>;

// ---- server to worker ----
struct DocumentTask {
  Side side = Side::Front;
  std::optional<DocumentType> type;
  UtcTime now;
  std::uint64_t image_bytes = 0;         // at the front of the buffer
  std::vector<std::int64_t> thresholds;  // see milli_of
  bool trace = false;
  bool mrz_values = false;
};
struct LivenessTask {
  std::uint32_t frame_count = 0;
  std::vector<Action> actions;
  std::vector<std::int64_t> thresholds;  // see milli_of
  bool trace = false;
};
struct MatchTask {
  std::uint32_t frame_count = 0;
  std::vector<std::int64_t> thresholds;  // see milli_of
};
struct FaceTask {
  std::uint64_t image_bytes = 0;         // at the front of the buffer
  std::vector<std::int64_t> thresholds;  // see milli_of
};
struct DataTask {
  Side side = Side::Front;
  std::optional<DocumentType> type;
  UtcTime now;
  std::uint64_t image_bytes = 0;         // at the front of the buffer
  bool has_front = false;                // the FRONT can be asked for, as image 1
  std::vector<std::int64_t> thresholds;  // see milli_of
  bool values = false;
};
// The answer to ImageWanted. Without a size, the image is not available.
struct ImageGiven {
  std::optional<std::uint64_t> image_bytes;
};
struct RenderingTask {
  std::uint64_t image_bytes = 0;  // at the front of the buffer
  std::optional<Side> side;
  std::optional<DocumentType> type;
  std::vector<std::string> mark;
  std::vector<std::int64_t> thresholds;  // see milli_of
};
struct PresentationTask {
  std::uint32_t frame_count = 0;
  std::vector<std::int64_t> thresholds;  // see milli_of
};
using ToWorker = std::variant<DocumentTask,
                              LivenessTask,
                              MatchTask,
                              FaceTask,
                              DataTask,
                              ImageGiven,
                              RenderingTask,
                              PresentationTask>;

// ---- worker to server ----
struct Ready {};
struct Unfit {  // the worker could not be confined, and does no work
  std::string why;
};
struct ImageWanted {
  // The frame's index. In a match, 0 is the reference, and the frames follow; with a BACK, 1 is the
  // FRONT.
  std::uint32_t index = 0;
};
struct Failed {
  bool out_of_memory = false;  // otherwise an image was not loaded
};
// The JPEG follows as packets of at most kPacketMaxBytes, without a message around them.
struct RenderingHead {
  bool decoded = false;  // otherwise there is no rendering
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Trace seen;
  std::uint64_t jpeg_bytes = 0;
};
using FromWorker = std::variant<Ready,
                                Unfit,
                                ImageWanted,
                                Failed,
                                DocumentEvaluation,
                                LivenessEvaluation,
                                MatchEvaluation,
                                FaceDescription,
                                DataEvaluation,
                                RenderingHead,
                                PresentationEvaluation>;

std::string encode(const ToInspector& message);
std::string encode(const FromInspector& message);
std::string encode(const ToWorker& message);
std::string encode(const FromWorker& message);

// Returns nullopt unless the bytes are exactly one message. Safe for any bytes: a hostile image may
// control what a worker sends.
template <class Message>
std::optional<Message> decode(std::string_view bytes);
template <>
std::optional<ToInspector> decode(std::string_view bytes);
template <>
std::optional<FromInspector> decode(std::string_view bytes);
template <>
std::optional<ToWorker> decode(std::string_view bytes);
template <>
std::optional<FromWorker> decode(std::string_view bytes);

}  // namespace countersign::confined
