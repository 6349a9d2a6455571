#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/kept_sessions.h"
#include "bench/measured_program.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/program.h"

namespace countersign::bench {

// The cost of a start, up to the server's first answer.
struct StartCost {
  double seconds = 0;
  double core_seconds = 0;
  double resident_mib = 0;  // just after the answer
};

// Rows of one view, or of one letter of a view whose keys begin with letters.
struct RowSizes {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  // of keys and values, before compression
};

// A data folder of many sessions, and the real server on it. Sweeps run when they are asked for.
// Ends the program with a sentence if anything fails.
class GrowthSite {
 public:
  // `folder` must not exist; it gets the data folder, and what is copied from it.
  GrowthSite(std::filesystem::path folder, const SessionCounts& counts);
  ~GrowthSite();

  const SessionCounts& counts() const { return counts_; }
  const Making& making() const { return making_; }
  std::filesystem::path data() const { return folder_ / "data"; }
  std::filesystem::path beside(const std::string& name) const { return folder_ / name; }

  // Starts the server with nothing of the log and the keys in the page cache. `all_caches`: nor
  // anything else, names and inodes included.
  StartCost start(bool all_caches);
  void stop();  // SIGTERM
  void kill();
  ::pid_t server() const;
  std::uint16_t port() const { return port_; }
  // The server begins with one file of a name that no event has.
  void put_stray_file();
  void remove_stray_file();

  tests::Backend backend(std::uint64_t client = 0) const;
  tests::Device device(const std::string& token) const;
  // Milliseconds of each of `count` calls, one after the other on one connection; `request` makes
  // the request of call i.
  template <class MakeRequest>
  std::vector<double> time_calls(std::size_t count, const MakeRequest& request) const {
    Calls calls(port_);
    std::vector<double> took;
    for (std::size_t i = 0; i < count; ++i) took.push_back(calls.time(request(i)));
    return took;
  }
  // The operator's command on the folder, which must succeed unless `may_fail`.
  Ran operate(const tests::Arguments& arguments, bool may_fail = false) const;

  // REQUIRES: no server runs on the folder. The keys are a view's number and, of a view whose keys
  // begin with a letter, that letter.
  std::map<std::pair<int, char>, RowSizes> view_rows() const;
  std::uint64_t table_bytes(const std::vector<std::string>& families) const;

 private:
  // One connection to the server.
  class Calls {
   public:
    explicit Calls(std::uint16_t port) : wire_(port) {}
    double time(const tests::Request& request);

   private:
    tests::Wire wire_;
  };
  std::filesystem::path stray_file() const;

  const std::filesystem::path folder_;
  const SessionCounts counts_;
  Making making_;
  std::unique_ptr<tests::Program> program_;
  std::uint16_t port_ = 0;
};

}  // namespace countersign::bench
