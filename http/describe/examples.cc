#include "http/describe/examples.h"

#include <cstddef>
#include <iterator>
#include <vector>

namespace countersign::http {
namespace {

// The result of the examples' session: what differs by the call.
struct ResultExample {
  std::string_view operation_id;
  std::string_view request;
  std::string_view outcome;  // from resultStatus to detail
  std::string_view files;
  std::string_view last_sequence;
};

constexpr std::string_view kInReview =
    R"("resultStatus":"REVIEW","automaticResult":"REVIEW","review":null,)"
    R"("predecessor":null,"successor":null,)"
    R"("detail":"The capture is complete and needs a review. Not performed: )"
    R"(DOCUMENT_AUTHENTICITY.")";

constexpr ResultExample kResults[] = {
    {"getResult",
     {},
     kInReview,
     R"({"stored":1,"purged":false,"purgeAt":"2026-12-26T18:24:42.692515Z"})",
     "15"},
    {"purgeSession", {}, kInReview, R"({"stored":1,"purged":true,"purgeAt":null})", "17"},
    {"decideReview",
     R"({"decision":"PASSED","reasons":["DOCUMENT_GENUINE"],"reviewer":"anna"})",
     R"("resultStatus":"PASSED","automaticResult":"REVIEW",)"
     R"("review":{"decision":"PASSED","reasons":["DOCUMENT_GENUINE"],)"
     R"("decidedAt":"2026-11-26T19:02:11.402117Z","correctedAt":null,)"
     R"("reviewers":["anna"],"signed":false,"earlier":[],"note":null,)"
     R"("withoutLook":null,"steps":[],"told":null},)"
     R"("predecessor":null,"successor":null,)"
     R"("detail":"A person reviewed the capture and passed it.")",
     R"({"stored":1,"purged":false,"purgeAt":"2026-12-26T19:02:11.402117Z"})",
     "21"},
};

std::string result_text(const ResultExample& result) {
  std::string text =
      R"({"sessionId":"01a2191a-41ca-79eb-b26e-7692dad6d21e","userRef":"customer-17",)"
      R"("labels":{"shop":"berlin"},)"
      R"("purpose":"DOCUMENT_VERIFICATION","sandbox":false,"status":"COMPLETED",)"
      R"("endReason":null,)";
  text += result.outcome;
  text += R"(,"reasons":["CHECK_NOT_AVAILABLE"],)"
          R"("createdAt":"2026-11-26T18:24:40.906620Z",)"
          R"("startedAt":"2026-11-26T18:24:41.565471Z",)"
          R"("completedAt":"2026-11-26T18:24:42.692515Z",)"
          R"("expiresAt":"2026-11-26T18:54:40.906620Z","checks":[{"check":"DOCUMENT_SHARPNESS",)"
          R"("status":"PASSED","code":null,"value":0.04,"threshold":0.15,"side":"FRONT",)"
          R"("frame":null,"engine":null},{"check":"DOCUMENT_AUTHENTICITY",)"
          R"("status":"NOT_PERFORMED","code":"CHECK_NOT_AVAILABLE","value":null,)"
          R"("threshold":null,"side":"FRONT","frame":null,"engine":null}],)"
          R"("attempts":[{"step":"DOCUMENT","side":"FRONT","attempt":1,)"
          R"("at":"2026-11-26T18:24:41.589279Z","ok":true,"code":null}],)"
          R"("document":{"documentType":"PASSPORT","sidesCaptured":["FRONT"],"mrz":null,)"
          R"("barcode":null,"printed":null},"liveness":null,"files":)";
  text += result.files;
  text += R"(,"consent":{"version":"2026-01",)"
          R"("sha256":"269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",)"
          R"("givenAt":"2026-11-26T18:24:41.100000Z"},"engine":{"name":"countersign-embedded",)"
          R"("version":"5.0.0",)"
          R"("thresholds":"06ed338f28d8fe4d2a852463a15131faef8488dad75951b1d8f695ffd1386cf8",)"
          R"("models":[]},"engines":[{"part":"FRONT","name":"countersign-embedded",)"
          R"("version":"5.0.0",)"
          R"("thresholds":"06ed338f28d8fe4d2a852463a15131faef8488dad75951b1d8f695ffd1386cf8",)"
          R"("models":[]}],"log":{"lastSequence":)";
  text += result.last_sequence;
  return text + "}}";
}

constexpr Example kExamples[] = {
    {"createSession",
     R"({"clientKey":"svck_FOqgCSK2SHiRyiamWy1E_A",)"
     R"("clientSecret":"svcs_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",)"
     R"("purpose":"DOCUMENT_VERIFICATION","userRef":"customer-17",)"
     R"("labels":{"shop":"berlin"},)"
     R"("originAllowlist":["https://shop.example"],"language":"de",)"
     R"("documents":[{"country":"DE","types":["ID_CARD","PASSPORT"]}],)"
     R"("returnUrl":"https://shop.example/done","linkTtl":604800})",
     R"({"sessionId":"01a2191a-41ca-79eb-b26e-7692dad6d21e",)"
     R"("sessionToken":"svct_uIL3Fma_RDaOpwNSPAsuV42QEZQD2DUyEd5UG6kELEU",)"
     R"("captureUrl":"https://verify.example/capture#c=k7Qd2m0bq1oYzqv2y9pJm4s0tZ8wR3xV5nL6c)"
     R"(H1aGfE","expiresAt":"2026-11-26T18:54:40.906620Z",)"
     R"("linkExpiresAt":"2026-12-03T18:24:40.906620Z",)"
     R"("purpose":"DOCUMENT_VERIFICATION","sandbox":false})"},
    {"listDocuments",
     {},
     R"([{"id":"01a2191a-4474-745e-97cd-8320f1c32294","kind":"DOCUMENT","side":"FRONT",)"
     R"("seq":1,"contentType":"image/jpeg","sizeBytes":179436,)"
     R"("sha256":"269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",)"
     R"("createdAt":"2026-11-26T18:24:41.589279Z","purged":false}])"},
    {"issueDocumentChallenge",
     {},
     R"({"nonce":"KPKKiOroZmSO2UAfIzh2ZYZZNbg2CqHG","expiresInSeconds":300,)"
     R"("thresholds":{"document-edge-width":{"error":0.15,"warning":0.12}}})"},
    {"submitDocument",
     {},
     R"({"ok":true,"step":"DOCUMENT","code":null,"detail":null,"attempt":2,)"
     R"("attemptsRemaining":3,"stepComplete":false,"nextSide":"BACK","retryable":false,)"
     R"("fileId":"01a2191a-4474-745e-97cd-8320f1c32294",)"
     R"("sha256":"269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",)"
     R"("issues":[]})"},
    {"issueLivenessChallenge",
     {},
     R"({"nonce":"kpu_j6Rnl_z-W_OduRNEBtRm794zXqbf","expiresInSeconds":120,)"
     R"("thresholds":null,"actions":["LOOK_STRAIGHT","TILT_LEFT","TURN_RIGHT"]})"},
    {"submitLiveness",
     {},
     R"({"ok":false,"step":"LIVENESS","code":"LIVENESS_ACTION_NOT_PERFORMED",)"
     R"("detail":"Turn your head to the right.","attempt":1,"attemptsRemaining":4,)"
     R"("stepComplete":false,"nextSide":null,"retryable":true,"fileId":null,)"
     R"("sha256":"269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",)"
     R"("fileIds":[],"failedAction":"TURN_RIGHT",)"
     R"("issues":[{"code":"LIVENESS_ACTION_NOT_PERFORMED","severity":"ERROR","value":0.4,)"
     R"("threshold":1.5,"hint":"Turn your head to the right."}]})"},
    {"endLivenessAsNotPossible",
     R"({"reason":"I cannot turn my head."})",
     R"({"ok":true,"step":"LIVENESS","state":"NOT_POSSIBLE","code":null,)"
     R"("detail":"The step ends without a judgement; a review follows.",)"
     R"("attemptsRemaining":0,"stepComplete":true,"retryable":false,"issues":[]})"},
    {"finalize", {}, R"({"result":"PASSED","detail":"The capture is complete.","sandbox":false})"},
    {"getStatus",
     {},
     R"({"status":"IN_PROGRESS","currentStep":"LIVENESS","stepsCompleted":["DOCUMENT"],)"
     R"("resultStatus":"PENDING","purpose":"FULL_CAPTURE","sandbox":false,)"
     R"("expiresAt":"2026-11-26T18:54:40.906620Z","version":4,"handedOff":false,)"
     R"("canTakeBack":false,)"
     R"("steps":[{"step":"DOCUMENT","state":"COMPLETED","attemptsUsed":1,)"
     R"("attemptsRemaining":4,"requiredSides":["FRONT","BACK"],"capturedSides":["FRONT",)"
     R"("BACK"]},{"step":"LIVENESS","state":"PENDING","attemptsUsed":0,)"
     R"("attemptsRemaining":5,"requiredSides":[],"capturedSides":[]}]})"},
    {"redeemCode",
     R"({"code":"k7Qd2m0bq1oYzqv2y9pJm4s0tZ8wR3xV5nL6cH1aGfE"})",
     R"({"sessionToken":"svct_uIL3Fma_RDaOpwNSPAsuV42QEZQD2DUyEd5UG6kELEU",)"
     R"("expiresAt":"2026-11-26T18:54:40.906620Z","numbers":[],)"
     R"("clientName":null,"purpose":null,"sandbox":null,"language":null})"},
    {"offerHandoff",
     {},
     R"({"code":"k7Qd2m0bq1oYzqv2y9pJm4s0tZ8wR3xV5nL6cH1aGfE",)"
     R"("url":"https://verify.example/capture#c=k7Qd2m0bq1oYzqv2y9pJm4s0tZ8wR3xV5nL6cH1aGfE")"
     R"(,"rows":[],"number":42,"expiresInSeconds":120})"},
    {"takeHandoffBack",
     {},
     R"({"status":"IN_PROGRESS","currentStep":"LIVENESS","stepsCompleted":["DOCUMENT"],)"
     R"("resultStatus":"PENDING","purpose":"FULL_CAPTURE","sandbox":false,)"
     R"("expiresAt":"2026-11-26T18:54:40.906620Z","version":9,"handedOff":false,)"
     R"("canTakeBack":false,)"
     R"("steps":[{"step":"DOCUMENT","state":"COMPLETED","attemptsUsed":1,)"
     R"("attemptsRemaining":4,"requiredSides":["FRONT","BACK"],"capturedSides":["FRONT",)"
     R"("BACK"]},{"step":"LIVENESS","state":"PENDING","attemptsUsed":0,)"
     R"("attemptsRemaining":5,"requiredSides":[],"capturedSides":[]}]})"},
    {"renewLink",
     R"({"linkTtl":604800})",
     R"({"sessionId":"01a2191a-41ca-79eb-b26e-7692dad6d21e",)"
     R"("captureUrl":"https://verify.example/capture#c=)"
     R"(1oYzqv2y9pJm4s0tZ8wR3xV5nL6cH1aGfEk7Qd2m0bqv2y9pJm4s0t",)"
     R"("linkExpiresAt":"2026-12-03T18:24:40.906620Z"})"},
    {"takeLinkBack",
     {},
     R"({"sessionId":"01a2191a-41ca-79eb-b26e-7692dad6d21e","captureUrl":null,)"
     R"("linkExpiresAt":null})"},
    {"getCapturePage",
     {},
     R"({"purpose":"FULL_CAPTURE","expiresAt":"2026-11-26T18:54:40.906620Z",)"
     R"("reference":"01a2191a-41ca-79eb-b26e-7692dad6d21e","sandbox":false,"language":null,)"
     R"("clientName":"Example Bank","logo":"/api/sdk/capture/logo",)"
     R"("colours":{"accent":"#0b5cad","onAccent":"#ffffff"},"consent":{"version":"2026-01",)"
     R"("text":"I agree that my document and my face are checked."},"consentGiven":false,)"
     R"("askedAgain":false,"words":null,"told":null,)"
     R"("returnUrl":"https://shop.example/done",)"
     R"("next":"You will hear from us by mail within two days.",)"
     R"("documents":[{"types":["PASSPORT","ID_CARD"]}],)"
     R"("documentTypes":["PASSPORT","ID_CARD"],)"
     R"("pictures":{"keptSeconds":2592000,"encrypted":true,"reviewers":1},)"
     R"("limits":{"maxDocumentBytes":12582912,"maxFrameBytes":6291456,"maxFrames":12}})"},
    {"giveConsent", R"({"version":"2026-01"})", R"({"ok":true})"},
    {"cancelSession",
     {},
     R"({"sessionId":"01a2191a-41ca-79eb-b26e-7692dad6d21e","userRef":"customer-17",)"
     R"("labels":{"shop":"berlin"},)"
     R"("purpose":"DOCUMENT_VERIFICATION","sandbox":false,"status":"CANCELED",)"
     R"("endReason":"CANCELED","resultStatus":"NOT_EVALUATED","automaticResult":null,)"
     R"("review":null,"predecessor":null,"successor":null,)"
     R"("detail":"The session was canceled.","reasons":[],)"
     R"("createdAt":"2026-11-26T18:24:40.906620Z","startedAt":null,)"
     R"("completedAt":"2026-11-26T18:24:42.692515Z",)"
     R"("expiresAt":"2026-11-26T18:54:40.906620Z","checks":[],"attempts":[],)"
     R"("document":{"documentType":null,"sidesCaptured":[],"mrz":null,"barcode":null,)"
     R"("printed":null},"liveness":null,"files":{"stored":0,"purged":false,)"
     R"("purgeAt":"2026-11-27T18:24:42.692515Z"},"consent":null,)"
     R"("engine":{"name":null,"version":null,"thresholds":null,"models":[]},"engines":[],)"
     R"("log":{"lastSequence":9}})"},
    {"listSessions",
     {},
     R"({"items":[{"sessionId":"01a2191a-41ca-79eb-b26e-7692dad6d21e","userRef":"customer-17",)"
     R"("labels":{"shop":"berlin"},"purpose":"DOCUMENT_VERIFICATION","status":"COMPLETED",)"
     R"("resultStatus":"REVIEW","reasons":["CHECK_NOT_AVAILABLE"],)"
     R"("createdAt":"2026-11-26T18:24:40.906620Z","completedAt":"2026-11-26T18:24:42.692515Z",)"
     R"("sandbox":false}],"next":null})"},
    {"getPerson", {}, R"({"userRef":"customer-17","items":[],"next":null})"},
    {"erasePerson",
     R"({"userRef":"customer-17","reason":"letter of 2026-11-30"})",
     R"({"erased":1,"held":[],"sessions":["01a2191a-41ca-79eb-b26e-7692dad6d21e"],"next":null})"},
    {"getReviews",
     {},
     R"({"sandbox":false,"reviews":[{"sessionId":"01a2191a-41ca-79eb-b26e-7692dad6d21e",)"
     R"("purpose":"DOCUMENT_VERIFICATION","userRef":"customer-17",)"
     R"("labels":{"shop":"berlin"},)"
     R"("reasons":["CHECK_NOT_AVAILABLE"],"completedAt":"2026-11-26T18:24:42.692515Z",)"
     R"("opinions":0}],"next":15})"},
    {"getTimeline",
     {},
     R"({"sessionId":"01a2191a-41ca-79eb-b26e-7692dad6d21e","sandbox":false,)"
     R"("events":[{"sequence":4,"stream":"session-01a2191a-41ca-79eb-b26e-7692dad6d21e",)"
     R"("version":1,"previous":"","at":"2026-11-26T18:24:40.906620Z",)"
     R"("type":"SessionCreated","typeVersion":1,"actor":{"kind":"CLIENT",)"
     R"("ref":"svck_FOqgCSK2SHiRyiamWy1E_A"},)"
     R"("requestId":"7442be0e-b2e0-4c00-a6e4-5bfbcb379588",)"
     R"("data":{"client":"svck_FOqgCSK2SHiRyiamWy1E_A","purpose":"DOCUMENT_VERIFICATION",)"
     R"("token":"a7e52d6d9f5ce1c2b30e8bc2a5c5345f1b42229665eef1536ccda89696c1223c",)"
     R"("expiresAt":"2026-11-26T18:54:40.906620Z","attemptsAllowed":5,)"
     R"("userRef":"customer-17","originAllowlist":[],"sandbox":false}}]})"},
    {"getEvents",
     {},
     R"({"sandbox":false,"events":[{"sequence":4,)"
     R"("stream":"session-01a2191a-41ca-79eb-b26e-7692dad6d21e","version":1,"previous":"",)"
     R"("at":"2026-11-26T18:24:40.906620Z","type":"SessionCreated","typeVersion":1,)"
     R"("actor":{"kind":"CLIENT","ref":"svck_FOqgCSK2SHiRyiamWy1E_A"},)"
     R"("requestId":"7442be0e-b2e0-4c00-a6e4-5bfbcb379588",)"
     R"("data":{"client":"svck_FOqgCSK2SHiRyiamWy1E_A","purpose":"DOCUMENT_VERIFICATION",)"
     R"("token":"a7e52d6d9f5ce1c2b30e8bc2a5c5345f1b42229665eef1536ccda89696c1223c",)"
     R"("expiresAt":"2026-11-26T18:54:40.906620Z","attemptsAllowed":5,)"
     R"("userRef":"customer-17","originAllowlist":[],"sandbox":false}}],"next":4})"},
    {"getHealth", {}, R"({"status":"OK"})"},
    {"getReadiness", {}, R"({"status":"OK"})"},
    {"listWebhooks",
     {},
     R"({"webhooks":[{"id":"whep_q3mYc0dN1r8ZtQw5xV7bLA",)"
     R"("url":"https://backend.shop.example/webhooks","types":[],"state":"ACTIVE","enabled":true,)"
     R"("disabledReason":null,"createdAt":"2026-11-26T18:20:00.000000Z","oldSecretUntil":null,)"
     R"("publicKey":"whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",)"
     R"("deliveries":{"failing":false,"outstanding":0,"oldest":null}}]})"},
    {"addWebhook",
     R"({"url":"https://backend.shop.example/webhooks","types":["session.completed"]})",
     R"({"id":"whep_q3mYc0dN1r8ZtQw5xV7bLA","url":"https://backend.shop.example/webhooks",)"
     R"("types":["session.completed"],"state":"PENDING",)"
     R"("secret":"whsec_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=",)"
     R"("publicKey":"whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="})"},
    {"changeWebhook",
     R"({"enabled":true})",
     R"({"id":"whep_q3mYc0dN1r8ZtQw5xV7bLA","url":"https://backend.shop.example/webhooks",)"
     R"("types":["session.completed"],"state":"ACTIVE","enabled":true,"disabledReason":null,)"
     R"("createdAt":"2026-11-26T18:20:00.000000Z","oldSecretUntil":null,)"
     R"("publicKey":"whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",)"
     R"("deliveries":{"failing":true,"outstanding":3,"oldest":"2026-11-26T18:24:42.692515Z"}})"},
    {"deleteWebhook", {}, R"({"id":"whep_q3mYc0dN1r8ZtQw5xV7bLA"})"},
    {"replayWebhook",
     R"({"after":1200})",
     R"({"id":"whep_q3mYc0dN1r8ZtQw5xV7bLA","url":"https://backend.shop.example/webhooks",)"
     R"("types":[],"state":"ACTIVE","enabled":true,"disabledReason":null,)"
     R"("createdAt":"2026-11-26T18:20:00.000000Z","oldSecretUntil":null,)"
     R"("publicKey":"whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",)"
     R"("deliveries":{"failing":false,"outstanding":0,"oldest":null}})"},
    {"testWebhook",
     {},
     R"({"id":"whep_q3mYc0dN1r8ZtQw5xV7bLA","url":"https://backend.shop.example/webhooks",)"
     R"("types":[],"state":"ACTIVE","enabled":true,"disabledReason":null,)"
     R"("createdAt":"2026-11-26T18:20:00.000000Z","oldSecretUntil":null,)"
     R"("publicKey":"whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",)"
     R"("deliveries":{"failing":false,"outstanding":1,"oldest":"2026-11-26T18:24:42.692515Z"}})"},
    {"rotateWebhook",
     R"({"revokeOld":false})",
     R"({"id":"whep_q3mYc0dN1r8ZtQw5xV7bLA","url":"https://backend.shop.example/webhooks",)"
     R"("types":[],"state":"ACTIVE","secret":"whsec_yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy=",)"
     R"("publicKey":"whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="})"},
};

std::vector<std::string> texts_of_results() {
  std::vector<std::string> texts;
  for (const ResultExample& result : kResults) texts.push_back(result_text(result));
  return texts;
}

const std::vector<Example>& all_examples() {
  static const std::vector<std::string> texts = texts_of_results();
  static const std::vector<Example> all = [] {
    std::vector<Example> made(std::begin(kExamples), std::end(kExamples));
    for (std::size_t i = 0; i < texts.size(); ++i) {
      made.push_back({kResults[i].operation_id, kResults[i].request, texts[i]});
    }
    return made;
  }();
  return all;
}

}  // namespace

std::span<const Example> examples() { return all_examples(); }

Example example_of(std::string_view operation_id) {
  for (const Example& example : all_examples()) {
    if (example.operation_id == operation_id) return example;
  }
  return {};
}

std::string example_of_message(std::string_view type) {
  std::string body =
      R"({"type":")" + std::string(type) +
      R"(","timestamp":"2026-11-26T18:24:42.692515Z",)"
      R"("data":{"sessionId":"01a2191a-41ca-79eb-b26e-7692dad6d21e","sandbox":false,)";
  if (type == "session.step") {
    body += R"("status":"IN_PROGRESS","step":"DOCUMENT","ok":true,)";
  } else if (type == "session.completed") {
    body += R"("status":"COMPLETED","resultStatus":"REVIEW",)";
  } else if (type == "session.reviewed") {
    body += R"("status":"COMPLETED","resultStatus":"PASSED",)";
  } else if (type == "session.resubmitted") {
    body += R"("status":"COMPLETED","resultStatus":"RESUBMITTED",)"
            R"("successor":"01a2191c-0be2-7d10-9b3c-52f7a6b90f34",)";
  } else if (type == "session.created") {
    body += R"("status":"CREATED",)";
  } else if (type == "session.expired") {
    body += R"("status":"EXPIRED",)";
  } else {
    body += R"("status":"CANCELED",)";
  }
  return body + R"("log":{"index":14,"size":15}}})";
}

std::string example_of_challenge() {
  return R"({"type":"webhook.challenge","timestamp":"2026-11-26T18:20:00.000000Z",)"
         R"("data":{"challenge":"Jx0y6Zk9cQe2vB7mT4sN1wRhU8pLfA3dGiXoKbVtMyE"}})";
}

std::string example_of_webhook_test() {
  return R"({"type":"webhook.test","timestamp":"2026-11-26T18:24:42.692515Z",)"
         R"("data":{"test":true,"webhook":"whep_q3mYc0dN1r8ZtQw5xV7bLA",)"
         R"("log":{"index":21,"size":22}}})";
}

}  // namespace countersign::http
