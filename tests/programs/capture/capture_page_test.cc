// A client's capture page over the real programs: set with the operators' command, with and without
// a server, read by a device.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "core/inspection/image/rgb_image.h"
#include "events/crypto/sha256.h"
#include "tests/drawing/camera/encode.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

namespace countersign::tests::capture_page_test {

namespace fs = std::filesystem;

constexpr std::string_view kConsent = "Ich stimme zu.\n\nIch stimme \"allem\" zu.\n";

void write(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string picture(ImageFormat format, std::uint32_t side = 32) {
  return drawing::encode(RgbImage(side, side), {.format = format});
}

Answer consent_to(const Device& device, const std::string& version) {
  return device.send("POST",
                     "/api/sdk/consent",
                     {{"Content-Type", "application/json"}},
                     R"({"version":")" + version + "\"}");
}

// A server with one client, and files for the client's page beside it.
struct Scene {
  RunningServer server;
  Credentials client = server.add_client("shop");
  fs::path logo = server.folder() / "logo";
  fs::path consent = server.folder() / "consent.txt";

  Scene() {
    write(logo, picture(ImageFormat::Png));
    write(consent, kConsent);
  }
  Finished page(Arguments more) {
    Arguments all{"client", "page", client.key};
    all.insert(all.end(), more.begin(), more.end());
    return server.operate(all);
  }
  Finished set_all() {
    return page({"--name",
                 "Müller & Söhne",
                 "--logo",
                 logo,
                 "--accent",
                 "#005FCC",
                 "--on-accent",
                 "#ffffff",
                 "--consent",
                 consent,
                 "--consent-version",
                 "2026-11",
                 "--return-url",
                 "https://shop.example/done",
                 "--documents",
                 "passport,ID_CARD",
                 "--links",
                 "off",
                 "--json"});
  }
  OpenSession open() const { return Backend(server.port(), client).open("DOCUMENT_VERIFICATION"); }
  Device device(const OpenSession& session) const { return {server.port(), session.token}; }
};

TEST_CASE_FIXTURE(Scene,
                  "a page that an operator has set is what a device is told, in every process") {
  const Finished set = set_all();
  REQUIRE_MESSAGE(set.status == 0, set.err);
  CHECK(Json(set.out).text("/accent") == "#005fcc");
  const OpenSession session = open();
  const auto check_page = [&] {
    const Json page(device(session).send("GET", "/api/sdk/capture").body);
    CHECK(page.text("/clientName") == "Müller & Söhne");
    CHECK(page.text("/colours/onAccent") == "#ffffff");
    CHECK(page.text("/consent/text") == kConsent);
    CHECK(page.text("/returnUrl") == "https://shop.example/done");
    CHECK(page.dump("/documentTypes") == R"(["PASSPORT","ID_CARD"])");
    const Answer picture_of_client = device(session).send("GET", page.text("/logo"));
    CHECK(picture_of_client.status == 200);
    CHECK(picture_of_client.body == picture(ImageFormat::Png));
  };
  check_page();
  CHECK(consent_to(device(session), "2026-11").status == 200);
  REQUIRE(server.stop() == 0);

  // Without a server the command works on the folder, and views that are made anew say the same.
  const Finished rebuilt = server.operate({"projections", "rebuild"});
  CHECK_MESSAGE(rebuilt.status == 0, rebuilt.err);
  CHECK(server.operate({"projections", "verify"}).status == 0);
  CHECK(server.operate({"log", "verify"}).status == 0);
  const Finished shown = page({"--json"});
  CHECK(shown.out == set.out);
  server.start();
  check_page();
  CHECK(Json(device(session).send("GET", "/api/sdk/capture").body).is_true("/consentGiven"));
}

TEST_CASE_FIXTURE(Scene,
                  "consent is in the result, in the timeline, and in the log that is verified") {
  REQUIRE(set_all().status == 0);
  const OpenSession session = open();
  const Backend backend(server.port(), client);
  CHECK(Json(backend.result(session.id).body).is_null("/consent"));
  CHECK(consent_to(device(session), "2025-01").status == 409);
  CHECK(consent_to(device(session), "2026-11").status == 200);
  CHECK(consent_to(device(session), "2026-11").status == 200);
  const Json result(backend.result(session.id).body);
  CHECK(result.text("/consent/version") == "2026-11");
  CHECK(result.text("/consent/sha256") == to_hex(sha256(kConsent)));
  CHECK(result.text("/consent/givenAt").size() == 27);
  const std::string timeline = backend.timeline(session.id).body;
  const std::size_t first = timeline.find("ConsentGiven");
  CHECK(first != std::string::npos);
  CHECK(timeline.find("ConsentGiven", first + 1) == std::string::npos);
  CHECK(server.operate({"log", "verify"}).status == 0);
}

TEST_CASE_FIXTURE(Scene, "the command sets and clears parts of a page, and works offline") {
  REQUIRE(server.stop() == 0);
  for (const ImageFormat format : {ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP}) {
    write(logo, picture(format));
    const Finished set = page({"--logo", logo, "--json"});
    REQUIRE_MESSAGE(set.status == 0, set.err);
    CHECK(Json(set.out).text("/logo/contentType") == name_of(format));
  }
  REQUIRE(set_all().status == 0);
  const Finished cleared = page(
      {"--clear", "logo,consent,colours,return-url,documents,name", "--links", "on", "--json"});
  REQUIRE_MESSAGE(cleared.status == 0, cleared.err);
  const Json nothing(cleared.out);
  for (const char* name : {"/logo", "/consent", "/accent", "/onAccent", "/returnUrl", "/name"}) {
    CHECK(nothing.is_null(name));
  }
  CHECK(nothing.is_true("/links"));
  CHECK(nothing.dump("/documentTypes") == "[]");
  server.start();
  const Json page_of_device(device(open()).send("GET", "/api/sdk/capture").body);
  CHECK(page_of_device.is_null("/logo"));
}

TEST_CASE_FIXTURE(Scene,
                  "what a page cannot show is refused with a sentence, on the command line too") {
  const auto refuses = [&](Arguments more, int status, const char* says) {
    const Finished finished = page(std::move(more));
    CAPTURE(says);
    CHECK(finished.status == status);
    CHECK_MESSAGE(finished.err.find(says) != std::string::npos, finished.err);
  };
  refuses({"--accent", "#777777", "--on-accent", "#ffffff"}, 1, "contrast");
  refuses({"--return-url", "http://shop.example"}, 1, "https URL");
  write(logo, "<svg/>");
  refuses({"--logo", logo}, 1, "whole PNG, JPEG or WebP");
  write(logo, picture(ImageFormat::Png, 1025));
  refuses({"--logo", logo}, 1, "1025 x 1025");
  write(logo, std::string(48'001, 'x'));
  refuses({"--logo", logo}, 1, "48000");
  write(consent, "a\xFF");
  refuses({"--consent", consent, "--consent-version", "v1"}, 1, "not UTF-8");
  refuses({"--consent", consent}, 2, "--consent-version");
  refuses({"--consent", server.folder() / "absent", "--consent-version", "v1"}, 1, "absent");
  refuses({"--documents", "library"}, 2, "not a list of");
  refuses({"--links", "perhaps"}, 2, "not one of on|off");
  refuses({"--clear", "everything"}, 2, "not a list of");
}

}  // namespace countersign::tests::capture_page_test
