#include "http/operator/judging/operations_inspector.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "events/crypto/peer/peer_file.h"
#include "events/crypto/peer/peer_key.h"
#include "http/inspectors/inspector_folder.h"
#include "http/inspectors/peer_dialer.h"
#include "http/operator/operation_list.h"

// Operations on inspectors on other machines: whose keys may judge.
namespace countersign::http {
namespace {

struct ShownInspector {
  KnownInspector known;
};
struct ShownInspectors {
  Sha256 server;
  std::vector<ShownInspector> inspectors;
  std::vector<DamagedInspector> damaged;
};
// The only answer that contains the private key of an inspector.
struct InspectorWithKey {
  ShownInspector inspector;
  std::string key_file;
};
struct RemovedInspector {
  std::string name;
};

std::string key_hex(const ShownInspector& shown) { return to_hex(shown.known.key.value()); }
std::string server_hex(const ShownInspectors& shown) { return to_hex(shown.server.value()); }

}  // namespace

template <>
constexpr auto members_of<ShownInspector> = std::tuple_cat(
    members_through(&ShownInspector::known, members(Member{"name", &KnownInspector::name})),
    members(Member{"key", key_hex, "SHA-256 of its public key, in hex."}));
template <>
constexpr auto members_of<DamagedInspector> =
    members(Member{"name", &DamagedInspector::name},
            Member{"why", &DamagedInspector::why, "The file, and how to mend it."});
template <>
constexpr auto members_of<ShownInspectors> =
    members(Member{"server", server_hex, "SHA-256 of this server's public key, in hex."},
            Member{"inspectors", &ShownInspectors::inspectors},
            Member{"damaged",
                   &ShownInspectors::damaged,
                   "Files that are no keys of inspectors: nobody judges by them."});
template <>
constexpr auto members_of<InspectorWithKey> = std::tuple_cat(
    members_through(&InspectorWithKey::inspector, members_of<ShownInspector>),
    members(Member{"keyFile",
                   &InspectorWithKey::key_file,
                   "The file for `countersign-inspector --key`, with the private key, which "
                   "nothing can show again."}));
template <>
constexpr auto members_of<RemovedInspector> = members(Member{"name", &RemovedInspector::name});

namespace {

Problem problem_of_folder(const FolderFault& fault) {
  return Problem{.code = ProblemCode::Conflict, .detail = fault.why};
}

std::optional<Problem> wrong_with_name(const std::string& name) {
  if (is_peer_name(name)) return std::nullopt;
  return Problem{.code = ProblemCode::InvalidParameter,
                 .detail =
                     "The name of an inspector has 1 to 40 of a-z, 0-9, _ and -, and begins "
                     "with a letter or digit."};
}

SecretBytes<32> server_seed(const OperationContext& context) {
  return context.data.keys().derive(kInspectorServerLabel);
}

Result<InspectorWithKey, Problem> add_inspector(const OperationContext& context,
                                                const NamedInspector& input) {
  if (auto wrong = wrong_with_name(input.name)) return *std::move(wrong);
  const InspectorFolder folder(context.data.path());
  const auto known = folder.all();
  if (!known) return problem_of_folder(known.error());
  if (std::ranges::count(known->inspectors, input.name, &KnownInspector::name) > 0 ||
      std::ranges::count(known->damaged, input.name, &DamagedInspector::name) > 0) {
    return Problem{.code = ProblemCode::Conflict,
                   .detail = "There is an inspector of this name; remove it first."};
  }
  if (known->inspectors.size() + known->damaged.size() >= InspectorFolder::kInspectorsMax) {
    return Problem{.code = ProblemCode::Conflict, .detail = "There are too many inspectors."};
  }
  PeerFile file{.name = input.name,
                .seed = SecretBytes<32>::random(context.random),
                .servers = {fingerprint_of_seed(server_seed(context))}};
  const KnownInspector made{input.name, fingerprint_of_seed(file.seed)};
  if (const auto fault = folder.put(made)) return problem_of_folder(*fault);
  return InspectorWithKey{{made}, std::string(text_of(file).reveal())};
}

Result<ShownInspectors, Problem> list_inspectors(const OperationContext& context, const NoInput&) {
  const auto known = InspectorFolder(context.data.path()).all();
  if (!known) return problem_of_folder(known.error());
  ShownInspectors shown{fingerprint_of_seed(server_seed(context)), {}, known->damaged};
  for (const KnownInspector& one : known->inspectors) shown.inspectors.push_back({one});
  return shown;
}

// A file that cannot be read as a key is removed too.
Result<RemovedInspector, Problem> remove_inspector(const OperationContext& context,
                                                   const NamedInspector& input) {
  if (auto wrong = wrong_with_name(input.name)) return *std::move(wrong);
  const InspectorFolder folder(context.data.path());
  const auto found = folder.named(input.name);
  if (found && !*found) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The inspector does not exist."};
  }
  if (const auto fault = folder.remove(input.name)) return problem_of_folder(*fault);
  return RemovedInspector{input.name};
}

constexpr Operation kInspectorOperations[] = {
    operation<add_inspector>("inspector add",
                             "Make the key of an inspector on another machine, and show its file."),
    operation<list_inspectors>(
        "inspector list", "List the machines whose inspectors may judge.", false),
    operation<remove_inspector>("inspector remove",
                                "Let an inspector judge no further submission."),
};

}  // namespace

std::span<const Operation> inspector_operations() { return kInspectorOperations; }

}  // namespace countersign::http
