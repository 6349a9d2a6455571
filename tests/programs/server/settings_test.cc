#include "tools/options/settings.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <map>

#include "core/version.h"
#include "tests/events/support/temp_folder.h"
#include "tests/events/tlog/note/keys.h"
#include "tools/options/byte_size.h"
#include "tools/options/duration.h"
#include "tools/options/rate_text.h"

namespace countersign::settings_test {

using namespace std::chrono_literals;

const std::string kWitness = tlog::witness_key().verifier().to_text();

using Given = std::map<std::string, std::string>;

std::variant<ServerSettings, EarlyExit> read(const std::vector<std::string>& flags,
                                             const Given& variables = {}) {
  return read_settings(flags, [&](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  });
}

ServerSettings settings_of(const std::vector<std::string>& flags, const Given& variables = {}) {
  const auto result = read(flags, variables);
  if (const auto* exit = std::get_if<EarlyExit>(&result)) FAIL(exit->text);
  return std::get<ServerSettings>(result);
}

EarlyExit exit_of(const std::vector<std::string>& flags, const Given& variables = {}) {
  const auto result = read(flags, variables);
  REQUIRE(std::holds_alternative<EarlyExit>(result));
  return std::get<EarlyExit>(result);
}

TEST_CASE("durations are whole numbers with units, the larger first, each once") {
  CHECK(parse_duration("30d") == 720h);
  CHECK(parse_duration("2s") == 2s);
  CHECK(parse_duration("500ms") == 500ms);
  CHECK(parse_duration("1h30m") == 90min);
  CHECK(parse_duration("1d2h3m4s5ms") == 26h + 3min + 4s + 5ms);
  CHECK(parse_duration("0s") == 0ms);
  for (const char* wrong : {"",
                            "5",
                            "s",
                            "1.5h",
                            "-1s",
                            "+1s",
                            " 1s",
                            "1s ",
                            "1 s",
                            "1S",
                            "1s1h",
                            "1s1s",
                            "1w",
                            "99999999999999999999s",
                            "36526d",
                            "9223372036854775807d"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_duration(wrong).has_value());
  }
}

TEST_CASE("a duration's text reads as the same duration") {
  for (const std::chrono::milliseconds duration :
       std::initializer_list<std::chrono::milliseconds>{0ms, 999ms, 1s, 61s, 24h, 90061001ms}) {
    CHECK(parse_duration(to_text(duration)) == duration);
  }
}

TEST_CASE("sizes are bytes, or whole binary units") {
  CHECK(parse_byte_size("0") == 0);
  CHECK(parse_byte_size("4096") == 4096);
  CHECK(parse_byte_size("12B") == 12);
  CHECK(parse_byte_size("64KiB") == 65536);
  CHECK(parse_byte_size("10MiB") == 10485760);
  CHECK(parse_byte_size("1TiB") == 1099511627776);
  for (const char* wrong :
       {"", "MiB", "10MB", "10mib", "1.5MiB", "-1", "10 MiB", "8193TiB", "99999999999999999999"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_byte_size(wrong).has_value());
  }
  for (const std::uint64_t bytes : {0ull, 1ull, 1024ull, 1536ull, 10ull << 20, 1ull << 40}) {
    CHECK(parse_byte_size(byte_size_text(bytes)) == bytes);
  }
}

TEST_CASE("rates are a count and a period") {
  CHECK(parse_rate("300/1m") == Rate{300, 60'000});
  CHECK(parse_rate("5/10s") == Rate{5, 10'000});
  CHECK(parse_rate("7/m") == Rate{7, 60'000});
  CHECK(parse_rate(to_text(Rate{300, 60'000})) == Rate{300, 60'000});
  for (const char* wrong : {"", "300", "0/1m", "/1m", "5/", "5/0s", "-5/1m", "5/1m/1m", "5 /1m"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_rate(wrong).has_value());
  }
}

TEST_CASE("without settings the defaults of the decisions hold") {
  const ServerSettings settings = settings_of({"--data", "d"});
  CHECK(settings.data == "d");
  CHECK(settings.service.session_ttl == 1800s);
  CHECK(settings.service.document_nonce_ttl == 300s);
  CHECK(settings.service.liveness_nonce_ttl == 120s);
  CHECK(settings.service.attempts == 5);
  CHECK(settings.service.retention == 720h);
  CHECK(settings.service.retention_unfinished == 24h);
  CHECK_FALSE(settings.service.retention_review);
  CHECK(settings.service.max_document_bytes == 10u << 20);
  CHECK(settings.service.max_frame_bytes == 4u << 20);
  CHECK(settings.service.max_request_bytes == 52u << 20);
  CHECK(settings.service.max_pixels == 40'000'000);
  CHECK(settings.service.create_rate == Rate{300, 60'000});
  CHECK(settings.service.read_rate == Rate{600, 60'000});
  CHECK(settings.service.purge_rate == Rate{300, 60'000});
  CHECK(settings.service.bundle_rate == Rate{60, 60'000});
  CHECK(settings.service.device_rate == Rate{120, 60'000});
  CHECK(settings.service.auth_failure_rate == Rate{30, 60'000});
}

TEST_CASE("every setting is alike a flag, a variable and a line of the file") {
  const TempFolder folder;
  const std::string file = folder.path() / "settings.toml";
  for (const auto& row : Given{{"session-ttl", "5m"},
                               {"document-nonce-ttl", "4m"},
                               {"liveness-nonce-ttl", "3m"},
                               {"attempts", "3"},
                               {"retention", "2d"},
                               {"retention-unfinished", "3h"},
                               {"retention-review", "4d"},
                               {"sweep-interval", "1s"},
                               {"max-document-bytes", "1MiB"},
                               {"max-frame-bytes", "2MiB"},
                               {"max-request-bytes", "20MiB"},
                               {"max-pixels", "1000000"},
                               {"create-rate", "1/1s"},
                               {"read-rate", "2/1s"},
                               {"purge-rate", "6/1s"},
                               {"bundle-rate", "3/1s"},
                               {"device-rate", "4/1s"},
                               {"auth-failure-rate", "5/1s"},
                               {"threads", "7"},
                               {"inspection-threads", "9"},
                               {"max-connections", "11"},
                               {"max-connections-per-address", "5"},
                               {"max-uploads", "12"},
                               {"max-uploads-per-session", "3"},
                               {"min-upload-rate", "16KiB"},
                               {"max-upload-time", "5m"},
                               {"reserve-bytes", "1GiB"},
                               {"listen", "127.0.0.1:1"},
                               {"docs-folder", "/site"},
                               {"master-key-file", "/k"},
                               {"master-key-command", "print-key"},
                               {"sweep-rate", "13"},
                               {"log-level", "debug"},
                               {"trusted-proxies", "192.0.2.0/24,2001:db8::1"},
                               {"metrics-from", "192.0.2.0/24,2001:db8::1"},
                               {"deny-unperformable", "true"}}) {
    const std::string& name = row.first;
    CAPTURE(name);
    const std::string flag = "--" + name + "=" + row.second;
    std::string variable = "COUNTERSIGN_" + name;
    for (char& c : variable) c = c == '-' ? '_' : ascii_upper(c);
    std::ofstream(file) << name << " = \"" << row.second << "\"\n";
    const auto text_of = [](const ServerSettings& s) {
      const http::ServiceSettings& v = s.service;
      std::string all;
      for (const auto ms : {v.session_ttl.get(),
                            v.document_nonce_ttl.get(),
                            v.liveness_nonce_ttl.get(),
                            v.retention,
                            v.retention_unfinished,
                            v.periods().waiting(),
                            v.sweep_interval.get(),
                            s.upload_longest}) {
        all += to_text(ms) + " ";
      }
      for (const auto& rate : {v.create_rate,
                               v.read_rate,
                               v.purge_rate,
                               v.bundle_rate,
                               v.device_rate,
                               v.auth_failure_rate}) {
        all += to_text(rate) + " ";
      }
      for (const std::uint64_t number : {std::uint64_t{v.attempts},
                                         v.max_document_bytes,
                                         v.max_frame_bytes,
                                         v.max_request_bytes,
                                         v.max_pixels,
                                         std::uint64_t{s.threads},
                                         std::uint64_t{s.inspection_threads},
                                         std::uint64_t{s.max_connections},
                                         std::uint64_t{s.max_connections_an_address},
                                         std::uint64_t{v.max_uploads},
                                         std::uint64_t{v.uploads_a_session},
                                         s.upload_bytes_per_second,
                                         s.reserve_bytes,
                                         std::uint64_t{v.sweep_rate},
                                         std::uint64_t{v.deny_unperformable}}) {
        all += std::to_string(number) + " ";
      }
      return all + s.listen + " " + s.docs.value_or("").string() + " " +
             s.master_key.file.value_or("").string() + " " + s.master_key.command.value_or("") +
             " " + std::string(name_of(s.log_level)) + " " +
             v.trusted_proxies.client_address("192.0.2.7", {{"x-forwarded-for", "198.51.100.1"}}) +
             (v.metrics_from.contains(*http::parse_ip_address("192.0.2.7")) ? " metrics" : "");
    };
    const std::string by_flag = text_of(settings_of({"--data", "d", flag}));
    CHECK(by_flag != text_of(settings_of({"--data", "d"})));
    CHECK(by_flag == text_of(settings_of({"--data", "d"}, {{variable, row.second}})));
    CHECK(by_flag == text_of(settings_of({"--data", "d", "--config", file})));
  }
}

TEST_CASE("a flag wins over a variable, a variable over the file") {
  const TempFolder folder;
  const std::string file = folder.path() / "settings.toml";
  std::ofstream(file) << "# comment\ndata = \"d\"\nretention = \"1d\"\n";
  CHECK(settings_of({"--config", file}).service.retention == 24h);
  CHECK(settings_of({}, {{"COUNTERSIGN_CONFIG", file}}).service.retention == 24h);
  const Given variables{{"COUNTERSIGN_RETENTION", "2d"}};
  CHECK(settings_of({"--config", file}, variables).service.retention == 48h);
  CHECK(settings_of({"--config", file, "--retention", "3d"}, variables).service.retention == 72h);
}

TEST_CASE("bad settings are one clear line and status 2") {
  const TempFolder folder;
  const std::string file = folder.path() / "settings.toml";
  std::ofstream(file) << "retention = \"1d\"\nretentoin = \"1d\"\n";
  struct Row {
    std::vector<std::string> flags;
    const char* says;
  };
  for (const Row& row :
       {Row{{}, "--data"},
        {{"--data", "d", "--retention", "30"}, "--retention: '30'"},
        {{"--data", "d", "--retention"}, "--retention"},
        {{"--data", "d", "--create-rate", "fast"}, "--create-rate: 'fast'"},
        {{"--data", "d", "--max-frame-bytes", "4MB"}, "--max-frame-bytes: '4MB'"},
        {{"--data", "d", "--attempts", "0"}, "--attempts: '0'"},
        {{"--data", "d", "--threads", "two"}, "--threads: 'two'"},
        {{"--data", "d", "--log-level", "loud"}, "'loud'"},
        {{"--data", "d", "--no-such-flag"}, "--no-such-flag"},
        {{"--data", "d", "argument"}, "argument"},
        {{"--data", "d", "--listen", "here"}, "--listen"},
        {{"--data", "d", "--tls-cert", "c"}, "--tls-key"},
        {{"--data", "d", "--session-ttl", "59s"}, "--session-ttl"},
        {{"--data", "d", "--session-ttl", "25h"}, "--session-ttl"},
        {{"--data", "d", "--inspection-timeout", "99ms"}, "--inspection-timeout"},
        {{"--data", "d", "--document-nonce-ttl", "31m"}, "--document-nonce-ttl"},
        {{"--data", "d", "--liveness-nonce-ttl", "0s"}, "--liveness-nonce-ttl"},
        {{"--data", "d", "--max-request-bytes", "1MiB"}, "--max-request-bytes"},
        {{"--data", "d", "--sweep-interval", "0s"}, "--sweep-interval"},
        {{"--data", "d", "--trusted-proxies", "10.0.0.0/33"}, "--trusted-proxies: '10.0.0.0/33'"},
        {{"--data", "d", "--metrics-from", "10.0.0.0/33"}, "--metrics-from: '10.0.0.0/33'"},
        {{"--data", "d", "--trusted-proxies", "nginx.example"},
         "--trusted-proxies: 'nginx.example'"},
        {{"--data", "d", "--witness", "http://a"}, "--witness: a value is not URL=VKEY"},
        {{"--data", "d", "--witness", "ftp://a=" + kWitness}, "--witness: a value has a URL"},
        {{"--data", "d", "--witness", "http://a=" + kWitness + "x"}, "--witness: a value has no"},
        {{"--data", "d", "--witness", "http://a=" + kWitness + " http://b=" + kWitness},
         "--witness names 'witness.example/w1' twice"},
        {{"--data", "d", "--engine-url", "ftp://a"}, "--engine-url: its value does not begin"},
        {{"--data", "d", "--engine-url", "unix:a"}, "--engine-url: its value has no absolute path"},
        {{"--data", "d", "--engine-ca", "c"}, "--engine-ca needs --engine-url"},
        {{"--data", "d", "--engine-secret-file", "s"}, "--engine-secret-file needs --engine-url"},
        {{"--data", "d", "--engine-url", "http://a", "--engine-ca", "c"}, "--engine-ca is for"},
        {{"--data", "d", "--engine-url", "http://a", "--engine-timeout", "99ms"},
         "--engine-timeout must be from 100ms to 1m"},
        {{"--data", "d", "--engine-url", "http://a", "--engine-timeout", "61s"},
         "--engine-timeout must be from"},
        {{"--data", "d", "--engine-retries", "11"}, "--engine-retries: '11'"},
        {{"--data", "d", "--engine-concurrency", "0"}, "--engine-concurrency: '0'"},
        {{"--data", "d", "--config", "/none"}, "/none"},
        {{"--data", "d", "--config", file}, "retentoin"}}) {
    CAPTURE(row.says);
    const EarlyExit exit = exit_of(row.flags);
    CHECK(exit.status == 2);
    CHECK(exit.text.find(row.says) != std::string::npos);
    CHECK(exit.text.find('\n') == std::string::npos);
  }
}

TEST_CASE("a file of settings that is a pipe, or endless, is refused and holds nothing up") {
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "settings.toml";
  REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
  const EarlyExit piped = exit_of({"--data", "d", "--config", file.string()});
  CHECK(piped.status == 2);
  CHECK(piped.text.find("is not a regular file") != std::string::npos);
  std::filesystem::remove(file);
  std::ofstream(file) << "retention = \"1d\"\n";
  std::filesystem::resize_file(file, std::uintmax_t{1} << 40);
  const EarlyExit endless = exit_of({"--data", "d", "--config", file.string()});
  CHECK(endless.status == 2);
  CHECK(endless.text.find("has more than 1048576 bytes") != std::string::npos);
}

TEST_CASE("witnesses are repeated, or stand behind one another; a flag wins with all of its own") {
  const std::string other = tlog::signer(tlog::KeyType::Witness, "w2", 9).verifier().to_text();
  const std::string one = "https://one.example/w=" + kWitness;
  const std::string two = "http://127.0.0.1:8090=" + other;
  const auto urls_of = [](const ServerSettings& settings) {
    std::string urls;
    for (const http::WitnessAddress& witness : settings.witnesses) urls += witness.url + " ";
    return urls;
  };
  const std::string both = "https://one.example/w http://127.0.0.1:8090 ";
  const TempFolder folder;
  const std::string list = folder.path() / "list.toml";
  std::ofstream(list) << "witness = [\"" << one << "\", \"" << two << "\"]\n";
  const std::string line = folder.path() / "line.toml";
  std::ofstream(line) << "witness = \"" << one << " " << two << "\"\n";
  const Given variables{{"COUNTERSIGN_WITNESS", one + " " + two}};
  CHECK(urls_of(settings_of({"--data", "d"})) == "");
  CHECK(urls_of(settings_of({"--data", "d", "--witness", one, "--witness=" + two})) == both);
  CHECK(urls_of(settings_of({"--data", "d", "--witness", one + " " + two})) == both);
  CHECK(urls_of(settings_of({"--data", "d"}, variables)) == both);
  CHECK(urls_of(settings_of({"--data", "d", "--config", list})) == both);
  CHECK(urls_of(settings_of({"--data", "d", "--config", line})) == both);
  CHECK(urls_of(settings_of({"--data", "d", "--witness", two}, variables)) ==
        "http://127.0.0.1:8090 ");
  CHECK(urls_of(settings_of({"--data", "d", "--config", list}, {{"COUNTERSIGN_WITNESS", two}})) ==
        "http://127.0.0.1:8090 ");
}

TEST_CASE("a password in the URL of a witness is refused, and not repeated") {
  const EarlyExit exit = exit_of({"--data", "d", "--witness", "http://user:hunter2@a=" + kWitness});
  CHECK(exit.status == 2);
  CHECK(exit.text.find("a user or a password") != std::string::npos);
  CHECK(exit.text.find("hunter2") == std::string::npos);
}

TEST_CASE("a password in the URL of an external engine is refused, and not repeated") {
  const EarlyExit exit = exit_of({"--data", "d", "--engine-url", "https://user:hunter2@a"});
  CHECK(exit.status == 2);
  CHECK(exit.text.find("a user or a password") != std::string::npos);
  CHECK(exit.text.find("hunter2") == std::string::npos);
}

TEST_CASE("an external engine is named by a flag, a variable or the file, and else there is none") {
  CHECK_FALSE(settings_of({"--data", "d"}).engine.has_value());
  const TempFolder folder;
  const std::string file = folder.path() / "settings.toml";
  std::ofstream(file) << "engine-url = \"https://file.example\"\nengine-retries = 0\n";
  const Given variables{{"COUNTERSIGN_ENGINE_URL", "https://variable.example"},
                        {"COUNTERSIGN_ENGINE_SECRET_FILE", "/secret"},
                        {"COUNTERSIGN_ENGINE_TIMEOUT", "2s"}};
  const ServerSettings settings = settings_of({"--data",
                                               "d",
                                               "--config",
                                               file,
                                               "--engine-url",
                                               "https://flag.example/e/",
                                               "--engine-ca=ca.pem",
                                               "--engine-concurrency=7"},
                                              variables);
  REQUIRE(settings.engine.has_value());
  CHECK(settings.engine->address.url == "https://flag.example/e");
  CHECK(settings.engine->authorities_file == "ca.pem");
  CHECK(settings.engine->timeout == 2s);
  CHECK(settings.engine->retries == 0);
  CHECK(settings.engine->concurrency == 7);
  CHECK(settings.engine_secret_file == "/secret");
}

TEST_CASE("help and version are no failures") {
  const EarlyExit help = exit_of({"--help"});
  CHECK(help.status == 0);
  CHECK(help.text.find("--session-ttl DURATION") != std::string::npos);
  CHECK(exit_of({"--version"}).text == fmt::format("countersignd {}\n", kVersion));
}

TEST_CASE("the master key of development lies beside the data folder, not in it") {
  CHECK(default_master_key_file("/srv/data") == "/srv/data.master.key");
  CHECK(default_master_key_file("/srv/data/") == "/srv/data.master.key");
  CHECK(default_master_key_file("/srv/x/../data/.") == "/srv/data.master.key");
}

TEST_CASE("thresholds are set by name, each once, and all of them count") {
  const ServerSettings given = settings_of({"--data",
                                            "d",
                                            "--threshold",
                                            "document-glare=0.04/0.02",
                                            "--threshold",
                                            "document-edge-width=0.12mm frame-count=3"});
  CHECK(given.service.thresholds.document.glare_share == Bounds{0.04, 0.02});
  CHECK(given.service.thresholds.document.edge_width_mm == Bounds{0.12, 0.12});
  CHECK(given.service.thresholds.frame.count == Bounds{3, 3});
  CHECK(settings_of({"--data", "d"}).service.thresholds == Thresholds{});
  const Given variables{{"COUNTERSIGN_THRESHOLD", "document-glare=0.05 mrz-required-on-cards=yes"}};
  CHECK(settings_of({"--data", "d"}, variables).service.thresholds.mrz.required_on_cards);
  // A list of flags replaces that of the variable.
  const ServerSettings flags =
      settings_of({"--data", "d", "--threshold", "document-glare=0.04"}, variables);
  CHECK_FALSE(flags.service.thresholds.mrz.required_on_cards);
  CHECK(flags.service.thresholds.document.glare_share == Bounds{0.04, 0.04});

  const auto refused = [](const std::string& text) {
    const EarlyExit exit = exit_of({"--data", "d", "--threshold", text});
    CHECK(exit.status == 2);
    return exit.text;
  };
  CHECK(refused("document-glare=0.04 document-glare=0.05") ==
        "countersignd: --threshold: document-glare is given twice");
  CHECK(refused("document-glare=0.02/0.06") ==
        "countersignd: --threshold: document-glare: the WARNING at 0.06 share is laxer than the "
        "ERROR at 0.02 share, which refuses first");
  CHECK(refused("no-such=1") ==
        "countersignd: --threshold: there is no threshold 'no-such'; `countersign thresholds` "
        "lists them");
}

TEST_CASE("thresholds are lines of the config file") {
  const TempFolder folder;
  const auto file = folder.path() / "config.toml";
  std::ofstream(file) << "threshold = [\"document-glare=0.04/0.02\", \"frame-count=3\"]\n";
  const ServerSettings given = settings_of({"--data", "d", "--config", file.string()});
  CHECK(given.service.thresholds.document.glare_share == Bounds{0.04, 0.02});
  CHECK(given.service.thresholds.frame.count == Bounds{3, 3});
}

}  // namespace countersign::settings_test
