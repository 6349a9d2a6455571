#include "http/inspectors/peer_dialer.h"

#include <algorithm>
#include <utility>

#include "core/machine/net/tcp.h"

namespace countersign::http {

Result<DialedInspector, std::string> PeerDialer::dial(const std::string& address,
                                                      SteadyTime deadline) const {
  const auto known = folder_.all();
  if (!known) return known.error().why;
  // The key of the machine that is dialled may be in a damaged file.
  const std::string damage = known->damaged.empty() ? "" : "; " + known->damaged.front().why;
  if (known->inspectors.empty()) {
    return "no inspector may judge: `countersign inspector add NAME` makes a key" + damage;
  }
  auto carrier = dial_tcp(address, deadline);
  if (!carrier) return carrier.error();
  const auto of = [&](const Sha256& key) {
    return std::ranges::find(known->inspectors, key, &KnownInspector::key);
  };
  auto stream = tls_.connect(
      std::move(*carrier),
      [&](const Sha256& key) { return of(key) != known->inspectors.end(); },
      deadline);
  if (!stream) return stream.error() + damage;
  KnownInspector who = *of((*stream)->peer());
  return DialedInspector{std::move(*stream), std::move(who)};
}

// A folder that cannot be read lets nobody in.
bool PeerDialer::may_judge(const KnownInspector& who) const {
  const auto known = folder_.named(who.name);
  return known && *known && (*known)->key == who.key;
}

}  // namespace countersign::http
