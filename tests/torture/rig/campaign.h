#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

// The parts that all campaign programs share: the command line, the figures and the exit status.
namespace countersign::torture {

// How much to do. A campaign takes about ten seconds by default, and with `full` as long as its
// figures in docs/reliability.md need.
struct Orders {
  bool full = false;
  // The campaign breaks something itself, and so must find it.
  bool control = false;
  std::uint64_t seed = 0;  // of everything that is drawn; printed at the end if something is wrong

  std::uint64_t rounds(std::uint64_t few, std::uint64_t many) const { return full ? many : few; }
};

// The result of a campaign. Not thread-safe.
class Findings {
 public:
  // Figures are printed in the order of their first use.
  void count(const std::string& what, std::uint64_t by = 1);
  void most(const std::string& what, std::uint64_t value);
  // Adds a broken promise, in a sentence.
  void wrong(std::string what);
  void wrong(const std::vector<std::string>& all);

  const std::vector<std::string>& all_wrong() const { return wrong_; }
  std::string text() const;

 private:
  std::uint64_t& figure(const std::string& what);

  std::vector<std::pair<std::string, std::uint64_t>> figures_;
  std::vector<std::string> wrong_;
};

using Draw = std::mt19937_64;

// Runs a campaign as a program: `NAME [--full] [--control] [--seed=N]`. Prints the figures and at
// most twenty sentences, made printable; of a long sentence only its beginning and its end. Exit
// status: 0 if nothing was wrong, 1 if something was, 2 for an invalid command line, 3 if the
// campaign could not be run.
int run_campaign(int argc, char** argv, Findings (*campaign)(const Orders& orders));

}  // namespace countersign::torture
