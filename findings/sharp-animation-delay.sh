#!/usr/bin/env bash
# sharp 0.35.5: one delay for a whole animation is written to its first picture only.
#
# Expected: `delay` of the GIF and WebP outputs takes a number or a list of numbers, so one number means that delay between
# all pictures, as a single `loop` counts for the whole file.
# Seen: the number becomes a list of one. In an animation joined from three pictures the others get 100 ms in WebP and 0 in
# GIF, which players show as 100 ms or as fast as they can. A list as long as the animation is written as it is.
# Metadata read back: delay [120, 100, 100] (WebP) and [120, 0, 0] (GIF).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save sharp@0.35.5 >/dev/null
cat >seen.mjs <<'JS'
import sharp from 'sharp';
const pictures = await Promise.all(
  ['#f00', '#0f0', '#00f'].map((background) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } }).png().toBuffer(),
  ),
);
const delays = async (format, delay) => {
  const bytes = await sharp(pictures, { join: { animated: true } })[format]({ delay }).toBuffer();
  return (await sharp(bytes, { animated: true }).metadata()).delay.join(' ');
};
console.log('webp, one number:', await delays('webp', 120));
console.log('gif, one number:', await delays('gif', 120));
console.log('webp, a list:', await delays('webp', [120, 120, 120]));
console.log('gif, a list:', await delays('gif', [120, 120, 120]));
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT'
webp, one number: 120 100 100
gif, one number: 120 0 0
webp, a list: 120 120 120
gif, a list: 120 120 120
TXT
