#!/usr/bin/env bash
# fountain-js 1.2.4: a second speaker with a caret is put beside the last speech before it, however many scenes lie between.
#
# Expected: "Dual, or simultaneous, dialogue is expressed by adding a caret after the second Character element" (Fountain, "Dual
# Dialogue"): it stands beside the speech right before it. Where an action, a transition or a new scene comes between there is
# nothing to stand beside, and it is a speech by itself.
# Seen: the parser looks back for the last speech in the whole script, makes that the left one, and everything between (action,
# transition, scene headings) lies inside the pair. A page made of it prints two scenes in two columns. Headings of other
# languages, such as INNEN. of German scripts, are action.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts fountain-js@1.2.4 >/dev/null
cat >seen.mjs <<'JS'
import { Fountain } from 'fountain-js';

const parts = (script) =>
  new Fountain()
    .parse(script, true)
    .tokens.map(({ type, text }) => (text === undefined ? type : `${type} ${text}`))
    .join(' | ');
console.log(parts('ANNA\nYes.\n\nBEN ^\nNo.\n'));
console.log(parts('ANNA\nYes.\n\nShe leaves.\n\nCUT TO:\n\nEXT. STREET - NIGHT\n\nBEN ^\nTaxi!\n'));
console.log(parts('INNEN. KÜCHE - TAG\n\nStille.\n'));
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Scripts are parsed otherwise now.'; exit 1; }
dual_dialogue_begin | dialogue_begin | character ANNA | dialogue Yes. | dialogue_end | dialogue_begin | character BEN | dialogue No. | dialogue_end | dual_dialogue_end
dual_dialogue_begin | dialogue_begin | character ANNA | dialogue Yes. | dialogue_end | action She leaves. | transition CUT TO: | scene_heading EXT. STREET - NIGHT | dialogue_begin | character BEN | dialogue Taxi! | dialogue_end | dual_dialogue_end
action INNEN. KÜCHE - TAG | action Stille.
TXT
