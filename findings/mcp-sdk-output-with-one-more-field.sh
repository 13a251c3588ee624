#!/usr/bin/env bash
# @modelcontextprotocol/server and client 2.4.0, and sdk 1.32.2, with zod 4.6.7: a result with one field more than its schema names is
# accepted by the server and refused by the client, once it has listed the tools.
#
# Expected: server and client of one SDK read one schema alike. Zod's `z.object` lets further fields through (and leaves them out of what
# `parse` gives); JSON Schema allows them where nothing else is said.
# Seen: the server checks with Zod, which finds no fault, and sends the result as it was, further fields too. What it lists for the tool is
# Zod's JSON Schema of outputs, which says `additionalProperties: false`. A client that has listed the tools throws "must NOT have additional
# properties" after the tool has done its work; the same call before listing succeeds, and so does one whose schema is a `z.looseObject`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 \
  @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >seen.mjs <<'JS'
import * as second from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as secondServer from '@modelcontextprotocol/server';
import { z } from 'zod';

const versions = {
  '1.32.2': { Client, InMemoryTransport, McpServer },
  '2.4.0': { ...second, McpServer: secondServer.McpServer },
};
async function called(client, name) {
  try {
    const { isError, structuredContent } = await client.callTool({ name, arguments: {} });
    return isError ? 'an error of the tool' : JSON.stringify(structuredContent);
  } catch (error) {
    return /additional properties/.test(error.message) ? 'refused for additional properties' : error.message;
  }
}
for (const [version, sdk] of Object.entries(versions)) {
  let done = 0;
  const server = new sdk.McpServer({ name: 'server', version: '1' });
  for (const [name, outputSchema] of Object.entries({ plain: z.object({ count: z.number() }), loose: z.looseObject({ count: z.number() }) }))
    server.registerTool(name, { inputSchema: z.object({}), outputSchema }, async () => {
      done += 1;
      return { content: [], structuredContent: { count: 1, unit: 'files' } };
    });
  const client = new sdk.Client({ name: 'client', version: '1' });
  const [mine, theirs] = sdk.InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  await client.connect(mine);
  console.log(`${version}, before listing: ${await called(client, 'plain')}`);
  const { tools } = await client.listTools();
  console.log(`  listed: ${tools.map(({ outputSchema }) => JSON.stringify(outputSchema.additionalProperties)).join(', ')}`);
  console.log(`  after: ${await called(client, 'plain')}`);
  console.log(`  loose: ${await called(client, 'loose')}`);
  console.log(`  work done: ${done} times`);
  await client.close();
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Further fields are taken otherwise now.'; exit 1; }
1.32.2, before listing: {"count":1,"unit":"files"}
  listed: false, {}
  after: refused for additional properties
  loose: {"count":1,"unit":"files"}
  work done: 3 times
2.4.0, before listing: {"count":1,"unit":"files"}
  listed: false, {}
  after: refused for additional properties
  loose: {"count":1,"unit":"files"}
  work done: 3 times
TXT
