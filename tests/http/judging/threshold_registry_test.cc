// The thresholds by which each client's images are judged, and that the log has them first.
#include "http/judging/threshold_registry.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/inspection/thresholds/threshold_text.h"
#include "events/audit/streams/stream_audit.h"
#include "events/crypto/sha256.h"
#include "tests/http/support/backend_calls.h"
#include "tests/http/support/rig.h"

namespace countersign::http::threshold_registry_test {

Thresholds set_with(const std::vector<ThresholdOverride>& overrides) {
  Thresholds set;
  REQUIRE_FALSE(change(set, overrides).has_value());
  return set;
}
Sha256 hash_of(const Thresholds& set) { return Sha256(sha256(canonical_text(set))); }

const ThresholdOverride kServers{"document-glare", 40, 20};
const ThresholdOverride kClients{"document-edge-width", 120, 100};

struct Scene {
  Rig rig{[] {
    ServiceSettings settings;
    settings.thresholds = set_with({kServers});
    return settings;
  }()};

  Credentials client_with(std::vector<ThresholdOverride> thresholds) {
    ClientPolicy policy = any_purpose();
    policy.thresholds = std::move(thresholds);
    return rig.add_client(policy);
  }
  std::vector<RecordedEvent> events() {
    std::vector<RecordedEvent> all;
    REQUIRE(rig.data().log().read(Sequence(1), [&](const StoredEvent& event) {
      all.push_back(event.recorded);
      return true;
    }));
    return all;
  }
  std::vector<ThresholdsRecorded> sets() {
    std::vector<ThresholdsRecorded> sets;
    for (const RecordedEvent& recorded : events()) {
      if (const auto* set = std::get_if<ThresholdsRecorded>(&recorded.event)) sets.push_back(*set);
    }
    return sets;
  }
  // The threshold set that the last outcome names.
  std::optional<Sha256> named() {
    std::optional<Sha256> named;
    for (const RecordedEvent& recorded : events()) {
      if (const EngineVersion* engine = engine_of(recorded.event)) named = engine->thresholds;
    }
    return named;
  }
};

TEST_CASE_FIXTURE(Scene, "images are judged by the server's thresholds, and the outcome says so") {
  const std::string token = rig.token(client_with({}));
  CHECK(rig.document(token, good_image())["ok"] == "true");
  CHECK(rig.engine.last_thresholds() == set_with({kServers}));
  CHECK(named() == hash_of(set_with({kServers})));
  REQUIRE(sets().size() == 1);
  CHECK(sets()[0].text == canonical_text(set_with({kServers})));
  CHECK(sets()[0].sha256 == named());

  CHECK(rig.document(token, image_saying("DOCUMENT_BLURRY"), "BACK")["ok"] == "false");
  CHECK(named() == hash_of(set_with({kServers})));
  CHECK(rig.liveness(token, {good_image("a"), good_image("b")})["ok"] == "true");
  CHECK(rig.engine.last_thresholds() == set_with({kServers}));
  CHECK(named() == hash_of(set_with({kServers})));
  CHECK(sets().size() == 1);
}

TEST_CASE_FIXTURE(Scene, "a client's own thresholds stand beside the server's others") {
  const Credentials own = client_with({kClients});
  const Credentials other = client_with({});
  CHECK(rig.document(rig.token(own), good_image())["ok"] == "true");
  CHECK(rig.engine.last_thresholds() == set_with({kServers, kClients}));
  CHECK(named() == hash_of(set_with({kServers, kClients})));
  CHECK(rig.document(rig.token(other), good_image())["ok"] == "true");
  CHECK(rig.engine.last_thresholds() == set_with({kServers}));
  CHECK(sets().size() == 2);

  Backend backend(rig, own);
  const Answer verified = backend.admin("/admin/log/verify", "").answer;
  CHECK_MESSAGE(verified["ok"] == "true", verified.body);
}

TEST_CASE_FIXTURE(Scene, "faces are compared by the client's thresholds, and the result says so") {
  rig.engine.be_capable_of({}, true);
  const Credentials client = client_with({kClients, {"face-match-likeness", 400, 500}});
  const Thresholds set = set_with({kServers, kClients, {"face-match-likeness", 400, 500}});
  const Answer created = rig.create(client, R"("purpose":"FACE_MATCH")");
  const std::string token = created["sessionToken"];
  REQUIRE(rig.document(token, good_image(), "", "PASSPORT")["ok"] == "true");
  REQUIRE(rig.liveness(token, {good_image("a"), good_image("b")})["ok"] == "true");
  REQUIRE(rig.finalize(token)["result"] == "PASSED");
  CHECK(rig.engine.last_thresholds().face_match == set.face_match);
  std::optional<Sha256> finalized;
  for (const RecordedEvent& recorded : events()) {
    const auto* event = std::get_if<SessionFinalized>(&recorded.event);
    if (event != nullptr) finalized = event->engine.thresholds;
  }
  CHECK(finalized == hash_of(set));
  const Answer result = rig.send(
      {.path = "/api/svc/session/" + created["sessionId"] + "/result",
       .headers = {{"X-Svc-Client-Key", client.key}, {"X-Svc-Client-Secret", client.secret}}});
  const std::string named_set = R"("thresholds":")" + to_hex(hash_of(set).value()) + "\"";
  CHECK_MESSAGE(result["engine"].find(named_set) != std::string::npos, result.body);
}

TEST_CASE_FIXTURE(Scene, "a set is recorded once, whoever judges by it, and by whichever process") {
  CHECK(rig.document(rig.token(client_with({kClients})), good_image())["ok"] == "true");
  CHECK(rig.document(rig.token(client_with({kClients})), good_image())["ok"] == "true");
  rig.restart();
  CHECK(rig.document(rig.token(client_with({kClients})), good_image())["ok"] == "true");
  CHECK(sets().size() == 1);
}

TEST_CASE_FIXTURE(Scene, "a sandbox judges by no thresholds") {
  const Credentials sandbox = rig.add_client(any_purpose(), true);
  CHECK(rig.document(rig.token(sandbox), "\xff\xd8\xff")["ok"] == "true");
  CHECK_FALSE(named().has_value());
  CHECK(sets().empty());
}

TEST_CASE_FIXTURE(Scene,
                  "a policy with a threshold that is unknown judges nothing, and spends nothing") {
  const std::string token = rig.token(client_with({{"of-a-later-version", 1, std::nullopt}}));
  const Answer refused = rig.document(token, good_image());
  CHECK(refused.status == 503);
  CHECK(rig.engine.documents() == 0);
  CHECK_FALSE(named().has_value());
}

TEST_CASE_FIXTURE(Scene, "an operator gives a client thresholds, and takes them away") {
  const Credentials any = client_with({});
  Backend operators(rig, any);
  const auto ask = [&](const std::string& operation, const std::string& input) {
    return operators.admin("/admin/" + operation, input).answer;
  };
  const Answer added =
      ask("client/add", R"({"name":"strict","thresholds":["document-edge-width=0.12mm/0.1mm"]})");
  CHECK(added.status == 200);
  CHECK(added["thresholds"] == R"(["document-edge-width=0.12/0.1"])");
  const std::string key = added["clientKey"];
  const auto stored = rig.data().queries().client(ClientKey(key));
  REQUIRE(stored->has_value());
  CHECK((*stored)->policy.thresholds == std::vector{kClients});

  const auto change_to = [&](const std::string& thresholds) {
    return ask("client/change",
               R"({"clientKey":")" + key + R"(","thresholds":)" + thresholds + "}");
  };
  CHECK(change_to(R"(["mrz-required-on-cards=yes"])")["thresholds"] ==
        R"(["mrz-required-on-cards=yes"])");
  const std::string named =
      ask("client/change", R"({"clientKey":")" + key + R"(","name":"x"})")["thresholds"];
  CHECK(named == R"(["mrz-required-on-cards=yes"])");
  for (const char* wrong : {R"("document-glare=0.04")",
                            R"(["document-glare"])",
                            "[5]",
                            R"(["no-such=1"])",
                            R"(["document-glare=0.04","document-glare=0.05"])"}) {
    CAPTURE(wrong);
    CHECK(change_to(wrong).code() == "SVC_INVALID_PARAMETER");
  }
  CHECK(change_to("[]")["thresholds"] == "[]");
}

TEST_CASE_FIXTURE(Scene, "the set behind a hash is shown") {
  const Credentials client = client_with({});
  CHECK(rig.document(rig.token(client), good_image())["ok"] == "true");
  Backend operators(rig, client);
  const std::string hex = to_hex(hash_of(set_with({kServers})).value());
  const Answer shown =
      operators.admin("/admin/threshold/show", R"({"sha256":")" + hex + "\"}").answer;
  CHECK(shown.status == 200);
  CHECK(shown["sha256"] == hex);
  CHECK(shown["version"] == std::to_string(kThresholdsVersion));
  CHECK(operators.admin("/admin/threshold/show", R"({"sha256":"ab"})").answer.status == 400);
  const std::string none(64, 'a');
  CHECK(operators.admin("/admin/threshold/show", R"({"sha256":")" + none + "\"}").answer.status ==
        404);
}

}  // namespace countersign::http::threshold_registry_test
