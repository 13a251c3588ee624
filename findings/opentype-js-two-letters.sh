#!/usr/bin/env bash
# opentype.js 2.0.0: no text of two letters can be measured or drawn in Inter, Roboto or Source Sans 3 as Fontsource delivers them.
#
# Expected: the files are whole and among the most used typefaces, `parse` reads them without a word, and 1.3.4 measures and draws them.
# What a font has and the library cannot do is passed over, and `kerning` and `features` leave out what is not wanted.
# Seen: one letter is measured. From two letters on `getAdvanceWidth` and `getPath` throw "substitutionType : 62 lookupType: 6 -
# substFormat: 2 is not yet supported", with every option switched off too: contexts by classes, which these fonts have for the composition of
# marks (`ccmp`), are looked at for each text, and none of these letters needs them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts opentype.js@2.0.0 old@npm:opentype.js@1.3.4 \
  @fontsource/inter@5.3.0 @fontsource/roboto@5.3.0 @fontsource/source-sans-3@5.3.1 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import current from 'opentype.js';
import old from 'old';

function attempt(task) {
  try {
    return task();
  } catch (error) {
    return error.message;
  }
}
for (const name of ['inter', 'roboto', 'source-sans-3']) {
  const bytes = readFileSync(`node_modules/@fontsource/${name}/files/${name}-latin-400-normal.woff`);
  const { buffer } = new Uint8Array(bytes);
  for (const [version, opentype] of [
    ['2.0.0', current],
    ['1.3.4', old],
  ]) {
    const font = opentype.parse(buffer);
    const options = { kerning: false, features: { liga: false, rlig: false } };
    console.log(`${version} ${name}: A ${Math.round(font.getAdvanceWidth('A', 1000))}`);
    console.log(`  To: ${attempt(() => Math.round(font.getAdvanceWidth('To', 1000)))}`);
    console.log(`  To, nothing wanted: ${attempt(() => Math.round(font.getAdvanceWidth('To', 1000, options)))}`);
    console.log(`  path: ${attempt(() => font.getPath('To', 0, 0, 1000).commands.length > 0)}`);
  }
}
JS
node seen.mjs 2>&1 | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'These fonts are measured otherwise now.'; exit 1; }
2.0.0 inter: A 690
  To: substitutionType : 62 lookupType: 6 - substFormat: 2 is not yet supported
  To, nothing wanted: substitutionType : 62 lookupType: 6 - substFormat: 2 is not yet supported
  path: substitutionType : 62 lookupType: 6 - substFormat: 2 is not yet supported
1.3.4 inter: A 690
  To: 1245
  To, nothing wanted: 1245
  path: true
2.0.0 roboto: A 652
  To: substitutionType : 62 lookupType: 6 - substFormat: 2 is not yet supported
  To, nothing wanted: substitutionType : 62 lookupType: 6 - substFormat: 2 is not yet supported
  path: substitutionType : 62 lookupType: 6 - substFormat: 2 is not yet supported
1.3.4 roboto: A 652
  To: 1119
  To, nothing wanted: 1167
  path: true
2.0.0 source-sans-3: A 543
  To: substitutionType : 62 lookupType: 6 - substFormat: 2 is not yet supported
  To, nothing wanted: substitutionType : 62 lookupType: 6 - substFormat: 2 is not yet supported
  path: substitutionType : 62 lookupType: 6 - substFormat: 2 is not yet supported
1.3.4 source-sans-3: A 543
  To: 1078
  To, nothing wanted: 1078
  path: true
TXT
