import { join } from 'node:path';
import { electronParentPort } from '#native/child/channel.ts';
import { createBrokerLauncher, type BrokerPort } from '#native/pool/broker-launcher.ts';
import { NativePool } from '#native/pool/native-pool.ts';
import type { Json } from '#native/protocol.ts';

/**
 * A service that has its children forked by the desktop process: does the tasks it is given as JSON, one after the
 * other, prints each result, and keeps its children until it is ended. `service-with-children.ts FOLDER TASKS`
 */

const [, , folder, tasks] = process.argv;
if (folder === undefined || tasks === undefined) throw new Error('Name a folder and tasks.');
const pool = new NativePool({
  launcher: createBrokerLauncher(electronParentPort() as BrokerPort),
  folder: join(folder, 'native'),
  size: 1,
});
const results: unknown[] = [];
for (const [name, input] of JSON.parse(tasks) as [string, Json][]) {
  const { result } = pool.run({
    name,
    input,
    kind: 'decoder',
    lane: 'test',
    timeLimitMs: 60_000,
    fingerprint: null,
    collect: (value) => value,
  });
  results.push(await result);
}
process.stdout.write(`${JSON.stringify(results)}\n`);
