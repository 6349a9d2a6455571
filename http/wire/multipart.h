#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace countersign::http {

// The head of one part.
struct PartHead {
  std::string name;          // of the form field
  std::string content_type;  // as declared; never trusted
  std::string file_name;     // as declared; used only for sandbox sessions
};

// Receives the parts as they arrive. Each function returns false to stop.
class PartSink {
 public:
  virtual ~PartSink() = default;
  virtual bool on_part(const PartHead& head) = 0;
  // `bytes` is never empty and is valid only during the call.
  virtual bool on_part_data(std::string_view bytes) = 0;
  virtual bool on_part_end() = 0;
};

// The reason why a body is not valid multipart/form-data.
enum class MultipartFault : std::uint8_t {
  BoundaryLine,  // a boundary is followed by neither a line end nor `--`
  PartHead,      // malformed, too long, or without `form-data; name=`
  TooManyParts,
  Truncated,  // no closing boundary
};
std::string_view describe(MultipartFault fault);

// Reads a multipart/form-data body (RFC 7578, RFC 2046 section 5.1) that arrives in pieces of any
// size, without keeping it: the state is one part's head and the length of the boundary seen so
// far. The work is linear in the bytes for any input.
//
// Bytes before the first boundary and after the last are ignored, as the RFC requires. One thread
// at a time; `sink` must outlive this object. A failure is permanent: every later push() returns it
// again.
class MultipartReader {
 public:
  static constexpr std::size_t kBoundaryMax = 70;  // RFC 2046
  static constexpr std::size_t kPartsMax = 64;
  static constexpr std::size_t kPartHeadMaxBytes = 4096;
  static constexpr std::size_t kPaddingMaxBytes = 64;  // after a boundary, on its line

  // REQUIRES: `boundary` came from multipart_boundary().
  MultipartReader(std::string_view boundary, PartSink& sink);

  enum class Progress { More, Stopped, Faulty };
  Progress push(std::string_view bytes);

  // Returns whether the closing boundary was seen.
  bool complete() const { return state_ == State::Epilogue; }
  // REQUIRES: push() returned Faulty.
  MultipartFault fault() const { return fault_; }

 private:
  enum class State { Preamble, BoundaryLine, Head, Data, Epilogue, Stopped, Faulty };

  bool take_until_boundary(std::string_view& bytes);
  bool take_boundary_line(std::string_view& bytes);
  bool take_head(std::string_view& bytes);
  bool give(std::string_view data);
  bool end_of_data();
  bool begin_part(std::string_view head);
  bool fail(MultipartFault fault);
  bool stop();

  const std::string delimiter_;  // CR LF `--` boundary: its only CR is the first byte
  PartSink& sink_;
  State state_ = State::Preamble;
  MultipartFault fault_ = MultipartFault::Truncated;
  // `matched_` is the number of delimiter bytes that the input so far ends with. `assumed_` is how
  // many of these are not data if the rest of the delimiter does not follow: at the start of the
  // body and after a part's head, the CR LF counts as seen.
  std::size_t matched_ = 2;
  std::size_t assumed_ = 2;
  std::string line_;  // the text after a boundary, on its line
  std::string head_;
  std::size_t parts_ = 0;
};

// Returns the boundary of a `multipart/form-data` content type.
enum class BoundaryFault : std::uint8_t { NotFormData, NoBoundary };
Result<std::string, BoundaryFault> multipart_boundary(std::string_view content_type);

}  // namespace countersign::http
