#!/usr/bin/env bash
# @modelcontextprotocol/sdk 1.32.2 with zod 4.6.7: tools of other schemas than plain objects are listed without inputs, and one date
# in one tool takes the list of all tools away.
#
# Expected: `inputSchema` of `registerTool` takes any Zod schema by its types, and calls are checked against it; `tools/list` has to
# give it as JSON Schema (Model Context Protocol, "Tools"), which Zod writes for unions and intersections. A schema that cannot be
# written, such as a date, would be refused where it is registered, or cost its own tool alone.
# Seen: a union (also a discriminated one) and an intersection are listed as `{"type":"object","properties":{}}`: a model sees a
# tool without inputs, calls it with none and is refused. With `z.coerce.date()` registering and calling work, but `tools/list` answers
# with an error, so a client sees none of the server's tools, the plain ones neither.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >seen.mjs <<'JS'
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const crop = z.object({ kind: z.literal('crop'), width: z.number() });
const turn = z.object({ kind: z.literal('turn'), degrees: z.number() });
const schemas = {
  plain: crop,
  union: z.discriminatedUnion('kind', [crop, turn]),
  intersection: crop.and(z.object({ height: z.number() })),
};
async function connected(tools) {
  const server = new McpServer({ name: 'tools', version: '1.0.0' });
  for (const [name, inputSchema] of Object.entries(tools)) {
    server.registerTool(name, { inputSchema }, (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }));
  }
  const client = new Client({ name: 'client', version: '1.0.0' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  return client;
}
const client = await connected(schemas);
for (const { name, inputSchema } of (await client.listTools()).tools) {
  const { isError } = await client.callTool({ name, arguments: {} });
  const inputs = Object.keys(inputSchema.properties).length;
  console.log(`${name}: listed with ${inputs} inputs, a call without any ${isError ? 'is refused' : 'works'}`);
}
await client.close();

const second = await connected({ plain: crop, remind: { at: z.coerce.date() } });
const { content } = await second.callTool({ name: 'remind', arguments: { at: '2026-11-29' } });
console.log(`remind: a call gives ${content[0].text}`);
const listed = second.listTools().then(({ tools }) => `${tools.length} tools listed`);
console.log(await listed.catch(({ message }) => `no tools listed: ${message}`));
await second.close();
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'The schemas of tools are listed otherwise now.'; exit 1; }
plain: listed with 2 inputs, a call without any is refused
union: listed with 0 inputs, a call without any is refused
intersection: listed with 0 inputs, a call without any is refused
remind: a call gives {"at":"2026-11-29T00:00:00.000Z"}
no tools listed: MCP error -32603: Date cannot be represented in JSON Schema
TXT
