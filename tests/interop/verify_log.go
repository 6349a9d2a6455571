// verify_log checks a published log with what the Go project made for its own:
// the packages note and tlog of golang.org/x/mod/sumdb. It shares no code with the log.
//
//	verify_log DIR
//
// DIR holds checkpoint, vkeys.txt (one verifier key a line), tile/ as of C2SP tlog-tiles, and
// perhaps proofs/ with receipts (*.tlog-proof) and add-checkpoint requests (*.witness-request).
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: verify_log DIR")
		os.Exit(2)
	}
	if err := verify(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "verify_log:", err)
		os.Exit(1)
	}
}

func verify(dir string) error {
	keys, err := readKeys(filepath.Join(dir, "vkeys.txt"))
	if err != nil {
		return err
	}
	msg, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
	if err != nil {
		return err
	}
	tree, err := openCheckpoint(msg, keys)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	reader := tlog.TileHashReader(tree, folder(dir))
	if err := verifyTiles(dir, tree, reader); err != nil {
		return err
	}
	leaves, err := verifyEntries(dir, tree, reader)
	if err != nil {
		return err
	}
	proofs, err := verifyProofs(dir, keys, leaves, reader)
	if err != nil {
		return err
	}
	fmt.Printf("%d entries, %d proofs\n", len(leaves), proofs)
	return nil
}

// cosigner verifies C2SP tlog-cosignature v1, which the package note does not know.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }
func (c *cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	header := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig))
	return ed25519.Verify(c.key, append([]byte(header), msg...), sig[8:])
}

func newCosigner(vkey string) (note.Verifier, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return nil, fmt.Errorf("malformed key %q", vkey)
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != 4 {
		return nil, fmt.Errorf("no cosigner's key %q", vkey)
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	hash := binary.BigEndian.Uint32(sum[:])
	if fmt.Sprintf("%08x", hash) != parts[1] {
		return nil, fmt.Errorf("wrong id in key %q", vkey)
	}
	return &cosigner{parts[0], hash, key[1:]}, nil
}

func readKeys(file string) ([]note.Verifier, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var keys []note.Verifier
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		key, err := note.NewVerifier(line)
		if err != nil {
			key, err = newCosigner(line)
		}
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// openCheckpoint wants a signature of every key, so that each is known to verify.
func openCheckpoint(msg []byte, keys []note.Verifier) (tree tlog.Tree, err error) {
	n, err := note.Open(msg, note.VerifierList(keys...))
	if err != nil {
		return tree, err
	}
	if len(n.Sigs) != len(keys) {
		return tree, fmt.Errorf("%d of %d keys have signed", len(n.Sigs), len(keys))
	}
	lines := strings.Split(n.Text, "\n")
	if len(lines) != 4 || lines[3] != "" || lines[0] != keys[0].Name() {
		return tree, fmt.Errorf("no checkpoint of %s", keys[0].Name())
	}
	if tree.N, err = parseSize(lines[1]); err != nil {
		return tree, err
	}
	tree.Hash, err = tlog.ParseHash(lines[2])
	return tree, err
}

func parseSize(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != text {
		return 0, fmt.Errorf("malformed number %q", text)
	}
	return n, nil
}

// folder is a tlog.TileReader of the files in a folder.
type folder string

func (f folder) Height() int                     { return tileHeight }
func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}
func (f folder) ReadTiles(tiles []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range tiles {
		bytes, err := os.ReadFile(filepath.Join(string(f), tilePath(tile)))
		if err != nil {
			return nil, err
		}
		data = append(data, bytes)
	}
	return data, nil
}

// tilePath leaves out the height, which C2SP tlog-tiles fixes, and has its name for entries.
func tilePath(tile tlog.Tile) string {
	path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	return strings.Replace(path, "tile/data/", "tile/entries/", 1)
}

// tilesOf leaves out the narrower of the partial tiles that some versions of tlog list.
func tilesOf(size int64) (tiles []tlog.Tile) {
	for _, tile := range tlog.NewTiles(tileHeight, 0, size) {
		if last := len(tiles) - 1; last >= 0 && tiles[last].L == tile.L && tiles[last].N == tile.N {
			tiles = tiles[:last]
		}
		tiles = append(tiles, tile)
	}
	return tiles
}

func verifyTiles(dir string, tree tlog.Tree, reader tlog.HashReader) error {
	for _, tile := range tilesOf(tree.N) {
		want, err := tlog.ReadTileData(tile, reader)
		if err != nil {
			return fmt.Errorf("%s: %w", tilePath(tile), err)
		}
		have, err := os.ReadFile(filepath.Join(dir, tilePath(tile)))
		if err != nil || !bytes.Equal(have, want) {
			return fmt.Errorf("%s has other hashes", tilePath(tile))
		}
	}
	return nil
}

func verifyEntries(dir string, tree tlog.Tree, reader tlog.HashReader) (leaves []tlog.Hash, err error) {
	for _, tile := range tilesOf(tree.N) {
		if tile.L != 0 {
			continue
		}
		hashes, err := tlog.ReadTileData(tile, reader)
		if err != nil {
			return nil, err
		}
		tile.L = -1
		bundle, err := os.ReadFile(filepath.Join(dir, tilePath(tile)))
		if err != nil {
			return nil, err
		}
		for i := 0; i < tile.W; i++ {
			if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
				return nil, fmt.Errorf("%s is cut", tilePath(tile))
			}
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			leaf := tlog.RecordHash(bundle[2:end])
			if !bytes.Equal(leaf[:], hashes[i*tlog.HashSize:(i+1)*tlog.HashSize]) {
				return nil, fmt.Errorf("entry %d is another", len(leaves))
			}
			leaves = append(leaves, leaf)
			bundle = bundle[end:]
		}
		if len(bundle) != 0 {
			return nil, fmt.Errorf("%s is too long", tilePath(tile))
		}
	}
	return leaves, nil
}

func verifyProofs(dir string, keys []note.Verifier, leaves []tlog.Hash, reader tlog.HashReader) (int, error) {
	files, err := filepath.Glob(filepath.Join(dir, "proofs", "*"))
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		check := verifyReceipt
		if strings.HasSuffix(file, ".witness-request") {
			check = verifyRequest
		}
		if err := check(string(text), keys, leaves, reader); err != nil {
			return 0, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
	}
	return len(files), nil
}

// verifyReceipt checks a C2SP tlog-proof of an entry that is in the folder too.
func verifyReceipt(text string, keys []note.Verifier, leaves []tlog.Hash, reader tlog.HashReader) error {
	header, rest, _ := strings.Cut(text, "\n")
	if header != "c2sp.org/tlog-proof@v1" {
		return fmt.Errorf("no receipt")
	}
	index, proof, tree, err := parseProof(rest, "index ", keys)
	if err != nil {
		return err
	}
	if index >= int64(len(leaves)) {
		return fmt.Errorf("there is no entry %d", index)
	}
	if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaves[index]); err != nil {
		return err
	}
	return isBeginning(tree, reader)
}

// verifyRequest checks the proof of a C2SP tlog-witness request against the older tree's root,
// which the folder has too.
func verifyRequest(text string, keys []note.Verifier, _ []tlog.Hash, reader tlog.HashReader) error {
	old, proof, tree, err := parseProof(text, "old ", keys)
	if err != nil {
		return err
	}
	root, err := tlog.TreeHash(old, reader)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, tree.N, tree.Hash, old, root); err != nil {
		return err
	}
	return isBeginning(tree, reader)
}

func isBeginning(tree tlog.Tree, reader tlog.HashReader) error {
	root, err := tlog.TreeHash(tree.N, reader)
	if err != nil {
		return err
	}
	if root != tree.Hash {
		return fmt.Errorf("its checkpoint is of another log")
	}
	return nil
}

// parseProof reads a number after its label, hashes up to an empty line, and a checkpoint.
func parseProof(text, label string, keys []note.Verifier) (n int64, proof []tlog.Hash, tree tlog.Tree, err error) {
	head, checkpoint, found := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if !found || !strings.HasPrefix(lines[0], label) {
		return 0, nil, tree, fmt.Errorf("malformed proof")
	}
	if n, err = parseSize(strings.TrimPrefix(lines[0], label)); err != nil {
		return 0, nil, tree, err
	}
	for _, line := range lines[1:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return 0, nil, tree, err
		}
		proof = append(proof, hash)
	}
	tree, err = openCheckpoint([]byte(checkpoint), keys)
	return n, proof, tree, err
}
