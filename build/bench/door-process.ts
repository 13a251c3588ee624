import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRigCore } from '../rigs/rig-core.ts';

/**
 * A core by itself whose door for agents is off, then on and used. Prints megabytes that are in use after a collection,
 * and of the process, before and after, as JSON. Wants `--expose-gc`.
 */

const CALLS = 200;
const MB = 1_000_000;

const collect = (globalThis as { gc?: () => void }).gc;
if (collect === undefined) throw new Error('Start it with --expose-gc.');

function memory(): { used: number; process: number } {
  for (let round = 0; round < 4; round += 1) collect?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: (heapUsed + external) / MB, process: rss / MB };
}

const post = (address: string, token: string, body: unknown): Promise<string> =>
  fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  }).then((response) => response.text());

const folder = await mkdtemp(join(tmpdir(), 'patchbay-door-'));
const never = () => Promise.reject(new Error('There is no service here.'));
const core = createRigCore(folder, { start: never, createKey: never });
try {
  await core.start();
  // What a client in this process takes is there before.
  const bare = createServer((request, response) => {
    request.resume();
    response.end('{}');
  });
  await new Promise<void>((ready) => bare.listen(0, '127.0.0.1', ready));
  const bareAddress = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
  for (let call = 0; call < CALLS; call += 1) await post(bareAddress, 'x', { call });
  const desk = async (method: string, path: string, body: unknown): Promise<Record<string, never>> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method, headers, body: JSON.stringify(body) };
    return (await core.fetch(new Request(`http://app.test${path}`, init))).json() as Promise<
      Record<string, never>
    >;
  };
  await desk('PATCH', '/desk/settings', {});
  const before = memory();
  const { address } = await desk('PATCH', '/desk/agents', { enabled: true });
  const draft = { name: 'Bench', connectionId: 'local', projectIds: null, scopes: ['read'] };
  const { token } = await desk('POST', '/desk/agents', { ...draft, limitMicrocredits: '0', folder: null });
  const send = (id: number, method: string, params: object) =>
    post(address!, token!, { jsonrpc: '2.0', id, method, params });
  for (let call = 0; call < CALLS; call += 1) await send(call, 'tools/list', {});
  const after = memory();
  await desk('PATCH', '/desk/agents', { enabled: false });
  bare.close();
  process.stdout.write(`${JSON.stringify({ before, after })}\n`);
} finally {
  await core.close();
  await rm(folder, { recursive: true, force: true });
}
