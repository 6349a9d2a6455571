// The roles that may make each call of the console: SECURITY.md has the table, and each of its
// cells is tried.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "http/call/endpoint.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::roles_test {

constexpr const char* kHead =
    "| call | without a login | reviewer | supervisor | auditor | operator |";

std::vector<std::string> parts_of(const std::string& text, const std::string& between) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t at = text.find(between); at != std::string::npos;
       at = text.find(between, from)) {
    parts.push_back(text.substr(from, at - from));
    from = at + between.size();
  }
  parts.push_back(text.substr(from));
  return parts;
}

// The cells of the table behind the call, by the call as the first column writes it.
using RolesOfCalls = std::map<std::string, std::vector<std::string>>;
RolesOfCalls roles_of_calls() {
  std::ifstream page(std::filesystem::path(COUNTERSIGN_SOURCE_DIR) / "SECURITY.md");
  RolesOfCalls found;
  bool in_table = false;
  for (std::string line; std::getline(page, line);) {
    if (line == kHead) {
      in_table = true;
      continue;
    }
    if (!line.starts_with("|")) in_table = false;
    if (!in_table || line.starts_with("|---")) continue;
    std::vector<std::string> cells = parts_of(line.substr(2, line.size() - 4), " | ");
    REQUIRE_MESSAGE(cells.size() == 6, line);
    const auto calls = parts_of(cells.front(), ", ");
    cells.erase(cells.begin());
    for (const std::string& call : calls) CHECK(found.emplace(call, cells).second);
  }
  return found;
}

std::string name_of_call(const Endpoint& row) {
  const char* method = row.method == Method::Get    ? "GET"
                       : row.method == Method::Post ? "POST"
                                                    : "DELETE";
  return "`" + std::string(method) + " " + std::string(row.path) + "`";
}

bool is_about_a_case(const Endpoint& row) { return row.path.starts_with("/review/api/case/"); }

// A case that waits, or that somebody has decided, and calls about it that lack nothing but perhaps
// the right.
struct Desks : Cases {
  std::unique_ptr<Person> decider = person("decider");

  std::string in_state(const std::string& state) {
    const std::string id = in_review();
    if (state == "decided") {
      REQUIRE(send_decision(*decider, id, "PASSED", head()).status == 200);
    }
    return id;
  }
  Answer call(const Endpoint& row, const std::string& id, const std::string& token) {
    if (row.operation_id == "reviewTakeOver") {
      (void)act(*decider, id, "/claim");  // refused if the case is decided
    }
    std::string path(row.path);
    const std::size_t at = path.find("{id}");
    if (at != std::string::npos) path.replace(at, 4, id);
    return send(row.method, path, body_of(row, id), token);
  }

 private:
  std::string body_of(const Endpoint& row, const std::string& id) {
    const std::string chosen = "{" + choice("PASSED") + why_member();
    const std::string seen = R"(,"seen":)" + std::to_string(head());
    if (row.operation_id == "reviewLook") return R"({"file":")" + file_of(id) + R"("})";
    if (row.operation_id == "reviewHandOver") return R"({"words":"Is it real?"})";
    if (row.operation_id == "reviewDecide") return chosen + seen + "}";
    if (row.operation_id == "reviewCorrect") return chosen + seen + "}";
    if (row.operation_id != "reviewBeginDecision") return "{}";
    const char* kind = session(id).review.decision ? "correction" : "decision";
    return chosen + R"(,"kind":")" + kind + R"(","noteHash":")" + std::string(64, 'a') + R"("})";
  }
};

// Whether the caller does not have the call, or has no such act on the case.
bool is_refused(const Endpoint& row, const Answer& answer) {
  if (answer.status == 401 || answer.status == 403) return true;
  return is_about_a_case(row) && answer.status != 200;
}

bool is_in(const std::string& cell, const std::string& state) {
  const auto states = parts_of(cell, ", ");
  return cell == "yes" || cell == "own" || std::ranges::count(states, state) > 0;
}

bool is_page(const Endpoint& row) { return is_called_by<by::Browser>(row.handler); }

constexpr const char* kRoles[] = {"", "reviewer", "supervisor", "auditor", "operator"};

TEST_CASE("the table of the console's calls says which role has which") {
  const RolesOfCalls table = roles_of_calls();
  for (std::size_t role = 0; role < std::size(kRoles); ++role) {
    const std::string name = kRoles[role];
    CAPTURE(name);
    Desks desks;
    const auto who = role > 0 ? desks.person("who", name) : nullptr;
    const auto leaver = role > 0 ? desks.person("leaver", name) : nullptr;
    std::size_t tried = 0;
    for (const Endpoint& row : review_endpoints()) {
      if (is_page(row)) continue;
      const std::string call = name_of_call(row);
      CAPTURE(call);
      REQUIRE(table.contains(call));
      ++tried;
      const auto& caller = row.operation_id == "reviewLogout" ? leaver : who;
      for (const std::string state : {"waiting", "decided"}) {
        CAPTURE(state);
        if (!is_about_a_case(row) && state == "decided") continue;
        const std::string id = is_about_a_case(row) ? desks.in_state(state) : "none";
        const Answer answer = desks.call(row, id, caller ? caller->token : "");
        CAPTURE(answer.body);
        CHECK(is_refused(row, answer) == !is_in(table.at(call)[role], state));
      }
    }
    CHECK(tried == table.size());
  }
}

TEST_CASE("nobody has a call about another client's case") {
  Desks desks;
  const std::map<std::string, std::string> cases{{"waiting", desks.in_state("waiting")},
                                                 {"decided", desks.in_state("decided")}};
  REQUIRE(desks.act(*desks.decider, cases.at("waiting"), "/claim").status == 200);
  for (const std::string role : {"reviewer", "supervisor", "auditor"}) {
    CAPTURE(role);
    const auto who = desks.person(role, role, desks.other.key);
    const std::uint64_t before = desks.head();
    for (const Endpoint& row : review_endpoints()) {
      if (!is_about_a_case(row)) continue;
      CAPTURE(row.path);
      for (const auto& [state, id] : cases) {
        CAPTURE(state);
        CHECK(desks.call(row, id, who->token).status == 404);
      }
    }
    CHECK(desks.head() == before);
  }
}

}  // namespace countersign::http::roles_test
