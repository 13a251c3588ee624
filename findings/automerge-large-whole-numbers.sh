#!/usr/bin/env bash
# @automerge/automerge 3.5.0: whole numbers above 9,007,199,254,740,990 become BigInts, and those above 2^63 another number.
#
# Expected: a number of JavaScript comes back as that number: documents "are quite similar to JSON objects" and have "IEEE 754 64 bit
# floating point numbers" among their types (Automerge, "Document Data Model"). What cannot be stored is refused, as
# `undefined` is.
# Seen: what `Number.isInteger` calls whole is stored as a 64-bit integer, also 1e21, which becomes 9223372036854775807n at once, in
# the document of the one who set it. Number.MAX_SAFE_INTEGER, a common "no limit", and 1e18 come back as BigInts: adding 1 to
# them or `JSON.stringify` of the document raises a TypeError, far from where they were set. Any double of that
# size is whole, so a measure of physics has the same fate. `new Float64(1e21)` is stored as it is. The least safe integer stays a
# number, the greatest does not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts @automerge/automerge@3.5.0 >/dev/null
cat >seen.mjs <<'JS'
import * as Automerge from '@automerge/automerge';

const numbers = {
  'greatest safe integer': Number.MAX_SAFE_INTEGER,
  'one less': Number.MAX_SAFE_INTEGER - 1,
  'least safe integer': Number.MIN_SAFE_INTEGER,
  '1e18': 1e18,
  '1e21': 1e21,
  '-1e300': -1e300,
  'Float64 of 1e21': new Automerge.Float64(1e21),
  '1e300 / 7 in a list': [1e300 / 7],
};
for (const [name, value] of Object.entries(numbers)) {
  const empty = Automerge.from({});
  const changed = Automerge.change(empty, (draft) => {
    draft.value = value;
  });
  const loaded = Automerge.load(Automerge.save(changed));
  const [at, later] = [changed, loaded].map((doc) => [doc.value].flat()[0]);
  console.log(`${name}: ${typeof at} ${at}, loaded ${later === at ? 'as that' : later}`);
}
try {
  JSON.stringify(Automerge.from({ limit: Number.MAX_SAFE_INTEGER }));
} catch (error) {
  console.log(`JSON.stringify: ${error.name}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Large whole numbers are stored otherwise now.'; exit 1; }
greatest safe integer: bigint 9007199254740991, loaded as that
one less: number 9007199254740990, loaded as that
least safe integer: number -9007199254740991, loaded as that
1e18: bigint 1000000000000000000, loaded as that
1e21: bigint 9223372036854775807, loaded as that
-1e300: bigint -9223372036854775808, loaded as that
Float64 of 1e21: number 1e+21, loaded as that
1e300 / 7 in a list: bigint 9223372036854775807, loaded as that
JSON.stringify: TypeError
TXT
