#!/usr/bin/env bash
# @hono/node-server 2.1.8 under Node 24.21: after a server was made, `new Response(…).bytes()` throws in the whole process.
#
# Expected: the lighter Response that the adapter puts in place of the global one answers every method of the standard; all but one do.
# Seen: arrayBuffer, blob, json and text read the body; `bytes` is inherited from Node's own class, which does not know the object, and throws
# a TypeError. Responses of fetch are Node's own and have it. The option overrideGlobalObjects: false leaves the global class alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save @hono/node-server@2.1.8 hono@4.13.19 node@24.21.0 >/dev/null
cat >seen.mjs <<'JS'
import { createAdaptorServer } from '@hono/node-server';

const read = async (name) => {
  try {
    const value = await new Response('[1]')[name]();
    return value.byteLength ?? value.size ?? JSON.stringify(value);
  } catch (error) {
    return error.name;
  }
};
const all = async () => {
  const answers = [];
  for (const name of ['arrayBuffer', 'blob', 'json', 'text', 'bytes']) answers.push(`${name} ${await read(name)}`);
  return answers.join(', ');
};
console.log(`before: ${await all()}`);
createAdaptorServer({ fetch: () => new Response(''), overrideGlobalObjects: false });
console.log(`with overrideGlobalObjects false: ${await all()}`);
createAdaptorServer({ fetch: () => new Response('') });
console.log(`after: ${await all()}`);
JS
node_modules/.bin/node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'The replaced Response answers otherwise now.'; exit 1; }
before: arrayBuffer 3, blob 3, json [1], text "[1]", bytes 3
with overrideGlobalObjects false: arrayBuffer 3, blob 3, json [1], text "[1]", bytes 3
after: arrayBuffer 3, blob 3, json [1], text "[1]", bytes TypeError
TXT
