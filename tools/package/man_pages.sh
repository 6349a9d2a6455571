#!/usr/bin/env bash
# man_pages.sh PROGRAMS FOLDER: writes a manual page of each program that lies in PROGRAMS to FOLDER.
# `countersign man` prints those of the programs with options. The programs that countersignd starts
# have none, and their pages are what their --help says.
set -euo pipefail

PROGRAMS=$1
FOLDER=$2
mkdir -p "$FOLDER"

"$PROGRAMS/countersign" man >"$FOLDER/countersign.1"
"$PROGRAMS/countersign" man countersignd >"$FOLDER/countersignd.8"
"$PROGRAMS/countersign" man countersign-verify >"$FOLDER/countersign-verify.1"

# worker_page PROGRAM: the usage is the first line of its help, the meaning the lines behind it.
worker_page() {
  local version
  version=$("$PROGRAMS/countersign" --version)
  "$PROGRAMS/$1" --help | awk -v name="$1" -v version="$version" '
    function roff(text) {
      gsub(/\\/, "\\(rs", text)
      gsub(/-/, "\\-", text)
      gsub(/`/, "\\(ga", text)
      if (text ~ /^[.\x27]/) text = "\\&" text
      return text
    }
    NR == 1 { sub(/^Usage: /, ""); usage = $0; next }
    NF == 0 && count == 0 { next }
    { lines[++count] = $0; text = text (text == "" ? "" : " ") $0 }
    END {
      summary = text
      sub(/\..*/, "", summary)
      printf ".TH \"%s\" 8 \"\" \"%s\" \"Countersign\"\n.nh\n.ad l\n", roff(toupper(name)), roff(version)
      printf ".SH NAME\n%s \\- %s\n", roff(name), roff(tolower(substr(summary, 1, 1)) substr(summary, 2))
      printf ".SH SYNOPSIS\n\\fB%s\\fR\n.SH DESCRIPTION\n", roff(usage)
      for (i = 1; i <= count; ++i) print roff(lines[i])
      printf ".SH SEE ALSO\n.BR countersignd (8)\n"
    }' >"$FOLDER/$1.8"
}

for program in countersign-inspector countersign-listener countersign-matcher countersign-reader; do
  [[ ! -x $PROGRAMS/$program ]] || worker_page "$program"
done
