#!/usr/bin/env bash
# fast-xml-parser 5.12.1: what it reads from an edit in FCPXML, it does not write as XML again.
#
# Expected: builder and parser with the same options give the same document back, as its page "XMLBuilder" shows; references such as
# "&#10;", the only way to keep a line break in an attribute, are characters (XML 1.0, 4.1), and every attribute has a value (3.1).
# Seen: an attribute "true" is written without its value, which no XML parser accepts and its own one drops: FCPXML has
# `enabled`, `srcEnable` and more of that kind. `&#10;` and `&#x2019;` are left as they are when read and their "&" is escaped
# when written, so a note of two lines shows "&#10;" in the next program. The five named entities are treated rightly, which makes
# a try look well. `suppressBooleanAttributes: false` and `htmlEntities: true` cure both, and neither name says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts fast-xml-parser@5.12.1 saxes@6.0.0 >/dev/null
cat >seen.mjs <<'JS'
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import saxes from 'saxes';

function read(xml) {
  const parser = new saxes.SaxesParser();
  let found;
  parser.on('opentag', ({ attributes }) => (found = attributes));
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser.write(xml).close();
    return JSON.stringify(found);
  } catch ({ message }) {
    return `no XML: ${message.slice(message.indexOf(': ') + 2)}`;
  }
}
const clips = [
  '<clip name="A &amp; B" enabled="0"/>',
  '<clip name="A" enabled="true"/>',
  '<clip name="it&#x2019;s one&#10;of two lines"/>',
];
for (const [name, options] of Object.entries({
  plain: {},
  'with both options': { suppressBooleanAttributes: false, htmlEntities: true },
})) {
  const settings = { ignoreAttributes: false, ...options };
  for (const clip of clips) {
    const parsed = new XMLParser(settings).parse(clip);
    const written = new XMLBuilder(settings).build(parsed);
    const again = new XMLParser(settings).parse(written);
    console.log(`${name}: ${written}`);
    console.log(`  saxes ${read(written)}, itself ${JSON.stringify(again.clip)}`);
  }
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Attributes are read or written otherwise now.'; exit 1; }
plain: <clip name="A &amp; B" enabled="0"></clip>
  saxes {"name":"A & B","enabled":"0"}, itself {"@_name":"A & B","@_enabled":"0"}
plain: <clip name="A" enabled></clip>
  saxes no XML: attribute without value., itself {"@_name":"A"}
plain: <clip name="it&amp;#x2019;s one&amp;#10;of two lines"></clip>
  saxes {"name":"it&#x2019;s one&#10;of two lines"}, itself {"@_name":"it&#x2019;s one&#10;of two lines"}
with both options: <clip name="A &amp; B" enabled="0"></clip>
  saxes {"name":"A & B","enabled":"0"}, itself {"@_name":"A & B","@_enabled":"0"}
with both options: <clip name="A" enabled="true"></clip>
  saxes {"name":"A","enabled":"true"}, itself {"@_name":"A","@_enabled":"true"}
with both options: <clip name="it’s one
of two lines"></clip>
  saxes {"name":"it’s one of two lines"}, itself {"@_name":"it’s one\nof two lines"}
TXT
