// A call about a session that is not the caller's: nothing tells why it is forbidden.
#include <doctest/doctest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "http/call/endpoint.h"
#include "tests/http/support/answer_bytes.h"
#include "tests/http/support/rig.h"

namespace countersign::http::forbidden_test {

Headers client_headers(const std::string& key, const std::string& secret) {
  return {{"X-Svc-Client-Key", key}, {"X-Svc-Client-Secret", secret}};
}

bool is_about_a_session(const Endpoint& call) {
  return is_called_by<by::Owner, by::Downloader>(call.handler);
}

// The requests of one call that are forbidden, each for a reason of its own.
class ForbiddenCalls {
 public:
  explicit ForbiddenCalls(const Endpoint& call, std::string query = "")
      : call_(call), query_(std::move(query)) {
    rig_.disable(disabled_);
  }

  void each(const std::function<void(Rig&, const Rig::Request&)>& take) {
    const std::string session = rig_.create(owner_)["sessionId"];
    const std::string unknown = "00000000-0000-4000-8000-000000000000";
    const auto get = [&](const std::string& id, const Headers& headers) {
      take(rig_, request(id, headers));
    };
    const Headers right = client_headers(owner_.key, owner_.secret);
    get(unknown, right);
    get("not-a-uuid", right);
    get("%zz", right);
    get(session + "0", right);
    get(session, client_headers(other_.key, other_.secret));
    get(session, client_headers(disabled_.key, disabled_.secret));
    get(session, client_headers(owner_.key, other_.secret));
    get(session, client_headers("svck_nobody", owner_.secret));
    get(session, client_headers(owner_.key, ""));
    get(session, client_headers("", owner_.secret));
    get(session, client_headers(owner_.key, std::string(5000, 's')));
    get(session, {{"X-Svc-Client-Key", owner_.key}});
    get(session, {});
    get(session, {{"Authorization", "Basic x"}});
    Headers twice = right;
    twice.add("X-Svc-Client-Secret", owner_.secret);
    get(session, twice);
  }

 private:
  Rig::Request request(const std::string& session, const Headers& headers) const {
    std::string path(call_.path);
    for (const std::string& id : {session, std::string("00000000-0000-4000-8000-000000000000")}) {
      const std::size_t at = path.find('{');
      if (at != std::string::npos) path.replace(at, path.find('}') + 1 - at, id);
    }
    Rig::Request request{.method = call_.method, .path = path + query_, .headers = headers};
    if (call_.method == Method::Post) request.body = "{}";
    return request;
  }

  const Endpoint& call_;
  const std::string query_;
  Rig rig_{{.auth_failure_rate = Rate{100'000, 60'000}}};
  const Credentials owner_ = rig_.add_client();
  const Credentials other_ = rig_.add_client();
  const Credentials disabled_ = rig_.add_client();
};

TEST_CASE("a forbidden resource is answered with the same bytes for every reason") {
  std::size_t calls = 0;
  for (const Endpoint& call : public_endpoints()) {
    if (!is_about_a_session(call)) continue;
    ++calls;
    CAPTURE(call.path);
    std::set<std::string> answers;
    for (const char* query : {"", "?index=0"}) {
      ForbiddenCalls(call, query).each([&](Rig& rig, const Rig::Request& request) {
        answers.insert(bytes_of(rig.send(request)));
      });
    }
    CHECK(answers.size() == 1);
    CHECK(answers.begin()->starts_with("404\n"));
    CHECK(answers.begin()->find("RateLimit") == std::string::npos);
  }
  CHECK(calls >= 9);
}

TEST_CASE("a forbidden resource is looked for with the same reads for every reason") {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
  for (const Endpoint& call : public_endpoints()) {
    if (!is_about_a_session(call)) continue;
    CAPTURE(call.path);
    std::set<std::pair<std::uint64_t, std::uint64_t>> reads;
    ForbiddenCalls(call).each([&](Rig& rig, const Rig::Request& request) {
      rocksdb::PerfContext& asked = *rocksdb::get_perf_context();
      asked.Reset();
      CHECK(rig.send(request).status == 404);
      reads.emplace(asked.get_from_memtable_count, asked.seek_on_memtable_count);
    });
    CHECK(reads.size() == 1);
    CHECK(reads.begin()->first > 0);
    CHECK(reads.begin()->second > 0);
  }
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
}

}  // namespace countersign::http::forbidden_test
