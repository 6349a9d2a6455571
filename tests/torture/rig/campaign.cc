#include "tests/torture/rig/campaign.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <optional>
#include <string_view>

#include "core/text/printable.h"

namespace countersign::torture {
namespace {

constexpr std::size_t kWrongShown = 20;
// The bytes shown of a sentence: a response may be a file, and a program's last output says most.
constexpr std::size_t kStartShown = 600;
constexpr std::size_t kEndShown = 300;
enum Exit : int { Held = 0, Broken = 1, Usage = 2, NotRun = 3 };

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  return value;
}

std::optional<Orders> orders_of(int argc, char** argv) {
  Orders orders{.seed = std::random_device{}()};
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    constexpr std::string_view kSeed = "--seed=";
    if (argument == "--full") {
      orders.full = true;
    } else if (argument == "--control") {
      orders.control = true;
    } else if (argument.starts_with(kSeed)) {
      const auto seed = number_of(argument.substr(kSeed.size()));
      if (!seed) return std::nullopt;
      orders.seed = *seed;
    } else {
      return std::nullopt;
    }
  }
  return orders;
}

std::string shown(const std::string& sentence) {
  if (sentence.size() <= kStartShown + kEndShown) return printable(sentence);
  return printable(sentence.substr(0, kStartShown)) + " [...] " +
         printable(sentence.substr(sentence.size() - kEndShown));
}

}  // namespace

std::uint64_t& Findings::figure(const std::string& what) {
  for (auto& [name, value] : figures_) {
    if (name == what) return value;
  }
  return figures_.emplace_back(what, 0).second;
}

void Findings::count(const std::string& what, std::uint64_t by) { figure(what) += by; }

void Findings::most(const std::string& what, std::uint64_t value) {
  figure(what) = std::max(figure(what), value);
}

void Findings::wrong(std::string what) { wrong_.push_back(std::move(what)); }

void Findings::wrong(const std::vector<std::string>& all) {
  wrong_.insert(wrong_.end(), all.begin(), all.end());
}

std::string Findings::text() const {
  std::string text;
  for (const auto& [name, value] : figures_) text += std::to_string(value) + " " + name + ", ";
  text += std::to_string(wrong_.size()) + " wrong\n";
  for (std::size_t i = 0; i < std::min(wrong_.size(), kWrongShown); ++i) {
    text += "  wrong: " + shown(wrong_[i]) + "\n";
  }
  return text;
}

int run_campaign(int argc, char** argv, Findings (*campaign)(const Orders& orders)) {
  const auto orders = orders_of(argc, argv);
  if (!orders) {
    std::fprintf(stderr, "usage: %s [--full] [--control] [--seed=N]\n", argv[0]);
    return Usage;
  }
  try {
    const Findings findings = campaign(*orders);
    std::fputs(findings.text().c_str(), stdout);
    if (findings.all_wrong().empty()) return Held;
    std::printf("  seed: %llu\n", static_cast<unsigned long long>(orders->seed));
    return Broken;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], shown(error.what()).c_str());
    return NotRun;
  }
}

}  // namespace countersign::torture
