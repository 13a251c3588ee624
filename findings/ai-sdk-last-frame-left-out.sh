#!/usr/bin/env bash
# ai 7.0.173 with @ai-sdk/fal 3.0.41 and @ai-sdk/replicate 3.0.46: the last frame of a video is left out, and no warning says so.
#
# Expected: `experimental_generateVideo` takes `frameImages` with the types first_frame and last_frame. Settings that a model cannot take
# come back in `warnings`, as other packages do it: @ai-sdk/black-forest-labs says so of a last frame without a first.
# Seen: the request of both has the first frame alone, `warnings` is empty, and the video costs the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts \
  ai@7.0.173 @ai-sdk/fal@3.0.41 @ai-sdk/replicate@3.0.46 zod@4 >/dev/null
cat >seen.mjs <<'JS'
import { experimental_generateVideo as generateVideo } from 'ai';
import { createFal } from '@ai-sdk/fal';
import { createReplicate } from '@ai-sdk/replicate';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const json = (body) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
let sent = null;
// No network: the two answers of each service.
const fetch = async (url, init) => {
  const isFal = String(url).includes('fal');
  const urls = { get: 'https://api.replicate.com/v1/predictions/p' };
  const video = 'https://files.example/v.mp4';
  if (init?.method !== 'POST') return json(isFal ? { video: { url: video } } : { id: 'p', status: 'succeeded', output: video, urls });
  sent = JSON.parse(init.body);
  return json(
    isFal
      ? { request_id: 'q', response_url: 'https://queue.fal.run/fal-ai/m/requests/q' }
      : { id: 'p', status: 'starting', urls },
  );
};
const models = {
  fal: createFal({ apiKey: 'k', fetch }).video('m'),
  replicate: createReplicate({ apiToken: 'k', fetch }).video('a/m'),
};
for (const [name, model] of Object.entries(models)) {
  const { warnings } = await generateVideo({
    model,
    prompt: 'A hill at dusk',
    frameImages: [
      { image: picture, frameType: 'first_frame' },
      { image: picture, frameType: 'last_frame' },
    ],
    maxRetries: 0,
    poll: { intervalMs: 1 },
    download: async () => ({ data: picture, mediaType: 'video/mp4' }),
  });
  console.log(`${name}: fields sent ${Object.keys(sent.input ?? sent).join(', ')}; warnings ${JSON.stringify(warnings)}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Last frames are taken or warned of otherwise now.'; exit 1; }
fal: fields sent prompt, image_url; warnings []
replicate: fields sent prompt, image; warnings []
TXT
