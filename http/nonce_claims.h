#pragma once
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "core/ids.h"

namespace countersign::http {

// Which nonces have a submission that is being looked at. Others with the same one wait
// for its end, by which time there is nearly always nothing left to look at: looking is the
// dearest thing a request can ask for, and only one of them can be judged.
//
// Only saves work. That a nonce is used once is the writer's doing, with or without this.
// Thread-safe; must outlive the claims it hands out.
class NonceClaims {
 public:
  // Called once, when the claim that stood in the way is let go, on the thread of who does.
  using Resume = std::function<void()>;

  // Lets the nonce go when it is destroyed. Movable.
  class Claim {
   public:
    Claim(NonceClaims& claims, const NonceHash& nonce) : claims_(&claims), nonce_(nonce) {}
    ~Claim() { release(); }
    Claim(Claim&& from) noexcept : claims_(from.claims_), nonce_(from.nonce_) {
      from.claims_ = nullptr;
    }
    Claim& operator=(Claim&& from) noexcept {
      if (this == &from) return *this;
      release();
      claims_ = from.claims_;
      nonce_ = from.nonce_;
      from.claims_ = nullptr;
      return *this;
    }

   private:
    void release() {
      if (claims_ != nullptr) claims_->release(nonce_);
      claims_ = nullptr;
    }
    NonceClaims* claims_;
    NonceHash nonce_;
  };

  // Nothing when another has it; then `resume` was taken.
  std::optional<Claim> claim(const NonceHash& nonce, Resume resume);

 private:
  void release(const NonceHash& nonce);

  std::mutex mutex_;
  std::map<NonceHash, std::vector<Resume>> waiting_;
};

}  // namespace countersign::http
