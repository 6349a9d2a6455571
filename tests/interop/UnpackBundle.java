import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * Unpacks a zip archive into a folder, each file with the mode that the archive states. Java reads
 * modes by its file system for zip archives alone, and there only where a program asks for them.
 */
class UnpackBundle {
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectory(Path.of(arguments[1]));
    URI archive = URI.create("jar:" + Path.of(arguments[0]).toUri());
    Map<String, String> posix = Map.of("enablePosixFileAttributes", "true");
    try (FileSystem zip = FileSystems.newFileSystem(archive, posix);
        var files = Files.list(zip.getPath("/"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        var mode = PosixFilePermissions.asFileAttribute(Files.getPosixFilePermissions(file));
        Path copy = Files.createFile(folder.resolve(file.getFileName().toString()), mode);
        Files.write(copy, Files.readAllBytes(file));
      }
    }
  }
}
