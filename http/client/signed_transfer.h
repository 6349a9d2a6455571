#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "http/client/http_client.h"

namespace countersign::http {

// A request that is signed by AWS Signature Version 4 ("Signing AWS API requests", Amazon Web
// Services), as stores of objects want it.
struct SignedRequest {
  enum class Method : std::uint8_t { Get, Put, Delete };
  Method method = Method::Get;
  // The path and the query as they are signed: encoded, the parameters sorted, each with its `=`.
  std::string url{};
  std::string region{};
  std::string_view key_id{};
  std::string_view secret{};
  std::string payload_sha256{};        // of the body, in hex; of no bytes where there is no body
  std::vector<std::string> headers{};  // "Name: value", each is sent and signed
  // For Put: the first bytes of an open file are the body; -1: it is empty.
  int source = -1;
  std::uint64_t source_bytes = 0;
  // For Get: the body of an answer with 200 goes into this file, and one with 206 goes there behind
  // `sink_offset`; -1: into the answer. A body that is longer than `sink_bytes_max` is none.
  int sink = -1;
  std::uint64_t sink_offset = 0;
  std::uint64_t sink_bytes_max = 0;
  std::size_t answer_bytes_max = 2 << 20;           // limit for any other body
  std::chrono::milliseconds timeout{10'000};        // from name resolution to the last byte
  std::chrono::milliseconds connect_timeout{3000};  // of it, until there is a connection
  std::chrono::seconds silence_max{5};              // of it, at less than 1 KiB a second
  std::string authorities_file{};                   // as of ClientRequest
};

struct SignedAnswer {
  int status = 0;
  std::string body{};
  std::uint64_t sunk_bytes = 0;  // that went into the file
  // Fields; "" where they are absent or longer than 256 bytes.
  std::string content_range{};
  std::string retry_after{};
  std::string version_id{};       // x-amz-version-id
  std::string delete_marker{};    // x-amz-delete-marker
  std::string checksum_sha256{};  // x-amz-checksum-sha256
};

// A client for stores of objects, with the rules of HttpClient: HTTP/1.1, verified TLS, no
// redirect, no proxy or netrc of the environment. Keeps its connection between requests.
//
// Threading: one thread at a time. Ownership: owns its connection.
class SignedTransfer {
 public:
  SignedTransfer();
  ~SignedTransfer();
  SignedTransfer(const SignedTransfer&) = delete;
  SignedTransfer& operator=(const SignedTransfer&) = delete;

  // Blocks. A response of any status is an answer.
  Result<SignedAnswer, NoAnswer> ask(const SignedRequest& request);

 private:
  struct Release {
    void operator()(void* handle) const;
  };
  const std::unique_ptr<void, Release> handle_;
};

}  // namespace countersign::http
