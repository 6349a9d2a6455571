#include "events/audit/decode_pipeline.h"

#include <new>
#include <utility>

#include "core/check.h"
#include "events/record/codec.h"

namespace countersign {
namespace {

constexpr std::size_t kBatchLines = 64;
constexpr std::size_t kBatchBytes = 64 << 10;
constexpr std::size_t kBatchesAThread = 2;

}  // namespace

DecodePipeline::DecodePipeline(std::size_t threads, Take take) : take_(std::move(take)) {
  check(threads > 0, "lines are decoded by at least one thread");
  const std::size_t batches = threads == 1 ? 1 : kBatchesAThread * threads;
  for (std::size_t i = 0; i < batches; ++i) ring_.push_back(std::make_unique<Batch>());
  if (threads > 1) pool_ = std::make_unique<WorkerPool>(threads - 1, batches);
}

DecodePipeline::~DecodePipeline() {
  if (pool_) pool_->stop();  // before the batches go
}

bool DecodePipeline::put(std::string_view line) {
  if (!is_wanted_) return false;
  Batch& batch = *ring_[filling_ % ring_.size()];
  batch.bytes.append(line);
  batch.ends.push_back(batch.bytes.size());
  if (batch.ends.size() == kBatchLines || batch.bytes.size() >= kBatchBytes) {
    hand_out();
    if (filling_ - given_ == ring_.size()) give_back();
  }
  return is_wanted_;
}

void DecodePipeline::drain() {
  if (!ring_[filling_ % ring_.size()]->ends.empty()) hand_out();
  while (given_ < filling_) give_back();
}

void DecodePipeline::hand_out() {
  Batch& batch = *ring_[filling_ % ring_.size()];
  ++filling_;
  const auto work = [this, &batch] {
    bool has_failed = false;
    try {
      decode(batch);
    } catch (const std::bad_alloc&) {
      has_failed = true;
    }
    {
      const MutexLock lock(mutex_);
      batch.has_failed = has_failed;
      batch.is_ready = true;
    }
    is_ready_.notify_all();
  };
  if (!pool_ || !pool_->submit(work)) work();
}

void DecodePipeline::decode(Batch& batch) {
  if (batch.lines.size() < batch.ends.size()) batch.lines.resize(batch.ends.size());
  std::size_t begin = 0;
  for (std::size_t i = 0; i < batch.ends.size(); ++i) {
    DecodedLine& decoded = batch.lines[i];
    decoded.line = std::string_view(batch.bytes).substr(begin, batch.ends[i] - begin);
    decoded.leaf = tlog::leaf_hash(decoded.line);
    decoded.error = decode_into(decoded.line, decoded.recorded);
    begin = batch.ends[i];
  }
}

void DecodePipeline::give_back() {
  Batch& batch = *ring_[given_ % ring_.size()];
  ++given_;
  {
    const MutexLock lock(mutex_);
    while (!batch.is_ready) is_ready_.wait(mutex_);
    batch.is_ready = false;
    if (batch.has_failed) throw std::bad_alloc();
  }
  for (std::size_t i = 0; is_wanted_ && i < batch.ends.size(); ++i) {
    is_wanted_ = take_(batch.lines[i]);
  }
  batch.bytes.clear();
  batch.ends.clear();
}

}  // namespace countersign
