#!/usr/bin/env bash
# @vitest/expect 5.1.0 (Vitest 5.1.0) in Node 24.21.0: answers, files and messages that differ are equal, strictly too.
#
# Expected: `toEqual` compares deeply, `toStrictEqual` more strictly and with types, `toHaveBeenCalledWith` as `toEqual` does
# (Vitest's pages of `expect`; what does not count, such as `undefined` properties, is listed there, none of these classes is).
# Seen: objects without properties of their own are equal whatever they hold. A `Response` 500 equals a `Response` 200, a `Request`
# one to another address, a `Blob` or `File` any of the same length, a `MessageEvent` one with other data, `toStrictEqual` included.
# `toEqual`, alone or in `toHaveBeenCalledWith`, takes an `ArrayBuffer` for any other, even of another length: a test of an export
# written so cannot fail. Node 20 kept the state of a `Response` under symbols, which are compared: a test that failed there passes
# in Node 24. `Headers`, `FormData` and typed arrays are compared rightly, and so is an `ArrayBuffer` by `toStrictEqual`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
system=$(node --print 'process.platform + "-" + process.arch')
npm install --silent --no-audit --no-fund --no-save --ignore-scripts \
  @vitest/expect@5.1.0 @vitest/spy@5.1.0 "node-$system@24.21.0" >/dev/null
cat >seen.mjs <<'JS'
import { JestChaiExpect, chai } from '@vitest/expect';
import { fn } from '@vitest/spy';
chai.use(JestChaiExpect);

const passes = (compare) => {
  try {
    compare();
    return 'equal';
  } catch {
    return 'differ';
  }
};
const bytes = (...values) => new Uint8Array(values).buffer;
const file = (text) => new File([text], 'film.mp4', { lastModified: 1 });
for (const [name, one, other] of [
  ['Response 200, 500', new Response('a', { status: 200 }), new Response('b', { status: 500 })],
  ['Request', new Request('http://a.test/1'), new Request('http://b.test/2', { method: 'DELETE' })],
  ['Blob', new Blob(['abc']), new Blob(['xyz'])],
  ['File', file('abc'), file('xyz')],
  ['MessageEvent', new MessageEvent('message', { data: 1 }), new MessageEvent('message', { data: 2 })],
  ['ArrayBuffer', bytes(1), bytes(2, 3)],
  ['Uint8Array', new Uint8Array(1), new Uint8Array([1])],
  ['Headers', new Headers({ a: '1' }), new Headers({ a: '2' })],
]) {
  const equal = passes(() => chai.expect(one).toEqual(other));
  const strict = passes(() => chai.expect(one).toStrictEqual(other));
  console.log(`${name}: toEqual ${equal}, toStrictEqual ${strict}`);
}
const save = fn();
save('film.mp4', bytes(1, 2, 3));
const called = passes(() => chai.expect(save).toHaveBeenCalledWith('film.mp4', bytes()));
console.log(`toHaveBeenCalledWith an empty ArrayBuffer: ${called}`);
JS
"node_modules/node-$system/bin/node" seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Other objects are compared by what they hold now.'; exit 1; }
Response 200, 500: toEqual equal, toStrictEqual equal
Request: toEqual equal, toStrictEqual equal
Blob: toEqual equal, toStrictEqual equal
File: toEqual equal, toStrictEqual equal
MessageEvent: toEqual equal, toStrictEqual equal
ArrayBuffer: toEqual equal, toStrictEqual differ
Uint8Array: toEqual differ, toStrictEqual differ
Headers: toEqual differ, toStrictEqual differ
toHaveBeenCalledWith an empty ArrayBuffer: equal
TXT
