#!/usr/bin/env python3
"""sbom.py PROGRAMS: prints what the programs that lie in PROGRAMS are made of, as SPDX 2.3 in JSON.

Asks the machine on which they were built: the loader for the libraries, and dpkg for the packages of
these and of what leaves no trace in a program, headers and static libraries. Needs Python's standard
library, Debian's dpkg and binutils. The time is SOURCE_DATE_EPOCH, so that the same programs have
the same list.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = (
    "countersign", "countersignd", "countersign-inspector", "countersign-listener", "countersign-matcher",
    "countersign-reader", "countersign-verify",
)

# How each library of the table in SECURITY.md gets into the programs, by the header that the table
# names. A test holds that no library of the table is missing here.
LINKED = {  # as a shared library of this Debian package
    "curl/": "libcurl4", "openssl/": "libssl3", "pistache/": "libpistache0", "rocksdb/": "librocksdb7.8",
    "zip.h": "libzip4", "zlib.h": "zlib1g", "jpeglib.h": "libjpeg62-turbo", "jerror.h": "libjpeg62-turbo",
    "png.h": "libpng16-16", "webp/": "libwebp7", "ZXing/": "libzxing2", "opencv2/": "libopencv-dnn406",
    "tesseract/": "libtesseract5", "leptonica/": "liblept5", "seccomp.h": "libseccomp2", "fmt/": "libfmt9",
}
CONTAINED = {  # as code of headers or of an archive, from this one
    "rapidjson/": "rapidjson-dev", "boost/": "libboost1.74-dev", "CLI/": "libcli11-dev", "dlib/": "libdlib-dev",
}
BUILT_WITH = {"ft2build.h": "libfreetype-dev"}
# In countersign-verify, which is static.
STATIC = ("libssl-dev", "libfmt-dev", "libc6-dev", "libstdc++-12-dev", "libgcc-12-dev")
# In guide.wasm, which the server hands to browsers.
GUIDE = ("libc++-16-dev-wasm32", "libc++abi-16-dev-wasm32", "libclang-rt-16-dev-wasm32", "wasi-libc")
# Data that a package of ours depends on, and that is in the image.
DATA = {"tesseract-ocr-eng": "countersign-reader", "ca-certificates": "countersignd"}

# The main licence of a source package, as its copyright file in Debian has it. Others: NOASSERTION.
LICENCES = {
    "boost1.74": "BSL-1.0", "cli11": "BSD-3-Clause", "curl": "curl", "dlib": "BSL-1.0", "fmtlib": "MIT",
    "leptonlib": "BSD-2-Clause", "libseccomp": "LGPL-2.1-only", "libwebp": "BSD-3-Clause", "libzip": "BSD-3-Clause",
    "opencv": "Apache-2.0", "openssl": "Apache-2.0", "pistache": "Apache-2.0", "rapidjson": "MIT",
    "rocksdb": "Apache-2.0 OR GPL-2.0-only", "tesseract": "Apache-2.0", "tesseract-lang": "Apache-2.0",
    "zlib": "Zlib", "zxing-cpp": "Apache-2.0",
}


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def libraries_of(program):
    """The files of all shared libraries that the program loads; none for a static one."""
    if " INTERP " not in output_of("readelf", "--program-headers", "--wide", str(program)):
        return []
    lines = output_of("ldd", str(program))
    if "not found" in lines:
        raise SystemExit(f"sbom.py: a library of {program} is not on this machine:\n{lines}")
    return re.findall(r"=> (/\S+)", lines)


def owners_of(paths):
    """For each file the Debian package that has it. One question for all: dpkg reads its lists once."""
    # A file may have come by a link in its path, or by one that a package's script has made.
    names = {
        path: [path, os.path.realpath(path), path.removeprefix("/usr"), "/usr" + path] for path in sorted(paths)
    }
    every = sorted({name for candidates in names.values() for name in candidates})
    # Ends with 1 if any of the names is of no package, as most of them are.
    done = subprocess.run(["dpkg", "-S", *every], capture_output=True, text=True, check=False)
    found = {}
    for line in done.stdout.splitlines():
        package, _, name = line.rpartition(": ")
        found[name] = re.split(r"[:,]", package)[0]
    owners = {}
    for path, candidates in names.items():
        named = [found[name] for name in candidates if name in found]
        if not named:
            raise SystemExit(f"sbom.py: no Debian package has {path}")
        owners[path] = named[0]
    return owners


def spdx_id(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]", "-", name)


def purl(address):
    """The address of a package by https://github.com/package-url/purl-spec."""
    return {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": address}


def debian_package(name):
    form = "${Version}\t${source:Package}\t${source:Version}\t${Architecture}\t${Homepage}"
    done = subprocess.run(["dpkg-query", "-W", "-f", form + "\n", name], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"sbom.py: the package {name} is not installed here, so the programs were built elsewhere")
    version, source, source_version, architecture, homepage = done.stdout.split("\n")[0].split("\t")
    address = f"pkg:deb/debian/{name.replace('+', '%2B')}@{version.replace('+', '%2B')}?arch={architecture}"
    package = {
        "SPDXID": spdx_id(name),
        "name": name,
        "versionInfo": version,
        "supplier": "Organization: Debian",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": LICENCES.get(source, "NOASSERTION"),
        "copyrightText": "NOASSERTION",
        "sourceInfo": f"built from Debian's source package {source} {source_version}",
        "externalRefs": [purl(address)],
    }
    if homepage:
        package["homepage"] = homepage
    return package


def own_package(name, version, kind):
    return {
        "SPDXID": spdx_id(name),
        "name": name,
        "versionInfo": version,
        "supplier": "Organization: the authors of Countersign",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "Apache-2.0",
        "licenseDeclared": "Apache-2.0",
        "copyrightText": "NOASSERTION",
        "primaryPackagePurpose": kind,
    }


def published_packages(root=ROOT / "http"):
    """What is published at npm and PyPI, each with the packages that it depends on at run time."""
    for path in sorted([*root.rglob("package.json"), *root.rglob("pyproject.toml")]):
        if {"node_modules", "sample"} & set(path.relative_to(root).parts):
            continue
        if path.name == "pyproject.toml":
            project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
            yield "pypi", project["name"], project["version"], {name: "" for name in project.get("dependencies", [])}
            continue
        package = json.loads(path.read_text(encoding="utf-8"))
        if not package.get("private"):
            yield "npm", package["name"], package["version"], package.get("dependencies", {})


class List:
    """The packages of the document, and how one belongs to another."""

    def __init__(self):
        self.packages, self.relations = {}, set()

    def add(self, package):
        self.packages.setdefault(package["SPDXID"], package)
        return package["SPDXID"]

    def relate(self, left, kind, right):
        self.relations.add((left, kind, right))


def fill(found, folder, version):
    product = found.add(own_package("countersign", version, "APPLICATION"))
    found.relate("SPDXRef-DOCUMENT", "DESCRIBES", product)
    loaded = {name: libraries_of(folder / name) for name in PROGRAMS if (folder / name).exists()}
    owners = owners_of({library for libraries in loaded.values() for library in libraries})
    for name, libraries in loaded.items():
        # "countersign" is also the product's name.
        program = found.add(own_package(f"program-{name}", version, "APPLICATION"))
        found.relate(product, "CONTAINS", program)
        for package in {owners[library] for library in libraries}:
            found.relate(program, "DYNAMIC_LINK", found.add(debian_package(package)))
    missing = sorted(set(LINKED.values()) - set(owners.values())) if len(loaded) == len(PROGRAMS) else []
    if missing:
        raise SystemExit(f"sbom.py: no program is linked with {', '.join(missing)}: correct LINKED")
    for package in CONTAINED.values():
        found.relate(product, "STATIC_LINK", found.add(debian_package(package)))
    for package in BUILT_WITH.values():
        found.relate(found.add(debian_package(package)), "BUILD_DEPENDENCY_OF", product)
    if loaded.get("countersign-verify") == []:
        for package in STATIC:
            found.relate(
                spdx_id("program-countersign-verify"), "STATIC_LINK", found.add(debian_package(package))
            )
    if (folder.parent / "core/inspection/guide/guide.wasm").exists():
        guide = found.add(own_package("guide.wasm", version, "FILE"))
        found.relate(product, "CONTAINS", guide)
        for package in GUIDE:
            found.relate(guide, "STATIC_LINK", found.add(debian_package(package)))
    for package, program in DATA.items():
        if program in loaded:
            found.relate(found.add(debian_package(package)), "RUNTIME_DEPENDENCY_OF", spdx_id(f"program-{program}"))
    for registry, name, its_version, dependencies in published_packages():
        package = own_package(name, its_version, "LIBRARY")
        package["SPDXID"] = spdx_id(f"{registry}-{name}")  # a product and a library may share a name
        package["externalRefs"] = [purl(f"pkg:{registry}/{name.replace('@', '%40')}@{its_version}")]
        found.relate("SPDXRef-DOCUMENT", "DESCRIBES", found.add(package))
        for dependency, wanted in sorted(dependencies.items()):
            other = own_package(dependency, wanted or "NOASSERTION", "LIBRARY")
            other.update(
                SPDXID=spdx_id(f"{registry}-{dependency}"),
                supplier="NOASSERTION",
                licenseConcluded="NOASSERTION",
                licenseDeclared="NOASSERTION",
            )
            found.relate(package["SPDXID"], "DEPENDS_ON", found.add(other))


def document(folder):
    header = (ROOT / "core/version.h").read_text(encoding="utf-8")
    version = re.search(r'kVersion = "([^"]+)"', header)[1]
    found = List()
    fill(found, folder, version)
    body = {
        "packages": [found.packages[key] for key in sorted(found.packages)],
        "relationships": [
            {"spdxElementId": left, "relationshipType": kind, "relatedSpdxElement": right}
            for left, kind, right in sorted(found.relations)
        ],
    }
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"countersign-{version}",
        "documentNamespace": uuid.uuid5(uuid.NAMESPACE_URL, f"countersign:{version}:{digest}").urn,
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: countersign-sbom"],
        },
        **body,
    }


if __name__ == "__main__":
    if len(sys.argv) != 2 or "SOURCE_DATE_EPOCH" not in os.environ:
        raise SystemExit(__doc__)
    print(json.dumps(document(pathlib.Path(sys.argv[1]).resolve()), indent=1))
