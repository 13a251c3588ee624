import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Throughput of image nodes through the engine, and the first picture after a cold start, of two checkouts in turns:
 * `npm run bench:native -- OTHER_CHECKOUT [ROUNDS]`. Each measurement is a service of its own in a process of its own.
 */

interface Figures {
  /** Image nodes a second. */
  nodes: number;
  /** From the start of the process to the bytes of a first thumbnail, milliseconds. */
  firstPicture: number;
  /** Processor time that the counted nodes took in the service and its children, seconds; other programs hardly change it. */
  processor: number;
}

const NODES = 30;

async function measure(checkout: string): Promise<Figures> {
  const script = new URL('./native-nodes-client.ts', import.meta.url);
  const data = await mkdtemp(join(tmpdir(), 'patchbay-bench-native-'));
  const client = spawn(process.execPath, [fileURLToPath(script), checkout, data, String(NODES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  client.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(client, 'close')) as [number | null];
  await rm(data, { recursive: true, force: true });
  if (code !== 0) throw new Error(`The measurement of ${checkout} failed.`);
  return JSON.parse(output) as Figures;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const [comparedPath, rounds = '5'] = process.argv.slice(2);
if (comparedPath === undefined) throw new Error('Name another checkout to compare with.');
const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
const figures: Record<'before' | 'now', Figures[]> = { before: [], now: [] };
for (let round = 0; round < Number(rounds); round += 1) {
  figures.before.push(await measure(resolve(comparedPath)));
  figures.now.push(await measure(repositoryRoot));
  console.log(round + 1, figures.before.at(-1), figures.now.at(-1));
}
const of = (side: 'before' | 'now', name: keyof Figures) => median(figures[side].map((each) => each[name]));
console.log(
  `image nodes a second, now of before: ${(of('now', 'nodes') / of('before', 'nodes')).toFixed(2)}`,
);
console.log(
  `processor time, before of now: ${(of('before', 'processor') / of('now', 'processor')).toFixed(2)}`,
);
console.log(
  `first picture, speed now of before: ${(of('before', 'firstPicture') / of('now', 'firstPicture')).toFixed(2)}`,
);
