#include "http/objects/s3_watch.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "http/objects/s3_bucket.h"

namespace countersign::http {
namespace {

constexpr std::chrono::seconds kWhileItFails{2};
constexpr std::chrono::seconds kWhileItServes{300};

}  // namespace

S3Watch::S3Watch(S3Client& client, std::string node, std::function<void()> settle)
    : client_(client), node_(std::move(node)), settle_(std::move(settle)) {}

S3Watch::~S3Watch() { stop(); }

void S3Watch::start() {
  thread_ = std::thread([this] { run(); });
}

void S3Watch::stop() {
  stop_.ask();
  client_.stop();
  if (thread_.joinable()) thread_.join();
}

bool S3Watch::keeps() const {
  const MutexLock lock(mutex_);
  return kept_.has_value();
}

bool S3Watch::removes_nothing_now() const {
  return thread_.joinable() && (keeps() || client_.fault(S3Ability::DeleteObject));
}

std::optional<std::string> S3Watch::fault() const {
  {
    const MutexLock lock(mutex_);
    if (kept_) return kept_;
  }
  return client_.fault();
}

void S3Watch::set_kept(std::optional<std::string> why) {
  const bool begins = why.has_value();
  std::string sentence = begins ? *why : std::string();
  {
    const MutexLock lock(mutex_);
    const bool is_known = kept_.has_value() == begins;
    kept_ = std::move(why);
    if (is_known) return;
  }
  const S3Settings& settings = client_.settings();
  const std::string name = client_.address().name();
  if (begins && settings.warn) {
    settings.warn(
        fmt::format("files: {}: {}: no file is taken or removed until that ends", name, sentence));
  }
  if (!begins && settings.tell) {
    settings.tell(fmt::format("files: {}: it no longer keeps what is removed", name));
  }
}

void S3Watch::run() {
  using Steady = std::chrono::steady_clock;
  Steady::time_point looked = Steady::now();
  while (stop_.sleep_for(kWhileItFails)) {
    const bool is_due = Steady::now() - looked >= kWhileItServes;
    if (!fault() && !is_due) continue;
    auto keeps = why_bucket_keeps(client_);
    if (!keeps) continue;
    set_kept(*std::move(keeps));
    if (this->keeps()) continue;
    if (client_.fault()) ask_for_objects(client_, node_);
    if (!is_due || client_.fault()) continue;
    looked = Steady::now();
    settle_();
  }
}

}  // namespace countersign::http
