#pragma once
#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "http/operator/operations.h"
#include "tests/http/support/backend_calls.h"
#include "tests/http/support/declared_schemas.h"

namespace countersign::http {

inline std::vector<Schema> answers_of_operations() {
  std::vector<Schema> answers;
  for (const Operation& operation : operations()) answers.push_back(operation.answer());
  return answers;
}

// Runs the operators' operations on the data folder of a rig. Each answer is compared with the
// schema that its operation declares.
class Desk {
 public:
  explicit Desk(Rig& rig) : rig_(rig) {}

  OperationResult run(std::string_view name, std::string_view input) {
    const Operation* operation = find_operation(name);
    REQUIRE(operation != nullptr);
    const OperationContext context{.data = rig_.data(),
                                   .settings = rig_.settings,
                                   .random = rig_.random,
                                   .actor = {ActorKind::Operator, "uid:7"},
                                   .request = RequestId("r"),
                                   .given_up = GivenUp([this] { return stopping.load(); })};
    return operation->run(context, input);
  }
  rapidjson::Document done(std::string_view name, std::string_view input) {
    const OperationResult result = run(name, input);
    REQUIRE_MESSAGE(result.has_value(), name, ": ", result ? "" : result.error().detail);
    CHECK(declared_.violation(find_operation(name)->answer(), *result).value_or("") == "");
    rapidjson::Document document;
    document.Parse(result->c_str(), result->size());
    REQUIRE(document.IsObject());
    return document;
  }
  std::string refused(std::string_view name, std::string_view input) {
    const OperationResult result = run(name, input);
    if (result) return "done";
    return std::string(row_of(result.error().code).name);
  }

  std::atomic<bool> stopping{false};

 private:
  Rig& rig_;
  const DeclaredSchemas declared_{answers_of_operations()};
};

inline std::string about(const std::string& client, std::string_view more = "") {
  return R"({"clientKey":")" + client + "\"" + std::string(more) + "}";
}

// The stored stream of a captured session.
inline std::vector<StoredEvent> stream_of_capture(Rig& rig) {
  Backend backend(rig);
  const auto captured = backend.capture({10, 20});
  backend.get(Backend::path_of(captured.id, "/documents/bundle"));
  backend.call(Method::Post, Backend::path_of(captured.id, "/purge"));
  return *rig.data().queries().timeline(SessionId(*parse_uuid(captured.id)));
}

}  // namespace countersign::http
