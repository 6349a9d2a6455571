#pragma once
#include <chrono>
#include <string>
#include <string_view>

#include "http/review/oidc/provider_login.h"
#include "tools/machine/notice_pace.h"
#include "tools/machine/operator_log.h"

namespace countersign {

// Writes into the operator's log why somebody is not logged in by the identity provider. The
// refusals that anybody can cause have a pace of their own, so that they hide none of those in
// which the provider has a part. Thread-safe. The operator's log must outlive this object.
class ProviderNotices {
 public:
  explicit ProviderNotices(OperatorLog& operator_log) : operator_log_(operator_log) {}

  void tell(http::ProviderLogin::Needs needs, std::string_view why) {
    const bool of_provider = needs == http::ProviderLogin::Needs::Provider;
    NoticePace& pace = of_provider ? provider_pace_ : strangers_pace_;
    const auto held_back = pace.take(std::chrono::steady_clock::now());
    if (!held_back) return;
    operator_log_.warn("login: by the identity provider: nobody is logged in",
                       {{"why", std::string(why)}, {"not_told", std::to_string(*held_back)}});
  }

 private:
  OperatorLog& operator_log_;
  NoticePace provider_pace_{std::chrono::seconds(1), 20};
  NoticePace strangers_pace_{std::chrono::seconds(1), 5};
};

}  // namespace countersign
