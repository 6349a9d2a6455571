#include "events/audit/export/signed_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "core/text/counted.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

const std::vector<HeldFolder::Entry> kNothing;
constexpr std::size_t kKeysBytesMax = 1 << 20;
// Beside its note a receipt has hashes, and the bytes that the application added.
constexpr std::size_t kReceiptBytesMax =
    tlog::kNoteBytesMax + 2 * tlog::kProofExtraBytesMax + tlog::kProofHashesMax * 64;

class SignedFileReader {
 public:
  SignedFileReader(const HeldFolder& folder,
                   const VerifyExportOptions& options,
                   ExportFindings& findings)
      : folder_(folder), options_(options), findings_(findings) {}

  std::optional<SignedFiles> run() {
    if (!read_keys() || !read_checkpoint() || !read_earlier() || !read_receipts()) {
      return std::nullopt;
    }
    std::ranges::stable_sort(files_.earlier, {}, &SeenCheckpoint::size);
    return std::move(files_);
  }

 private:
  bool wrong(std::string file, std::string why, std::optional<Sequence> sequence = {}) {
    findings_.first_error = LogFault{sequence, std::move(file), std::move(why)};
    return false;
  }

  bool read_keys() {
    const std::string file(export_folder::kVerifierKeys);
    const bool pinned = !options_.keys.empty();
    findings_.keys_from = pinned ? KeysFrom::Caller : KeysFrom::Export;
    if (pinned) files_.signers = export_folder::signers_of(options_.keys);
    const auto text = export_folder::read_file(folder_, file, kKeysBytesMax);
    if (!text) return wrong(file, text.error().why);
    const auto keys = export_folder::parse_keys(*text);
    if (!keys) return wrong(file, keys.error());
    if (!pinned) files_.signers = export_folder::signers_of(*keys);
    for (const tlog::VerifierKey& witness : options_.witnesses) {
      auto& known = files_.signers.witnesses;
      if (std::ranges::find(known, witness) == known.end()) known.push_back(witness);
    }
    findings_.origin = files_.signers.log.origin;
    for (const auto& key : pinned ? options_.keys : *keys) findings_.keys.push_back(key.to_text());
    if (keys->front().name() != findings_.origin) {
      return wrong(
          file,
          fmt::format("the first key in the file is not that of the log {}", findings_.origin));
    }
    return true;
  }

  std::optional<SeenCheckpoint> open(const std::string& file, std::string_view note) {
    const auto opened = tlog::open_checkpoint(note, files_.signers.log, files_.signers.witnesses);
    if (opened) return seen_in(file, *opened);
    wrong(file, fmt::format("the checkpoint is not accepted: {}", describe(opened.error())));
    return std::nullopt;
  }

  bool read_checkpoint() {
    const std::string file(export_folder::kCheckpoint);
    const auto note = export_folder::read_file(folder_, file, tlog::kNoteBytesMax);
    if (!note) return wrong(file, note.error().why);
    if (!check_cosignatures(file, *note)) return false;
    const auto checkpoint = open(file, *note);
    if (!checkpoint) return false;
    findings_.size = checkpoint->size;
    findings_.root = checkpoint->root;
    files_.newest = *checkpoint;
    return true;
  }

  // Checks one witness after the other, so that the missing or wrong cosignature can be named.
  bool check_cosignatures(const std::string& file, std::string_view bytes) {
    const auto note = tlog::parse_note(bytes);
    if (!note) return true;  // open() reports it
    for (const tlog::VerifierKey& witness : files_.signers.witnesses) {
      const auto cosigned = verify_note(*note, std::span(&witness, 1));
      if (cosigned) {
        findings_.cosignatures.push_back({witness.name(), *cosigned->front().cosigned_at_s});
      } else if (cosigned.error() == tlog::VerifyError::BadSignature) {
        return wrong(file, fmt::format("the cosignature of {} is wrong", witness.name()));
      } else if (std::ranges::find(options_.witnesses, witness) != options_.witnesses.end()) {
        return wrong(file, fmt::format("{} has not cosigned the checkpoint", witness.name()));
      }
    }
    return true;
  }

  bool add_earlier(const SeenCheckpoint& checkpoint) {
    if (checkpoint.size > findings_.size) {
      return wrong(checkpoint.file,
                   fmt::format("the checkpoint covers {}, and the exported log has only {}: "
                               "the log was rolled back, e.g. by restoring an older backup, or the "
                               "export is older than the checkpoint",
                               counted(checkpoint.size, "event"),
                               findings_.size),
                   Sequence(findings_.size + 1));
    }
    files_.earlier.push_back(checkpoint);
    return true;
  }

  bool read_earlier_file(const std::string& file,
                         const Result<std::string, tlog::ReadError>& note) {
    if (!note) return wrong(file, note.error().why);
    const auto checkpoint = open(file, *note);
    if (!checkpoint || !add_earlier(*checkpoint)) return false;
    ++findings_.checkpoints;
    return true;
  }

  bool read_earlier() {
    const auto entries = folder_.list(export_folder::kCheckpoints);
    if (!entries && !entries.error().not_there) {
      return wrong(std::string(export_folder::kCheckpoints), entries.error().why);
    }
    for (const HeldFolder::Entry& entry : entries ? *entries : kNothing) {
      const std::string file = fmt::format("{}/{}", export_folder::kCheckpoints, entry.name);
      if (!read_earlier_file(file, export_folder::read_file(folder_, file, tlog::kNoteBytesMax))) {
        return false;
      }
      if (file != export_folder::path_of_older(files_.earlier.back().size)) {
        return wrong(file, "the checkpoint's size is not the one in the name of the file");
      }
    }
    return std::ranges::all_of(options_.since, [this](const fs::path& path) {
      return read_earlier_file(path.string(), export_folder::read_file(path, tlog::kNoteBytesMax));
    });
  }

  bool read_receipts() {
    for (const fs::path& path : options_.receipts) {
      const std::string file = path.string();
      const auto text = export_folder::read_file(path, kReceiptBytesMax);
      if (!text) return wrong(file, text.error().why);
      auto proof = tlog::parse_proof_file(*text);
      if (!proof) return wrong(file, "the file is not a receipt (C2SP tlog-proof)");
      const auto checkpoint = open(file, proof->checkpoint);
      if (!checkpoint || !add_earlier(*checkpoint)) return false;
      if (proof->index >= checkpoint->size) {
        return wrong(file, "the receipt's checkpoint is too small to cover the receipt's event");
      }
      files_.receipts.push_back({file, *std::move(proof), {}});
    }
    return true;
  }

  const HeldFolder& folder_;
  const VerifyExportOptions& options_;
  ExportFindings& findings_;
  SignedFiles files_;
};

}  // namespace

std::optional<SignedFiles> read_signed_files(const HeldFolder& folder,
                                             const VerifyExportOptions& options,
                                             ExportFindings& findings) {
  return SignedFileReader(folder, options, findings).run();
}

std::optional<LogFault> check_receipts(const SignedFiles& files, std::uint64_t& proven) {
  const auto& [log, witnesses] = files.signers;
  for (const GivenReceipt& receipt : files.receipts) {
    const auto proof = tlog::verify(receipt.proof, *receipt.leaf, log, witnesses);
    if (!proof) {
      return LogFault{
          Sequence(receipt.proof.index + 1),
          receipt.file,
          fmt::format("the receipt does not prove the event: {}", describe(proof.error()))};
    }
    ++proven;
  }
  return std::nullopt;
}

}  // namespace countersign
