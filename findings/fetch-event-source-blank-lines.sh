#!/usr/bin/env bash
# @microsoft/fetch-event-source 2.0.1: newlines at the begin of a message are lost, and events without data are delivered.
#
# Expected: it is "fully compatible with the Event Stream format" (its README). There every line "data" adds its value and a newline,
# and the last newline alone is taken off; an event without such a line is not dispatched; "retry" counts only if all of it is
# digits; and the last id stays for the events that follow (WHATWG HTML, 9.2.6 "Interpreting an event stream").
# Seen: an empty line is forgotten while nothing stands before it. A text that is streamed in pieces loses its paragraphs: the piece
# "\n\nHarbor" arrives as "Harbor" and the piece "\n" as "". A lone "event: ping" or "id: 7" is a message with the
# data "", so `JSON.parse(message.data)` raises an error at it. "retry: 1e3" is one millisecond. eventsource-parser 4.1.3 reads
# the same bytes as HTML says.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts \
  @microsoft/fetch-event-source@2.0.1 eventsource-parser@4.1.3 >/dev/null
cat >seen.mjs <<'JS'
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createParser } from 'eventsource-parser';

// The package asks the page whether it is visible.
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
globalThis.window = globalThis;
const { fetchEventSource } = createRequire(import.meta.url)('@microsoft/fetch-event-source');

const streams = {
  'a piece of two newlines and a word': 'data\ndata\ndata: Harbor\n\n',
  'a piece of one newline': 'data\ndata\n\n',
  'a newline at the end': 'data: Harbor\ndata\n\n',
  'an event without data': 'event: ping\n\ndata: 1\n\n',
  'an id without data': 'id: 7\n\ndata: 1\n\n',
  'a retry that is no number': 'retry: 1e3\ndata: 1\n\n',
};
let body = '';
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/`;
for (const [name, text] of Object.entries(streams)) {
  body = text;
  const messages = [];
  await fetchEventSource(url, {
    onmessage: ({ data, retry }) => messages.push(retry === undefined ? data : [data, retry]),
    openWhenHidden: true,
  });
  const right = [];
  createParser({ onEvent: ({ data }) => right.push(data) }).feed(text);
  console.log(`${name}: ${JSON.stringify(messages)}, by HTML ${JSON.stringify(right)}`);
}
server.close();
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Event streams are read otherwise now.'; exit 1; }
a piece of two newlines and a word: ["Harbor"], by HTML ["\n\nHarbor"]
a piece of one newline: [""], by HTML ["\n"]
a newline at the end: ["Harbor"], by HTML ["Harbor\n"]
an event without data: ["","1"], by HTML ["1"]
an id without data: ["","1"], by HTML ["1"]
a retry that is no number: [["1",1]], by HTML ["1"]
TXT
