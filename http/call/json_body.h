#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "http/call/call.h"
#include "http/edge/body_sink.h"

namespace countersign::http {

// Collects a small body and then passes it on. Answers 415 if the Content-Type is not acceptable
// for JSON or the body is coded, and 413 if the body is larger than `limit_bytes`. A length that is
// announced, for the body or for a chunk, is checked before a byte of it is read.
//
// Threading: runs on the connection's event loop, where `on_complete` is called too.
class JsonBody final : public BodySink {
 public:
  using OnComplete = std::function<void(std::string body)>;

  // Returns null if it has refused the call.
  static std::shared_ptr<BodySink> begin(const CallPtr& call,
                                         std::uint64_t limit_bytes,
                                         OnComplete on_complete);

  // Use begin().
  JsonBody(CallPtr call, std::uint64_t limit_bytes, OnComplete on_complete);

  Flow on_announced(std::uint64_t bytes) override;
  Flow on_data(std::string_view bytes) override;
  void on_end() override;
  // The credentials may be in the body.
  bool knows_caller() const override { return false; }
  void on_abort() override;

 private:
  const CallPtr call_;
  const std::uint64_t limit_bytes_;
  const OnComplete on_complete_;
  std::string body_;
};

}  // namespace countersign::http
