#include "bench/growth_site.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "bench/plain_database.h"
#include "core/ids.h"
#include "events/vault/file_place.h"
#include "projections/fold/projection.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::minutes kStopLimit{5};

double seconds_since(Steady::time_point start) {
  return std::chrono::duration<double>(Steady::now() - start).count();
}

// The flags of a server that limits no caller, and sweeps when it is asked to.
const tests::Arguments kFlags = {"--sweep-interval",
                                 "36525d",
                                 "--sweep-rate",
                                 "0",
                                 "--create-rate",
                                 "1000000/1s",
                                 "--read-rate",
                                 "1000000/1s",
                                 "--device-rate",
                                 "1000000/1s"};

// The views whose keys begin with a letter.
constexpr ViewSpace kLettered[] = {space::kTokens,
                                   space::kIdempotency,
                                   space::kRetention,
                                   space::kDownloads,
                                   space::kDocumentImages,
                                   space::kReviews,
                                   space::kReviewDays,
                                   space::kClaims};

}  // namespace

GrowthSite::GrowthSite(std::filesystem::path folder, const SessionCounts& counts)
    : folder_(std::move(folder)), counts_(counts) {
  std::filesystem::create_directory(folder_);
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
  making_ = make_folder(data(), counts);
}

GrowthSite::~GrowthSite() {
  program_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

StartCost GrowthSite::start(bool all_caches) {
  // A start reads no stored file.
  forget_pages_of(data() / "log");
  forget_pages_of(data() / "keys");
  if (all_caches && !drop_all_caches()) give_up("only root may drop the caches of the machine");
  const auto begin = Steady::now();
  program_ = std::make_unique<tests::Program>(
      tests::server_command(data(), kFlags), tests::Variables{}, folder_ / "operator.log");
  port_ = tests::served_port(*program_);
  if (tests::exchange(port_, {.path = "/healthz"}).status != 200)
    give_up("a server is not healthy");
  return {seconds_since(begin), core_seconds_of(server()), resident_mib_of(server())};
}

void GrowthSite::stop() {
  program_->signal(SIGTERM);
  if (program_->wait(kStopLimit) != 0) give_up("a server did not end in order");
  program_.reset();
}

void GrowthSite::kill() {
  program_->signal(SIGKILL);
  if (!program_->wait(kStopLimit)) give_up("a server outlived SIGKILL");
  program_.reset();
}

::pid_t GrowthSite::server() const { return program_->id(); }

std::filesystem::path GrowthSite::stray_file() const {
  const FilePlace place(FileId(kept_session(counts_.kept + 1).value()), "20260101");
  return data() / "files" / place.path();
}

void GrowthSite::put_stray_file() {
  std::filesystem::create_directories(stray_file().parent_path());
  const auto files = data() / "files";
  for (auto path = stray_file().parent_path(); path != files; path = path.parent_path()) {
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }
  std::ofstream(stray_file()) << "a file that no event names";
  std::filesystem::permissions(
      stray_file(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

void GrowthSite::remove_stray_file() {
  std::filesystem::remove_all(stray_file().parent_path().parent_path());
}

tests::Backend GrowthSite::backend(std::uint64_t client) const {
  return {port_, {client_of(client).value(), kClientSecret}};
}

tests::Device GrowthSite::device(const std::string& token) const { return {port_, token}; }

double GrowthSite::Calls::time(const tests::Request& request) {
  const std::string bytes = tests::bytes_of(request);
  const auto begin = Steady::now();
  const bool sent = wire_.send(bytes);
  const auto answer = sent ? wire_.receive() : std::nullopt;
  const double took = seconds_since(begin) * 1e3;
  if (!answer || answer->status != 200) {
    give_up(request.path + " was refused: " + (answer ? answer->body : "no answer"));
  }
  return took;
}

Ran GrowthSite::operate(const tests::Arguments& arguments, bool may_fail) const {
  tests::Arguments command{COUNTERSIGN_PATH, "--data", data().string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Ran ran = run_measured(command);
  if (ran.status != 0 && !may_fail) give_up("an operator's command failed: " + ran.out);
  return ran;
}

std::map<std::pair<int, char>, RowSizes> GrowthSite::view_rows() const {
  const PlainDatabase database(data() / "log");
  std::map<std::pair<int, char>, RowSizes> rows;
  for (const char* generation : {"views_a", "views_b"}) {
    const auto at = database.scan(generation);
    for (at->SeekToFirst(); at->Valid(); at->Next()) {
      const std::string_view key(at->key().data(), at->key().size());
      const auto view = static_cast<ViewSpace>(key.front());
      const bool has_letter = std::ranges::find(kLettered, view) != std::end(kLettered);
      const char letter = has_letter && key.size() > 1 ? key[1] : '-';
      RowSizes& sizes = rows[{view, letter}];
      ++sizes.rows;
      sizes.bytes += key.size() + at->value().size();
    }
  }
  return rows;
}

std::uint64_t GrowthSite::table_bytes(const std::vector<std::string>& families) const {
  const PlainDatabase database(data() / "log");
  std::uint64_t bytes = 0;
  for (const std::string& family : families) bytes += database.table_bytes(family);
  return bytes;
}

}  // namespace countersign::bench
