#pragma once
#include <utility>

namespace countersign {

// Holds something that was taken from an `Owner`. Returns it with the owner's give_back(held) when
// this object is destroyed or takes over another permit. Movable; a permit that was moved from
// holds nothing.
//
// Threading: one thread at a time; give_back() is called on the thread that ends the permit.
// Ownership: the owner must outlive its permits.
template <class Owner, class Held>
class Permit {
 public:
  Permit(Owner& owner, Held held) : owner_(&owner), held_(std::move(held)) {}
  ~Permit() {
    if (owner_ != nullptr) owner_->give_back(held_);
  }
  Permit(Permit&& from) noexcept
      : owner_(std::exchange(from.owner_, nullptr)), held_(std::move(from.held_)) {}
  Permit& operator=(Permit&& from) noexcept {
    Permit taken(std::move(from));
    std::swap(owner_, taken.owner_);
    std::swap(held_, taken.held_);
    return *this;
  }

  // REQUIRES: not moved from.
  const Held* operator->() const { return &held_; }

 private:
  Owner* owner_;
  Held held_;
};

}  // namespace countersign
