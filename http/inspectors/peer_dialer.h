#pragma once
#include "core/inspection/remote/remote_message.h"
#include "events/crypto/peer/peer_stream.h"
#include "events/crypto/secret.h"
#include "http/inspectors/inspector_dialer.h"

namespace countersign::http {

// The seed of the key by which inspectors know this server: KeyRing::derive() of this label. It
// outlives a rotation of the master key.
inline constexpr std::string_view kInspectorServerLabel = "inspectors: this server";

// Dials over TCP and TLS (events/crypto/peer), and lets in only the machines of the folder.
class PeerDialer final : public InspectorDialer {
 public:
  PeerDialer(const SecretBytes<32>& seed, InspectorFolder folder)
      : tls_(seed, remote::kConversationName), folder_(std::move(folder)) {}

  Result<DialedInspector, std::string> dial(const std::string& address,
                                            SteadyTime deadline) const override;
  bool may_judge(const KnownInspector& who) const override;

 private:
  const PeerTls tls_;
  const InspectorFolder folder_;
};

}  // namespace countersign::http
