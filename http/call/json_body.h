#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "http/call/call.h"
#include "http/edge/body_sink.h"

namespace countersign::http {

// Gathers a small body, and then hands it over. One that is called something else than JSON
// is answered 415, one that is larger than `limit_bytes` 413: from its
// announced length, or that of a chunk, before a byte of it is read.
//
// Threading: of the connection's loop, where `on_complete` is called too.
class JsonBody final : public BodySink {
 public:
  using OnComplete = std::function<void(std::string body)>;

  // Null when the call was refused.
  static std::shared_ptr<BodySink> begin(const CallPtr& call,
                                         std::uint64_t limit_bytes,
                                         OnComplete on_complete);

  // Use begin().
  JsonBody(CallPtr call, std::uint64_t limit_bytes, OnComplete on_complete);

  Flow on_announced(std::uint64_t bytes) override;
  Flow on_data(std::string_view bytes) override;
  void on_end() override;
  // Credentials may be in the body.
  bool knows_caller() const override { return false; }
  void on_abort() override;

 private:
  const CallPtr call_;
  const std::uint64_t limit_bytes_;
  const OnComplete on_complete_;
  std::string body_;
};

}  // namespace countersign::http
