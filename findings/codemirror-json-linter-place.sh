#!/usr/bin/env bash
# @codemirror/lang-json 6.0.2: in Chromium and Node the linter marks most JSON errors at the begin of the text.
#
# Expected: "jsonParseLinter ... calls JSON.parse on the document and, if that throws an error, reports it as a single diagnostic"
# (its README), at the place of the error: it reads the place from the words of the error.
# Seen: since V8 11 the commonest of these errors, "Unexpected token", shows a piece of the text instead of a position. The linter
# finds none and takes 0: a comma too many on line 900 of a list is marked at the first bracket. Errors that still have a position
# ("Expected ',' ... at position 11") are marked rightly, so a try with one of those looks well. The parser of the same package
# knows each place: its first error node.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts \
  @codemirror/lang-json@6.0.2 @codemirror/state@6.7.6 >/dev/null
cat >seen.mjs <<'JS'
import { jsonLanguage, jsonParseLinter } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';

const lint = jsonParseLinter();
for (const doc of [
  '{ "size": 3, "fit": cover }',
  '{ "sizes": [1, 2, ] }',
  '{ "size": .5 }',
  '{ "shown": tru }',
  '{ "a": 1 "b": 2 }',
]) {
  const [{ from }] = lint({ state: EditorState.create({ doc }) });
  let place;
  jsonLanguage.parser.parse(doc).iterate({
    enter: (node) => {
      if (node.type.isError) place ??= node.from;
    },
  });
  console.log(`${doc}  marked at ${from}, wrong at ${place}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'The linter finds other places now.'; exit 1; }
{ "size": 3, "fit": cover }  marked at 0, wrong at 20
{ "sizes": [1, 2, ] }  marked at 0, wrong at 18
{ "size": .5 }  marked at 0, wrong at 10
{ "shown": tru }  marked at 0, wrong at 11
{ "a": 1 "b": 2 }  marked at 9, wrong at 9
TXT
