// Whether the time of an answer reveals what its bytes do not: pairs of requests that a stranger, a
// client or a device may send to learn whether something exists. Both requests of a pair are sent
// over one connection, in random order. The result for each pair is the medians and the area under
// the curve: how often, of two answers, the first kind's took longer than the second's (a
// Mann-Whitney U; ties count one half). 0.5 reveals nothing. The controls are pairs of one kind,
// with other sessions or clients in each half: they show the effect of a record's place in memory,
// which remains whatever is done about the rest.
//
//   timing_bench [--smoke | --samples N]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bench/arguments.h"
#include "bench/rounds.h"
#include "core/ids.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wire.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;
using tests::Credentials;
using Texts = std::vector<std::string>;

constexpr std::size_t kSamplesUsual = 10'000;
constexpr std::size_t kSamplesSmoke = 300;
constexpr std::size_t kWarmUp = 200;
constexpr double kGoal = 0.03;  // largest distance from 0.5
constexpr int kTargets = 20;    // of each kind, in turns

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "timing_bench: %s\n", why.c_str());
  std::_Exit(1);
}

struct Kind {
  Texts requests;
  int status = 0;
};

struct Pair {
  std::string name;
  Kind first;
  Kind second;
};

struct Sample {
  double us = 0;
  bool first = false;
};

double area_under_curve(std::vector<Sample> samples) {
  std::ranges::sort(samples, {}, &Sample::us);
  double ranks = 0;
  double firsts = 0;
  for (std::size_t i = 0; i < samples.size();) {
    std::size_t end = i;
    while (end < samples.size() && samples[end].us == samples[i].us) ++end;
    const double rank = (static_cast<double>(i + 1) + static_cast<double>(end)) / 2;
    for (; i < end; ++i) {
      if (!samples[i].first) continue;
      ranks += rank;
      ++firsts;
    }
  }
  const double seconds = static_cast<double>(samples.size()) - firsts;
  return (ranks - firsts * (firsts + 1) / 2) / (firsts * seconds);
}

double median_of(const std::vector<Sample>& samples, bool first) {
  std::vector<double> values;
  for (const Sample& sample : samples) {
    if (sample.first == first) values.push_back(sample.us);
  }
  return median(std::move(values));
}

double ask(tests::Wire& wire, const std::string& request, int status) {
  const auto start = Steady::now();
  if (!wire.send(request)) give_up("the connection broke");
  const auto answer = wire.receive();
  const double us = std::chrono::duration<double, std::micro>(Steady::now() - start).count();
  if (!answer || answer->status != status) {
    give_up("status " + std::to_string(answer ? answer->status : 0) + " for " + request);
  }
  return us;
}

// Measures a pair, and returns how far its area is from 0.5.
double measure(std::uint16_t port, const Pair& pair, std::size_t samples) {
  std::mt19937 random(20'261'122);
  tests::Wire wire(port);
  std::vector<Sample> taken;
  std::size_t left[2] = {samples, samples};
  for (std::size_t n = 0; left[0] + left[1] > 0; ++n) {
    const bool first = random() % (left[0] + left[1]) < left[0];
    const Kind& kind = first ? pair.first : pair.second;
    const double us = ask(wire, kind.requests[random() % kind.requests.size()], kind.status);
    if (n < kWarmUp) continue;
    --left[first ? 0 : 1];
    taken.push_back({us, first});
  }
  const double area = area_under_curve(taken);
  std::printf(
      "{\"bench\":\"timing\",\"unit\":\"us\",\"pair\":\"%s\",\"samples\":%zu,\"median_first\":%.1f,"
      "\"median_second\":%.1f,\"area\":%.3f,\"goal\":%.2f,\"met\":%s}\n",
      pair.name.c_str(),
      samples,
      median_of(taken, true),
      median_of(taken, false),
      area,
      kGoal,
      std::abs(area - 0.5) <= kGoal ? "true" : "false");
  std::fflush(stdout);
  return std::abs(area - 0.5);
}

// ---- requests -----------------------------------------------------------------

std::string get(const std::string& path, const tests::HeaderList& headers) {
  return tests::bytes_of({.method = "GET", .path = path, .headers = headers});
}

tests::HeaderList headers_of(const Credentials& client) {
  return {{"X-Svc-Client-Key", client.key}, {"X-Svc-Client-Secret", client.secret}};
}

Kind reads(const Texts& sessions, const Credentials& client, const std::string& rest, int status) {
  Kind kind{{}, status};
  for (const std::string& id : sessions) {
    kind.requests.push_back(get(tests::Backend::session_path(id, rest), headers_of(client)));
  }
  return kind;
}

Kind creates(const std::vector<Credentials>& clients, int status) {
  Kind kind{{}, status};
  for (const Credentials& client : clients) {
    kind.requests.push_back(
        tests::bytes_of({.method = "POST",
                         .path = "/api/svc/session/create",
                         .headers = {{"Content-Type", "application/json"}},
                         .body = R"({"clientKey":")" + client.key + R"(","clientSecret":")" +
                                 client.secret + R"("})"}));
  }
  return kind;
}

// The same text with four characters near its end changed; in an id, a key, a secret and a token
// these are random.
std::string other_than(std::string text, int n) {
  const std::string digits = std::to_string(1000 + n);
  for (std::size_t i = 0; i < 4; ++i) {
    char& c = text[text.size() - 6 + i];
    c = c == digits[i] ? 'a' : digits[i];
  }
  return text;
}

// ---- the run --------------------------------------------------------------------

constexpr const char* kNoLimit = "1000000/1s";

class Scene {
 public:
  Scene()
      : server_({.flags = {"--create-rate",
                           kNoLimit,
                           "--read-rate",
                           kNoLimit,
                           "--bundle-rate",
                           kNoLimit,
                           "--auth-failure-rate",
                           kNoLimit}}),
        own_(server_.add_client("own")) {
    for (int i = 0; i < kClients; ++i) {
      clients_.push_back(server_.add_client("client " + std::to_string(i)));
      disabled_.push_back(server_.add_client("client " + std::to_string(kClients + i)));
    }
    const tests::Backend own(server_.port(), own_);
    const tests::Backend foreign(server_.port(), clients_.front());
    for (int i = 0; i < 2 * kTargets; ++i) {
      own_sessions_.push_back(own.open("FULL_CAPTURE").id);
      foreign_sessions_.push_back(foreign.open("FULL_CAPTURE").id);
    }
    for (const Credentials& client : disabled_) {
      if (server_.operate({"client", "disable", client.key, "--reason", "bench"}).status != 0) {
        give_up("a client was not disabled");
      }
    }
  }

  std::uint16_t port() const { return server_.port(); }
  bool stop() { return server_.stop() == 0; }

  std::vector<Pair> pairs() const {
    const Texts foreign = half(foreign_sessions_, 0);
    const Texts unknown = others(foreign);
    const Texts mine = half(own_sessions_, 0);
    const Credentials wrong{own_.key, other_than(own_.secret, 0)};
    const std::string file = "documents/" + unknown.front();
    return {
        {"control: another client's / others of the same client",
         reads(foreign, own_, "result", 404),
         reads(half(foreign_sessions_, 1), own_, "result", 404)},
        {"session: unknown / another client's",
         reads(unknown, own_, "result", 404),
         reads(foreign, own_, "result", 404)},
        {"session: guessed / another client's",
         reads(guessed(), own_, "result", 404),
         reads(foreign, own_, "result", 404)},
        {"control: guessed / guessed",
         reads(half(guessed(), 0), own_, "result", 404),
         reads(half(guessed(), 1), own_, "result", 404)},
        {"file: of an unknown session / of another client's",
         reads(unknown, own_, file, 404),
         reads(foreign, own_, file, 404)},
        {"receipt: of an unknown session / of another client's",
         reads(unknown, own_, "receipt", 404),
         reads(foreign, own_, "receipt", 404)},
        {"control: wrong secrets / of other clients",
         reads_as(with_wrong_secrets(half(clients_, 0)), 404),
         reads_as(with_wrong_secrets(half(clients_, 1)), 404)},
        {"credentials: unknown keys / wrong secrets",
         reads_as(with_unknown_keys(clients_), 404),
         reads_as(with_wrong_secrets(clients_), 404)},
        {"credentials: disabled clients / wrong secrets",
         reads_as(disabled_, 404),
         reads_as(with_wrong_secrets(clients_), 404)},
        {"wrong secret: own session / another client's",
         reads(mine, wrong, "result", 404),
         reads(foreign, wrong, "result", 404)},
        {"wrong secret: unknown session / another client's",
         reads(unknown, wrong, "result", 404),
         reads(foreign, wrong, "result", 404)},
        {"create: unknown keys / wrong secrets",
         creates(with_unknown_keys(clients_), 400),
         creates(with_wrong_secrets(clients_), 400)},
        {"create: disabled clients / wrong secrets",
         creates(disabled_, 400),
         creates(with_wrong_secrets(clients_), 400)},
    };
  }

  // Pairs for an address that has used up its allowance of failed authentications.
  static std::vector<Pair> limited_pairs(const Credentials& client, const std::string& session) {
    const Credentials wrong{client.key, other_than(client.secret, 0)};
    const Credentials unknown{other_than(client.key, 0), client.secret};
    return {{"limited: unknown key / wrong secret",
             reads({session}, unknown, "result", 429),
             reads({session}, wrong, "result", 429)}};
  }

 private:
  static constexpr int kClients = 30;

  template <class T>
  static std::vector<T> half(const std::vector<T>& all, std::size_t which) {
    std::vector<T> some;
    for (std::size_t i = which; i < all.size(); i += 2) some.push_back(all[i]);
    return some;
  }
  // Ids that are close to these and belong to nobody.
  static Texts others(const Texts& ids) {
    Texts made;
    for (const std::string& id : ids) made.push_back(other_than(id, 0));
    return made;
  }
  // Ids that lie anywhere, each asked for once or twice: no record that stands in for one is warm.
  static Texts guessed() {
    constexpr std::size_t kGuesses = 10'000;
    std::mt19937_64 random(7);
    Texts made;
    for (std::size_t i = 0; i < kGuesses; ++i) {
      Uuid bytes{};
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
      made.push_back(to_string(uuid_from_random(bytes)));
    }
    return made;
  }
  static std::vector<Credentials> with_unknown_keys(std::vector<Credentials> clients) {
    for (Credentials& client : clients) client.key = other_than(client.key, 0);
    return clients;
  }
  static std::vector<Credentials> with_wrong_secrets(std::vector<Credentials> clients) {
    for (Credentials& client : clients) client.secret = other_than(client.secret, 0);
    return clients;
  }
  Kind reads_as(const std::vector<Credentials>& clients, int status) const {
    Kind kind{{}, status};
    for (const Credentials& client : clients) {
      kind.requests.push_back(
          get(tests::Backend::session_path(own_sessions_.front(), "result"), headers_of(client)));
    }
    return kind;
  }

  tests::RunningServer server_;
  Credentials own_;
  std::vector<Credentials> clients_;
  std::vector<Credentials> disabled_;
  Texts own_sessions_;
  Texts foreign_sessions_;
};

int run(std::size_t samples) {
  double worst = 0;
  {
    Scene scene;
    for (const Pair& pair : scene.pairs()) {
      worst = std::max(worst, measure(scene.port(), pair, samples));
    }
    if (!scene.stop()) return 1;
  }
  tests::RunningServer server({.flags = {"--auth-failure-rate", "1/1h"}});
  const Credentials client = server.add_client("limited");
  const std::string session = tests::Backend(server.port(), client).open("FULL_CAPTURE").id;
  const Credentials nobody{"svck_nobody", "svcs_nobody"};
  (void)tests::Backend(server.port(), nobody).result(session);
  for (const Pair& pair : Scene::limited_pairs(client, session)) {
    worst = std::max(worst, measure(server.port(), pair, samples));
  }
  std::fprintf(stderr, "timing_bench: %.3f from 0.5 at worst\n", worst);
  return server.stop() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (option == "--samples" && argc > 2) return run(whole_number(argv[2]));
  return run(option == "--smoke" ? kSamplesSmoke : kSamplesUsual);
}
