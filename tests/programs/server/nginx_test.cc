#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"

// The configuration of docs/nginx.conf, with only its ports, its certificate and its folders
// changed.
namespace countersign::tests::nginx_test {

namespace fs = std::filesystem;

void replace(std::string& text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
}

fs::path configured(const fs::path& folder, std::uint16_t from, std::uint16_t to) {
  std::ostringstream page;
  page << std::ifstream(fs::path(COUNTERSIGN_SOURCE_DIR) / "docs/nginx.conf").rdbuf();
  std::string text = page.str();
  replace(text, "listen 8443", "listen 127.0.0.1:" + std::to_string(from));
  replace(text, "127.0.0.1:8080", "127.0.0.1:" + std::to_string(to));
  replace(text, "/etc/countersign/tls.crt", folder / "tls.crt");
  replace(text, "/etc/countersign/tls.key", folder / "tls.key");
  std::ofstream(folder / "nginx.conf") << text;
  return folder / "nginx.conf";
}

std::vector<std::string> behind_nginx() {
  return {"--trusted-proxies=127.0.0.1",
          "--auth-failure-rate=5/1h",
          "--public-url=https://verify.example"};
}

std::string head_of(const std::string& url, const Variables& curl) {
  return run_program({"curl", "-sSI", "--http1.1", url}, curl).out;
}

bool asks_once_for_https(const std::string& head) {
  const std::string field = "Strict-Transport-Security: max-age=31536000\r\n";
  return head.find(field) != std::string::npos && head.find(field) == head.rfind(field);
}

TEST_CASE("a whole capture goes through the nginx of the documentation, over TLS") {
  const RunningServer server({.flags = behind_nginx()});
  const Credentials client = server.add_client("nginx");
  std::ofstream(server.folder() / "client.json")
      << R"({"clientKey":")" << client.key << R"(","clientSecret":")" << client.secret << "\"}";
  REQUIRE(run_program({"openssl",
                       "req",
                       "-x509",
                       "-newkey",
                       "rsa:2048",
                       "-nodes",
                       "-days",
                       "2",
                       "-subj",
                       "/CN=127.0.0.1",
                       "-addext",
                       "subjectAltName=IP:127.0.0.1",
                       "-keyout",
                       server.folder() / "tls.key",
                       "-out",
                       server.folder() / "tls.crt"})
              .status == 0);
  std::ofstream(server.folder() / ".curlrc")
      << "cacert = " << (server.folder() / "tls.crt").string() << "\n";

  const ReservedPort reserved;
  const std::uint16_t port = reserved.number();
  const fs::path folder = server.folder();
  Program nginx({"nginx",
                 "-p",
                 folder,
                 "-c",
                 configured(folder, port, server.port()),
                 "-g",
                 "daemon off; pid " + (folder / "nginx.pid").string() + "; error_log " +
                     (folder / "nginx.log").string() + ";"},
                {});
  const std::string base = "https://127.0.0.1:" + std::to_string(port);
  const Variables curl{{"CURL_HOME", folder}};
  REQUIRE(run_program({"curl",
                       "-sS",
                       "--retry",
                       "100",
                       "--retry-connrefused",
                       "--retry-max-time",
                       "30",
                       "-o",
                       "/dev/null",
                       base + "/healthz"},
                      curl)
              .status == 0);

  const Finished script =
      run_program({fs::path(COUNTERSIGN_SOURCE_DIR) / "dev", "capture", base},
                  {{"COUNTERSIGN_RUN_DIR", folder}, {"COUNTERSIGN_DRAW", COUNTERSIGN_DRAW_PATH}});
  REQUIRE(script.status == 0);
  const Finished pasted = run_program({"bash", "-euo", "pipefail", "-c", script.out}, curl);
  INFO(pasted.out);
  INFO(pasted.err);
  CHECK(pasted.status == 0);
  CHECK(pasted.out.find("\"result\":\"REVIEW\"") != std::string::npos);
  CHECK(pasted.out.find("selfie-2-") != std::string::npos);

  // A stranger with wrong credentials locks out only itself, not the client behind the same nginx.
  // Its claims about its own address do not help it.
  int asked = 0;
  const auto ask = [&](const std::string& from, const std::string& key, const std::string& secret) {
    return run_program({"curl",
                        "-sS",
                        "-o",
                        "/dev/null",
                        "-w",
                        "%{http_code}",
                        "--interface",
                        from,
                        "-H",
                        "X-Forwarded-For: 203.0.113." + std::to_string(++asked),
                        "-H",
                        "X-Svc-Client-Key: " + key,
                        "-H",
                        "X-Svc-Client-Secret: " + secret,
                        base + "/api/svc/events?limit=1"},
                       curl)
        .out;
  };
  std::string last;
  for (int i = 0; i < 20 && last != "429"; ++i) last = ask("127.0.0.2", "svck_nobody", "wrong");
  CHECK(last == "429");
  CHECK(ask("127.0.0.2", client.key, client.secret) == "200");
  CHECK(ask("127.0.0.3", "svck_nobody", "wrong") == "404");

  CHECK(head_of(base + "/metrics", curl).find(" 404 ") != std::string::npos);
  CHECK(asks_once_for_https(head_of(base + "/metrics", curl)));
  CHECK(asks_once_for_https(head_of(base + "/healthz", curl)));
  nginx.signal(SIGTERM);
  CHECK(nginx.wait(std::chrono::seconds(10)).value_or(-1) == 0);
}

}  // namespace countersign::tests::nginx_test
