// Unpacks a zip archive into a folder, as programs in Go do: each file with the mode that the
// archive states, which the umask then narrows.
package main

import (
	"archive/zip"
	"io"
	"log"
	"os"
	"path/filepath"
)

func unpack(file *zip.File, folder string) error {
	content, err := file.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	copied, err := os.OpenFile(filepath.Join(folder, file.Name), flags, file.Mode())
	if err != nil {
		return err
	}
	defer copied.Close()
	_, err = io.Copy(copied, content)
	return err
}

func main() {
	archive, err := zip.OpenReader(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer archive.Close()
	if err := os.Mkdir(os.Args[2], 0o700); err != nil {
		log.Fatal(err)
	}
	for _, file := range archive.File {
		if err := unpack(file, os.Args[2]); err != nil {
			log.Fatal(err)
		}
	}
}
