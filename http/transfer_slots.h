#pragma once
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "core/ids.h"

namespace countersign::http {

// How many downloads may run at the same time: each holds a thread of the pool
// and the memory of three files for as long as its reader takes, so slow readers
// must not be able to take all of them, nor one client those of the others.
// Thread-safe; must outlive the slots it hands out.
class TransferSlots {
 public:
  // REQUIRES: total > 0. One client gets at most half of them, and at least one.
  explicit TransferSlots(std::size_t total);
  TransferSlots(const TransferSlots&) = delete;
  TransferSlots& operator=(const TransferSlots&) = delete;

  // Keeps the slot until it is destroyed. Movable.
  class Slot {
   public:
    Slot(TransferSlots& slots, ClientKey client) : slots_(&slots), client_(std::move(client)) {}
    ~Slot() { leave(); }
    Slot(Slot&& from) noexcept : slots_(from.slots_), client_(std::move(from.client_)) {
      from.slots_ = nullptr;
    }
    Slot& operator=(Slot&&) = delete;

   private:
    void leave() {
      if (slots_ != nullptr) slots_->leave(client_);
      slots_ = nullptr;
    }
    TransferSlots* slots_;
    ClientKey client_;
  };

  // Nothing when they are all taken.
  std::optional<Slot> enter(const ClientKey& client);

  std::size_t taken() const;

 private:
  void leave(const ClientKey& client);

  const std::size_t total_;
  const std::size_t total_a_client_;
  mutable std::mutex mutex_;
  std::size_t taken_ = 0;
  std::map<ClientKey, std::size_t> by_client_;
};

}  // namespace countersign::http
