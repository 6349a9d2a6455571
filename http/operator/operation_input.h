#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/client_policy.h"
#include "core/ids.h"
#include "core/terms.h"
#include "http/call/problem.h"

namespace countersign::http {

// Reads the JSON object that is the input of an operation. The operation asks for members one by
// one; each function returns nullopt if the member is absent or null. Finally problem() reports the
// first member that was wrong or that nobody asked for. One thread at a time.
class OperationInput {
 public:
  static constexpr std::size_t kTextMaxBytes = 256;

  explicit OperationInput(std::string_view json);
  ~OperationInput();
  OperationInput(const OperationInput&) = delete;
  OperationInput& operator=(const OperationInput&) = delete;

  // Returns whether the member is present, even if it is null.
  bool has(std::string_view name);

  std::optional<std::string> text(std::string_view name, std::size_t max_bytes = kTextMaxBytes);
  std::optional<std::uint64_t> number(std::string_view name, std::uint64_t max = kNumberMax);
  bool flag(std::string_view name);  // false when absent
  std::optional<bool> choice(std::string_view name);
  std::optional<Rate> rate(std::string_view name);
  std::optional<std::vector<Purpose>> purposes(std::string_view name);
  // A list of thresholds, each as parse_threshold() reads it; an empty list removes all.
  std::optional<std::vector<ThresholdOverride>> thresholds(std::string_view name);
  std::optional<SessionId> session(std::string_view name);
  std::optional<ClientKey> client(std::string_view name);

  // As above, but an absent member is a problem; then the returned value has no meaning.
  std::string required_text(std::string_view name);
  SessionId required_session(std::string_view name);
  ClientKey required_client(std::string_view name);
  std::uint64_t required_number(std::string_view name);

  // To be called last.
  std::optional<Problem> problem();

  static constexpr std::uint64_t kNumberMax = (1ull << 53) - 1;

 private:
  class Impl;
  void refuse(std::string_view name, std::string detail);
  void require(bool present, std::string_view name);

  std::unique_ptr<Impl> impl_;
  std::vector<std::string> asked_;
  std::optional<Problem> problem_;
};

}  // namespace countersign::http
