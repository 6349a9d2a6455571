// Sandbox sessions: file names force every outcome, and everything else is as in any session.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/session/sandbox.h"
#include "tests/http/support/backend_calls.h"
#include "tests/http/support/rig.h"

namespace countersign::http::sandbox_sessions_test {

// The smallest possible image, which is the same in every session.
const std::string kTiny = "\xff\xd8\xff";

struct Sandbox {
  Rig rig{ServiceSettings{.attempts = 3}};
  Credentials client = rig.add_client(any_purpose(), true);

  std::string token(Purpose purpose) { return rig.token(client, name_of(purpose)); }

  Rig::Request document_request(const std::string& token,
                                const std::string& name,
                                std::string_view type = "",
                                const std::string& image = kTiny) {
    Form form;
    form.text("nonce", rig.nonce(token, "document"));
    if (!type.empty()) form.text("documentType", type);
    return rig.upload("/api/sdk/document", token, form.file("image", image, name));
  }
  Answer document(const std::string& token,
                  const std::string& name,
                  std::string_view type = "",
                  const std::string& image = kTiny) {
    return rig.send(document_request(token, name, type, image));
  }
  Answer liveness(const std::string& token, const std::vector<std::string>& names) {
    Form form;
    form.text("nonce", rig.nonce(token, "liveness"));
    for (const std::string& name : names) form.file("frames", kTiny, name);
    return rig.send(rig.upload("/api/sdk/liveness", token, form));
  }
  // One submission with a file of this name.
  Answer submit(const std::string& token, Step step, const std::string& name) {
    return step == Step::Document ? document(token, name) : liveness(token, {"1.jpg", name});
  }
  Purpose purpose_of(Step step) const {
    return step == Step::Document ? Purpose::DocumentVerification : Purpose::Liveness;
  }

  void check_that_the_log_is_sound() {
    Backend operators(rig, client);
    const Answer log = operators.admin("/admin/log/verify", "").answer;
    CHECK_MESSAGE(log["ok"] == "true", log.body);
    const Answer views = operators.admin("/admin/projections/verify", "").answer;
    CHECK_MESSAGE(views["ok"] == "true", views.body);
  }
  // All events, as they are stored.
  std::string whole_log() {
    std::string text;
    REQUIRE(rig.data().log().read(Sequence(1), [&](const StoredEvent& event) {
      text += event.bytes + "\n";
      return true;
    }));
    return text;
  }
};

std::string refusal_of(const Answer& answer) {
  return fmt::format("{} {}", answer.status, answer.code());
}

bool has(const Answer& answer, std::string_view text) {
  return answer.body.find(text) != std::string::npos;
}

std::string issue(std::string_view code, std::string_view severity) {
  return fmt::format(R"({{"code":"{}","severity":"{}",)", code, severity);
}

TEST_CASE_FIXTURE(Sandbox, "every code is forced by its name, as a failure and as a warning") {
  for (const SandboxWord& word : sandbox_words()) {
    if (!word.step) continue;
    CAPTURE(word.word);
    const std::string code(word.word);
    const std::string session = token(purpose_of(*word.step));
    const Answer refused = submit(session, *word.step, code + ".jpg");
    CHECK(refused.status == 200);
    CHECK(refused["ok"] == "false");
    CHECK(refused.code() == code);
    CHECK(refused["attemptsRemaining"] == "2");
    CHECK(has(refused, issue(code, "ERROR")));
    const Answer warned = submit(session, *word.step, "warning-" + code + ".jpg");
    CHECK(warned["ok"] == "true");
    CHECK(has(warned, issue(code, "WARNING")));
    const bool for_a_person = code == "DOCUMENT_DUPLICATE_IMAGE" ||
                              code == "DOCUMENT_NOT_RECOGNIZED" || code == "DOCUMENT_NO_PORTRAIT" ||
                              code == "DOCUMENT_COPY" || code == "DOCUMENT_DATA_MISMATCH";
    CHECK(rig.finalize(session)["result"] == (for_a_person ? "REVIEW" : "PASSED"));
  }
  CHECK(rig.engine.documents() == 0);
  CHECK(rig.engine.liveness_calls() == 0);
  check_that_the_log_is_sound();
}

TEST_CASE_FIXTURE(Sandbox, "every result is forced by its name, at either step of each purpose") {
  const auto steps = {Step::Document, Step::Liveness};
  for (const auto& purpose : enum_names<Purpose>) {
    for (const SandboxWord& word : sandbox_words()) {
      if (word.step) continue;
      for (const Step named : steps) {
        if (!has_step(purpose.value, named)) continue;
        CAPTURE(purpose.name);
        CAPTURE(word.word);
        const Answer created = rig.create(client, fmt::format(R"("purpose":"{}")", purpose.name));
        const std::string session = created["sessionToken"];
        bool known = true;
        for (const Step step : steps) {
          if (!has_step(purpose.value, step) || !known) continue;
          const std::string name = step == named ? std::string(word.word) + ".png" : "ok.png";
          const Answer sent = submit(session, step, name);
          known = sent.status == 200;
          if (known) {
            CHECK(sent["ok"] == "true");
          } else {
            CHECK(refusal_of(sent) == "400 SVC_INVALID_PARAMETER");
          }
        }
        CHECK(known == (!word.compares_faces || compares_faces(purpose.value)));
        if (!known) continue;
        CHECK(rig.finalize(session)["result"] == name_of(word.result));
        Backend backend(rig, client);
        const Answer result = backend.get(Backend::path_of(created["sessionId"], "/result")).answer;
        CHECK(result["resultStatus"] == name_of(word.result));
        const bool face = word.result == ResultStatus::Failed && compares_faces(purpose.value);
        const std::string reason = !word.code.empty() ? std::string(word.code)
                                   : face             ? "FACE_MISMATCH"
                                                      : "SANDBOX_RESULT";
        CHECK(has(result,
                  word.result == ResultStatus::Passed
                      ? std::string(R"("reasons":[])")
                      : fmt::format(R"("reasons":["{}"])", reason)));
        CHECK(has(result, R"("check":"FACE_MATCH")") == compares_faces(purpose.value));
      }
    }
  }
  CHECK(rig.engine.matched().empty());
  check_that_the_log_is_sound();
}

TEST_CASE_FIXTURE(Sandbox, "the last attempt exhausts them, and the capture has failed") {
  const std::string session = token(Purpose::FullCapture);
  CHECK(document(session, "DOCUMENT_BLURRY.jpg").code() == "DOCUMENT_BLURRY");
  CHECK(document(session, "DOCUMENT_GLARE.jpg").code() == "DOCUMENT_GLARE");
  CHECK(document(session, "DOCUMENT_BLURRY.jpg").code() == "DOCUMENT_ATTEMPTS_EXHAUSTED");
  const Answer finalized = rig.finalize(session);
  CHECK(finalized["result"] == "FAILED");
  CHECK(has(finalized, "DOCUMENT_ATTEMPTS_EXHAUSTED"));
  check_that_the_log_is_sound();
}

TEST_CASE_FIXTURE(Sandbox, "the action that was not performed is the challenge's last") {
  const std::string session = token(Purpose::Liveness);
  const Answer challenge = rig.device(Method::Post, "/api/sdk/liveness/challenge", session);
  CHECK(has(challenge, R"("actions":["LOOK_STRAIGHT",)"));
  Form form;
  form.text("nonce", challenge["nonce"]).file("frames", kTiny, "liveness_action_not_performed");
  const Answer refused = rig.send(rig.upload("/api/sdk/liveness", session, form));
  CHECK(refused.code() == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(has(challenge, fmt::format(R"("{}"]}})", refused["failedAction"])));
}

TEST_CASE_FIXTURE(Sandbox, "a back of another type is refused by the rules, and not by a name") {
  const std::string session = token(Purpose::DocumentVerification);
  CHECK(document(session, "front.jpg", "ID_CARD")["nextSide"] == "BACK");
  Form form;
  form.text("nonce", rig.nonce(session, "document")).text("side", "BACK");
  form.text("documentType", "PASSPORT").file("image", kTiny, "DOCUMENT_TYPE_MISMATCH+ok.jpg");
  const Answer refused = rig.send(rig.upload("/api/sdk/document", session, form));
  CHECK(refused.code() == "DOCUMENT_TYPE_MISMATCH");
  check_that_the_log_is_sound();
}

TEST_CASE_FIXTURE(Sandbox, "the envelope is as strict as ever, and a wrong name uses nothing up") {
  const std::string session = token(Purpose::FullCapture);
  CHECK(refusal_of(document(session, "ok.jpg", "", "GIF89a")) == "415 SVC_UNSUPPORTED_MEDIA_TYPE");
  CHECK(refusal_of(rig.device(Method::Post, "/api/sdk/liveness/challenge", session)) ==
        "409 SVC_STEP_OUT_OF_SEQUENCE");
  Form form;
  form.text("nonce", rig.nonce(session, "document"));
  const auto sent_as = [&](const std::string& name) {
    Form named = form;
    return rig.send(rig.upload("/api/sdk/document", session, named.file("image", kTiny, name)));
  };
  for (const char* name : {"DOCUMENT_BLURY.jpg", "LIVENESS_NO_FACE.jpg", "result-MAYBE.jpg"}) {
    const Answer refused = sent_as(name);
    CHECK(refusal_of(refused) == "400 SVC_INVALID_PARAMETER");
    CHECK(refused["field"] == "image");
    CHECK_FALSE(has(refused, name));
  }
  CHECK(sent_as("ok.jpg")["ok"] == "true");
  CHECK(refusal_of(sent_as("ok.jpg")) != "200 ");
  CHECK(liveness(session, {"ok", "FACE_MATCH.jpg"})["field"] == "frames");
}

TEST_CASE_FIXTURE(Sandbox, "under one idempotency key only what a name forces is another request") {
  const std::string session = token(Purpose::DocumentVerification);
  Form form;
  form.text("nonce", rig.nonce(session, "document"));
  const auto sent_as = [&](const std::string& name) {
    Form named = form;
    Rig::Request request =
        rig.upload("/api/sdk/document", session, named.file("image", kTiny, name));
    request.headers.add("Idempotency-Key", "once");
    return rig.send(request);
  };
  const Answer first = sent_as("warning-DOCUMENT_GLARE+result-REVIEW.jpg");
  CHECK(first["ok"] == "true");
  for (const char* same : {"warning-DOCUMENT_GLARE+result-REVIEW.jpg",
                           "result-review+holiday+WARNING-document_glare.png"}) {
    const Answer again = sent_as(same);
    CHECK(again.body == first.body);
    CHECK(again.header("Idempotent-Replayed") == "true");
  }
  for (const char* other : {"ok.jpg",
                            "DOCUMENT_GLARE+result-REVIEW.jpg",
                            "warning-DOCUMENT_GLARE.jpg",
                            "warning-DOCUMENT_GLARE+result-FAILED.jpg"}) {
    CHECK(refusal_of(sent_as(other)) == "422 SVC_IDEMPOTENCY_MISMATCH");
  }
}

TEST_CASE_FIXTURE(Sandbox, "a real session's file names say nothing whatever") {
  client = rig.add_client();
  rig.engine.be_capable_of({Action::TurnLeft}, true);
  for (const char* name : {"DOCUMENT_BLURRY.jpg", "DOCUMENT_BLURY.jpg", "FACE_MISMATCH.jpg"}) {
    const std::string session = token(Purpose::FullCapture);
    CHECK(document(session, name, "", good_image("a"))["ok"] == "true");
    Form form;
    form.text("nonce", rig.nonce(session, "liveness"));
    form.file("frames", good_image(session), "LIVENESS_NO_FACE.jpg");
    form.file("frames", good_image(session + "2"), "result-FAILED.jpg");
    CHECK(rig.send(rig.upload("/api/sdk/liveness", session, form))["ok"] == "true");
    const Answer finalized = rig.finalize(session);
    CHECK(finalized["result"] == "PASSED");
    CHECK(finalized["sandbox"] == "false");
  }
  CHECK(rig.engine.documents() == 3);
  CHECK(rig.engine.liveness_calls() == 3);

  const std::string session = token(Purpose::DocumentVerification);
  CHECK(document(session, "ok.jpg", "", image_saying("DOCUMENT_GLARE")).code() == "DOCUMENT_GLARE");
  CHECK(document(session, "DOCUMENT_NOISY.jpg", "", image_saying("DOCUMENT_GLARE")).code() ==
        "DOCUMENT_GLARE");

  Rig::Request request = document_request(session, "a.jpg", "", good_image("b"));
  request.headers.add("Idempotency-Key", "once");
  const Answer first = rig.send(request);
  const std::size_t name = request.body.find("a.jpg");
  request.body.replace(name, 5, "DOCUMENT_NOISY.jpg");
  CHECK(rig.send(request).body == first.body);
  CHECK(whole_log().find(R"("originAllowlist":[],"sandbox":false)") != std::string::npos);
  CHECK(whole_log().find(R"("originAllowlist":[],"sandbox":true)") == std::string::npos);
  CHECK(whole_log().find("countersign-sandbox") == std::string::npos);
}

TEST_CASE_FIXTURE(Sandbox, "a sandbox is marked wherever it is spoken of, and only a sandbox") {
  for (const bool sandbox : {true, false}) {
    CAPTURE(sandbox);
    if (!sandbox) client = rig.add_client();
    const std::string yes_or_no = sandbox ? "true" : "false";
    const Answer created = rig.create(client, R"("purpose":"DOCUMENT_VERIFICATION")");
    CHECK(created["sandbox"] == yes_or_no);
    const std::string session = created["sessionToken"];
    CHECK(rig.status(session)["sandbox"] == yes_or_no);
    CHECK(document(session, "ok.jpg", "", good_image())["ok"] == "true");
    const Answer finalized = rig.finalize(session);
    CHECK(finalized["sandbox"] == yes_or_no);
    CHECK(finalized["detail"].starts_with("Sandbox: ") == sandbox);

    Backend backend(rig, client);
    const std::string id = created["sessionId"];
    const Answer result = backend.get(Backend::path_of(id, "/result")).answer;
    CHECK(result["sandbox"] == yes_or_no);
    CHECK(result["detail"].starts_with("Sandbox: ") == sandbox);
    CHECK(has(result, R"("engine":{"name":"countersign-sandbox","version":"1",)") == sandbox);
    const Answer timeline = backend.get(Backend::path_of(id, "/timeline")).answer;
    CHECK(timeline["sandbox"] == yes_or_no);
    CHECK(has(timeline, R"("sandbox":true,"language":)") == sandbox);
    const Answer feed = backend.get("/api/svc/events").answer;
    CHECK(feed["sandbox"] == yes_or_no);
    const Answer bundle = backend.get(Backend::path_of(id, "/documents/bundle")).answer;
    CHECK(bundle.status == 200);
    const Answer shown =
        backend.admin("/admin/session/show", fmt::format(R"({{"sessionId":"{}"}})", id)).answer;
    CHECK(has(shown, R"("sandbox":)" + yes_or_no));
    const Answer listed =
        backend.admin("/admin/client/show", fmt::format(R"({{"clientKey":"{}"}})", client.key))
            .answer;
    CHECK(listed["sandbox"] == yes_or_no);
    if (sandbox) {
      CHECK(document(token(Purpose::DocumentVerification), "DOCUMENT_BLURRY").status == 200);
    }
  }
  const std::string page = rig.send({.path = "/metrics"}).body;
  for (const char* line :
       {"countersign_sessions_created_total{purpose=\"DOCUMENT_VERIFICATION\"} 1",
        "countersign_sessions_finalized_total{result=\"PASSED\"} 1",
        "countersign_sandbox_sessions_created_total 2",
        "countersign_sandbox_sessions_finalized_total{result=\"PASSED\"} 1",
        "countersign_sandbox_submissions_judged_total 2",
        "countersign_log_sessions_total 3",
        "countersign_log_sandbox_sessions_total 2"}) {
    CAPTURE(line);
    CHECK(page.find(std::string(line) + "\n") != std::string::npos);
  }
  check_that_the_log_is_sound();
}

TEST_CASE_FIXTURE(Sandbox, "a sandbox reads no real session, and a real client no sandbox's") {
  const Credentials real = rig.add_client();
  const std::string sandboxs = rig.create(client)["sessionId"];
  const std::string reals = rig.create(real)["sessionId"];
  Backend of_sandbox(rig, client);
  Backend of_real(rig, real);
  for (const char* rest : {"/result", "/documents", "/documents/bundle", "/timeline"}) {
    CHECK(of_sandbox.get(Backend::path_of(sandboxs, rest)).answer.status == 200);
    CHECK(of_sandbox.get(Backend::path_of(reals, rest)).answer.status == 404);
    CHECK(of_real.get(Backend::path_of(sandboxs, rest)).answer.status == 404);
  }
}

TEST_CASE_FIXTURE(Sandbox,
                  "a real frame is not taken for one that a sandbox was sent, or the reverse") {
  const Credentials real = rig.add_client();
  const std::string frame = good_image("one face");
  const auto send_frame = [&](const Credentials& whose) {
    Form form;
    const std::string session = rig.token(whose, "LIVENESS");
    form.text("nonce", rig.nonce(session, "liveness")).file("frames", frame, "ok.jpg");
    return rig.send(rig.upload("/api/sdk/liveness", session, form));
  };
  CHECK(send_frame(client)["ok"] == "true");
  CHECK(send_frame(client)["ok"] == "true");
  CHECK(send_frame(real)["ok"] == "true");
  CHECK(send_frame(client)["ok"] == "true");
  CHECK(send_frame(real)["ok"] == "false");
}

TEST_CASE_FIXTURE(Sandbox, "no file name is in the log or in the access log") {
  const std::string session = token(Purpose::DocumentVerification);
  CHECK(document(session, "jane-doe+DOCUMENT_GLARE.jpg").code() == "DOCUMENT_GLARE");
  CHECK(document(session, "Jane-Doe+warning-document_NOISY.jpg")["ok"] == "true");
  const std::string log = whole_log();
  CHECK(log.find("DOCUMENT_NOISY") != std::string::npos);
  for (const char* never : {"jane", "Jane", "document_NOISY", ".jpg"}) {
    CHECK(log.find(never) == std::string::npos);
    for (const std::string& line : rig.access_lines()) {
      CHECK(line.find(never) == std::string::npos);
    }
  }
}

TEST_CASE_FIXTURE(Sandbox, "a client is a sandbox or real for ever") {
  Backend operators(rig, client);
  for (const char* value : {"true", "false", "null"}) {
    const Answer refused =
        operators
            .admin("/admin/client/change",
                   fmt::format(R"({{"clientKey":"{}","sandbox":{}}})", client.key, value))
            .answer;
    CHECK(refused.status == 400);
    CHECK(refused["field"] == "sandbox");
    CHECK(has(refused, "for ever"));
  }
  const Answer added =
      operators.admin("/admin/client/add", R"({"name":"b","sandbox":true})").answer;
  CHECK(added["sandbox"] == "true");
  CHECK(operators.admin("/admin/client/add", R"({"name":"c"})").answer["sandbox"] == "false");
  const Answer renamed =
      operators
          .admin("/admin/client/change",
                 fmt::format(R"({{"clientKey":"{}","name":"d"}})", added["clientKey"]))
          .answer;
  CHECK(renamed["sandbox"] == "true");
}

TEST_CASE_FIXTURE(Sandbox,
                  "where faces cannot be compared, a sandbox may still try what they come to") {
  rig.settings.deny_unperformable = true;
  CHECK(rig.create(client, R"("purpose":"FACE_MATCH")").status == 200);
  CHECK(refusal_of(rig.create(rig.add_client(), R"("purpose":"FACE_MATCH")")) ==
        "400 SVC_SCOPE_DENIED");
}

}  // namespace countersign::http::sandbox_sessions_test
