#include "http/witness/witness_application.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/events/tlog/note/witness_fixture.h"
#include "tests/http/witness/served_witness.h"

namespace countersign::http::witness_application_test {

using tlog::WitnessedLog;
TEST_CASE("each decision has the status and the body that C2SP tlog-witness gives it") {
  ServedWitness witness(WitnessedLog::known());
  WitnessedLog log(20);
  WitnessedLog fork(20, 9);
  CHECK(witness.ask("GET", witness.checkpoint_path()).status == 404);

  const ClientAnswer good = witness.add(log.request(0, 10));
  CHECK(good.status == 200);
  const auto lines = tlog::parse_signatures(good.body);
  REQUIRE(lines.has_value());
  CHECK(lines->size() == 1);
  CHECK(witness.ask("GET", witness.checkpoint_path()).body == log.note(10) + good.body);

  CHECK(witness.add("nonsense").status == 400);
  CHECK(witness.add(to_text(tlog::WitnessRequest{11, {}, log.note(10)})).status == 400);
  const tlog::SignerKey stranger = tlog::signer(tlog::KeyType::Log, "log.example/events", 9);
  CHECK(witness
            .add(to_text(tlog::WitnessRequest{
                10, {}, WitnessedLog::signed_by(stranger, log.checkpoint(10))}))
            .status == 403);
  tlog::Checkpoint elsewhere = log.checkpoint(10);
  elsewhere.origin = "other.example";
  CHECK(
      witness
          .add(to_text(tlog::WitnessRequest{10, {}, WitnessedLog::signed_by(stranger, elsewhere)}))
          .status == 404);
  CHECK(witness.told() == 0);

  const ClientAnswer other_size = witness.add(log.request(0, 20));
  CHECK(other_size.status == 409);
  CHECK(other_size.content_type == "text/x.tlog.size");
  CHECK(other_size.body == "10\n");
  CHECK(witness.add(fork.request(10, 20)).status == 422);
  CHECK(witness.add(fork.request(10, 10)).status == 422);
  CHECK(witness.told() == 3);
  CHECK(witness.add(log.request(10, 20)).status == 200);
}

TEST_CASE("there are two resources, each with its methods") {
  ServedWitness witness(WitnessedLog::known());
  for (const char* path :
       {"/", "/add-checkpoints", "/checkpoint", "//checkpoint", "/a/checkpoint"}) {
    CAPTURE(path);
    CHECK(witness.ask("GET", path).status == 404);
  }
  CHECK(witness.ask("GET", "/add-checkpoint").status == 405);
  CHECK(witness.ask("POST", witness.checkpoint_path()).status == 405);
  CHECK(witness.ask("POST", "/sign-subtree").status == 404);
}

TEST_CASE("a body that is longer than any request is refused, announced or not") {
  ServedWitness witness(WitnessedLog::known());
  const std::string longer(WitnessApplication::kBodyBytesMax + 1, 'x');
  for (const std::vector<std::string>& headers :
       {std::vector<std::string>{}, {"Transfer-Encoding: chunked"}}) {
    CHECK(witness.add(longer, headers).status == 413);
    CHECK(witness.add(longer.substr(1), headers).status == 400);
  }
  WitnessedLog log(3);
  CHECK(witness.add(log.request(0, 3), {"Transfer-Encoding: chunked"}).status == 200);
}

}  // namespace countersign::http::witness_application_test
