#!/usr/bin/env bash
# fountain-js 1.2.4: the outline of a screenplay becomes text that is filmed where its lines stand directly below each other.
#
# Expected: a line that begins with "#" is a section and one that begins with "=" a synopsis; synopses may stand anywhere (Fountain,
# "Sections and Synopses"), and writing programs put the synopsis directly below its section.
# Seen: alone between blank lines each is told apart. A section directly above its synopsis, above a smaller section or above text is a piece of
# action with its signs, and so is a synopsis with a line below it.
# No error and no warning.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts fountain-js@1.2.4 >/dev/null
cat >seen.mjs <<'JS'
import { Fountain } from 'fountain-js';

for (const lines of [
  ['# Act one', '', '= They meet.', '', 'INT. KITCHEN - DAY', '', 'Rain.'],
  ['# Act one', '= They meet.', '', 'INT. KITCHEN - DAY', '', 'Rain.'],
  ['# Act one', '## Morning', '', 'INT. KITCHEN - DAY', '', 'Rain.'],
  ['INT. KITCHEN - DAY', '', '= They meet.', 'Rain.'],
]) {
  const { tokens } = new Fountain().parse(lines.join('\n'), true);
  console.log(tokens.map(({ type, text }) => `${type} ${JSON.stringify(text)}`).join(', '));
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Outlines are read otherwise now.'; exit 1; }
section "Act one", synopsis "They meet.", scene_heading "INT. KITCHEN - DAY", action "Rain."
action "# Act one\n= They meet.", scene_heading "INT. KITCHEN - DAY", action "Rain."
action "# Act one\n## Morning", scene_heading "INT. KITCHEN - DAY", action "Rain."
scene_heading "INT. KITCHEN - DAY", action "= They meet.\nRain."
TXT
