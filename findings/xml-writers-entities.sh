#!/usr/bin/env bash
# xml-js 1.6.11 and xmlbuilder2 4.0.3: names with "&" or "<" in them are written as other names, or as no XML.
#
# Expected: what was read from XML and is written again reads as the same. In text and attributes each "&" is written as "&amp;" (XML
# 1.0, 2.4; W3C DOM Parsing, "serializing an attribute value"), so the five letters "&amp;" are "&amp;amp;" in the file.
# Seen: both take an "&" that looks like the begin of an entity for one and leave it. A clip titled "Cut &lt;b&gt;", for instance a
# note on HTML or one that came through another program's escaping, turns into "Cut <b>" the first time it is saved, and
# "R&amp;D" into "R&D"; each further way through such a file takes one more layer off. In text
# xml-js does so with "&amp;" only; in attributes it escapes nothing but quotes, so what it read as "Tom & Jerry" is no XML
# any more when it is written. saxes 6.0.0 reads what they wrote.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts xml-js@1.6.11 xmlbuilder2@4.0.3 saxes@6.0.0 >/dev/null
cat >seen.mjs <<'JS'
import saxes from 'saxes';
import xmljs from 'xml-js';
import { create } from 'xmlbuilder2';

function read(xml) {
  const parser = new saxes.SaxesParser();
  const found = {};
  parser.on('opentag', ({ attributes }) => (found.attribute = attributes.name));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (text) => (found.text = (found.text ?? '') + text));
  try {
    parser.write(xml).close();
    return JSON.stringify(found);
  } catch {
    return 'no XML';
  }
}
const writers = {
  'xml-js': (xml) => xmljs.js2xml(xmljs.xml2js(xml)),
  xmlbuilder2: (xml) => create(xml).end({ headless: true }),
};
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
for (const name of ['Tom & Jerry', 'a < b', 'R&amp;D', 'Cut &lt;b&gt;']) {
  const xml = `<clip name="${escape(name)}">${escape(name)}</clip>`;
  for (const [writer, write] of Object.entries(writers)) {
    console.log(`${name} by ${writer}: ${read(write(xml))}`);
  }
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Entities are written otherwise now.'; exit 1; }
Tom & Jerry by xml-js: no XML
Tom & Jerry by xmlbuilder2: {"attribute":"Tom & Jerry","text":"Tom & Jerry"}
a < b by xml-js: no XML
a < b by xmlbuilder2: {"attribute":"a < b","text":"a < b"}
R&amp;D by xml-js: {"attribute":"R&D","text":"R&D"}
R&amp;D by xmlbuilder2: {"attribute":"R&D","text":"R&D"}
Cut &lt;b&gt; by xml-js: {"attribute":"Cut <b>","text":"Cut &lt;b&gt;"}
Cut &lt;b&gt; by xmlbuilder2: {"attribute":"Cut <b>","text":"Cut <b>"}
TXT
