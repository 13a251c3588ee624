import { fileURLToPath } from 'node:url';
import { NativePool } from '../pool/native-pool.ts';
import { createSpawnLauncher } from '../pool/spawn-launcher.ts';

/** A process with a pool in the folder it is given; writes the ids of a busy child and of its program. For tests. */
const [, , folder = ''] = process.argv;
const entry = fileURLToPath(new URL('./misbehaving-child.ts', import.meta.url));
const pool = new NativePool({ launcher: createSpawnLauncher({ entry }), folder, size: 1 });
await pool.run({
  name: 'block-with-program',
  input: {},
  kind: 'program',
  lane: 'test',
  timeLimitMs: 600_000,
  fingerprint: null,
  collect: (value) => value,
  onProgress: (_fraction, message) => process.stdout.write(`${message}\n`),
}).result;
