#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/folded_views.h"
#include "core/event/session_labels.h"
#include "core/ids.h"
#include "core/utc_time.h"
#include "projections/queries/queries.h"

namespace countersign::bench {

// The views of a real database with many sessions, folded without the rules and the log: a session
// is that of a capture without checks. Sessions began one a second, spread over clients, persons
// and shops: seven of ten passed, one failed, one waits for a review, and one is open for years.
//
// Ends the program with a sentence if anything fails.
class FoldedSessions {
 public:
  static constexpr std::uint64_t kClients = 20;
  static constexpr std::uint64_t kOfAPerson = 4;   // sessions of each person, of one client
  static constexpr std::uint64_t kOfALabel = 100;  // sessions of each shop, of one client

  // Makes the log in `folder` if there is none, and folds its events first. `first_client` is the
  // client of number 0, of which the log may know. Waits until the tables are merged, as they are
  // in a folder that has grown for years.
  FoldedSessions(const std::filesystem::path& folder,
                 std::uint64_t count,
                 ClientKey first_client = ClientKey("svck_client0"));

  // Leaves the log to another process.
  void close() { views_.close(); }

  std::uint64_t count() const { return count_; }
  UtcTime begun(std::uint64_t n) const {
    return begin_ + std::chrono::seconds(static_cast<std::int64_t>(n));
  }
  // REQUIRES: close() was not called.
  Queries queries() const { return {views_.log(), views_.log().views()}; }

  ClientKey client(std::uint64_t n) const;
  static std::string person(std::uint64_t n) {
    return "customer-" + std::to_string(n / kClients / kOfAPerson);
  }
  static SessionLabel shop(std::uint64_t n) {
    return {"shop", std::to_string(n / kClients / kOfALabel)};
  }
  // The i-th of the sessions that a measure asks about, of the client of number `i` % kClients:
  // they lie all over the list.
  std::uint64_t some(std::uint64_t i) const;

 private:
  void add(std::uint64_t n);
  void await_merges(const std::filesystem::path& folder) const;

  const std::uint64_t count_;
  const ClientKey first_client_;
  const UtcTime begin_;
  FoldedViews views_;
};

}  // namespace countersign::bench
