#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

// What the programs of this folder have in common: how they are called and what they say.
namespace countersign::torture {

// How much is to be done. A campaign takes about ten seconds as it is, and as long as its figures
// in docs/reliability.md need with `full`.
struct Orders {
  bool full = false;
  // The campaign is to break what it looks for itself, and so must find it.
  bool control = false;
  std::uint64_t seed = 0;  // of everything that is drawn; said at the end

  std::uint64_t rounds(std::uint64_t few, std::uint64_t many) const { return full ? many : few; }
};

// What came of a campaign. Not thread-safe.
class Findings {
 public:
  // Figures are told in the order in which they were first counted.
  void count(const std::string& what, std::uint64_t by = 1);
  void most(const std::string& what, std::uint64_t value);
  // A promise that was broken, in a sentence.
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
// most twenty sentences, made printable, and of a long one its beginning and its end. Exit status:
// 0 when nothing was wrong, 1 when something was, 2 for a command line that is none, 3 when the
// campaign could not be run.
int run_campaign(int argc, char** argv, Findings (*campaign)(const Orders& orders));

}  // namespace countersign::torture
