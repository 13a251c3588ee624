#!/usr/bin/env bash
# react-colorful 5.8.1 (React 19.3.1): the large field of the color picker is a slider without a value.
#
# Expected: an element of role slider has `aria-valuenow`, which WAI-ARIA 1.2 (5.2.6, slider) requires of it, as the bars of hue and
# opacity have; and a name that the app can choose, for languages other than English.
# Seen: of the three sliders of the picker with opacity two have it. The field of saturation and brightness has `aria-valuetext`
# alone, and all are called “Color”, “Hue” and “Alpha”, which no property changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts react-colorful@5.8.1 react@19.3.1 react-dom@19.3.1 >/dev/null
cat >seen.mjs <<'JS'
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { HexAlphaColorPicker } from 'react-colorful';

const html = renderToString(
  createElement(HexAlphaColorPicker, { color: '#3366cc80', 'aria-label': 'Farbe', lang: 'de' }),
);
for (const [, attributes] of html.matchAll(/<div([^>]*role="slider"[^>]*)>/g)) {
  const value = (name) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? 'none';
  console.log(`${value('aria-label')}: valuenow ${value('aria-valuenow')}, valuetext ${value('aria-valuetext')}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'The sliders of react-colorful say otherwise now.'; exit 1; }
Color: valuenow none, valuetext Saturation 75%, Brightness 80%
Hue: valuenow 220, valuetext none
Alpha: valuenow 50, valuetext 50%
TXT
