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
  std::string content_type;  // as declared; never believed
  std::string file_name;     // as declared; a real session has no use for it
};

// Who is told of the parts as they arrive. Each function returns false to stop.
class PartSink {
 public:
  virtual ~PartSink() = default;
  virtual bool on_part(const PartHead& head) = 0;
  // `bytes` are never empty and are valid during the call only.
  virtual bool on_part_data(std::string_view bytes) = 0;
  virtual bool on_part_end() = 0;
};

// Why a body is not multipart/form-data.
enum class MultipartFault : std::uint8_t {
  BoundaryLine,  // what follows a boundary is neither a line's end nor `--`
  PartHead,      // malformed, too long, or without `form-data; name=`
  TooManyParts,
  Truncated,  // no closing boundary
};
std::string_view describe(MultipartFault fault);

// Reads a multipart/form-data body (RFC 7578, RFC 2046 section 5.1) that arrives in
// pieces of any size, without keeping it: all that waits is one part's head, and how
// much of a boundary has been seen. Work is linear in the bytes, whatever they are.
//
// What is before the first boundary and behind the last is passed over, as the
// RFC says. One thread at a time; `sink` must live as long as this. A failure is for
// good: every later push() gives it again.
class MultipartReader {
 public:
  static constexpr std::size_t kBoundaryMax = 70;  // RFC 2046
  static constexpr std::size_t kPartsMax = 64;
  static constexpr std::size_t kPartHeadMaxBytes = 4096;
  static constexpr std::size_t kPaddingMaxBytes = 64;  // behind a boundary, on its line

  // REQUIRES: `boundary` came from multipart_boundary().
  MultipartReader(std::string_view boundary, PartSink& sink);

  enum class Progress { More, Stopped, Faulty };
  Progress push(std::string_view bytes);

  // Whether the closing boundary was seen.
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
  // Bytes of the delimiter that the last pushes ended with, and how many of these
  // are not data if the rest does not follow: a line's start counts as a CR LF seen.
  std::size_t matched_ = 2;
  std::size_t assumed_ = 2;
  std::string line_;  // what stands behind a boundary
  std::string head_;
  std::size_t parts_ = 0;
};

// The boundary of a `multipart/form-data` content type.
enum class BoundaryFault : std::uint8_t { NotFormData, NoBoundary };
Result<std::string, BoundaryFault> multipart_boundary(std::string_view content_type);

}  // namespace countersign::http
