import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { sharp } from '#native/testing/sharp.ts';
import { isFileOutput, type PublicFileDetail, type PublicRunDetail } from '#shared/api/index.ts';

/** One measurement for `native-nodes.ts`: `native-nodes-client.ts CHECKOUT DATA NODES` prints its figures. */

const [checkout, data, count] = process.argv.slice(2);
if (checkout === undefined || data === undefined) throw new Error('Name a checkout and a data folder.');
const NODES = Number(count);
const program = join(checkout, 'service/main.ts');

/** A photo-like picture: noise that no encoder makes small. */
const picture = await sharp({
  create: {
    width: 1600,
    height: 1200,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .jpeg()
  .toBuffer();

const created = await promisify(execFile)(process.execPath, [
  program,
  'keys',
  'create',
  '--data',
  data,
  '--account',
  'bench',
]);
const key = created.stdout.trim();
const startedAt = performance.now();
const service = spawn(process.execPath, [program, '--data', data, '--port', '0', '--rate-limit', '1000000'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let origin = '';
for await (const line of createInterface({ input: service.stdout })) {
  origin = /http:\/\/\S+/.exec(line)?.[0] ?? '';
  if (origin !== '') break;
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Processor time of the service and its children so far, seconds. Linux only; else 0. */
async function processorSeconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean));
  let ticks = 0;
  for (const each of [pid, ...children]) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '');
    const fields = stat.split(') ')[1]?.split(' ') ?? [];
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / 100;
}

type Run = Pick<PublicRunDetail, 'id' | 'status' | 'outputs'>;

async function run(graph: object): Promise<Run> {
  const { id } = await call<Run>('POST', '/runs', { graph });
  const stream = await fetch(`${origin}/api/v1/runs/${id}/events/stream`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await stream.text();
  const finished = await call<Run>('GET', `/runs/${id}`);
  if (finished.status !== 'succeeded')
    throw new Error(`A run ended as ${finished.status}: ${JSON.stringify(finished)}`);
  return finished;
}

const form = new FormData();
form.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), 'photo.jpg');
const { fileId } = await call<Pick<PublicFileDetail, 'fileId'>>('POST', '/files', form);
const input = { id: 'in', type: 'input/image', inputs: { file: { type: 'file', value: fileId } } };
const first = await run({
  nodes: [input, { id: 'out', type: 'output/file', inputs: { name: { type: 'string', value: 'Picture' } } }],
  connections: [{ from: ['in', 'image'], to: ['out', 'file'] }],
});
const output = first.outputs?.['Picture'];
const preview = await fetch((output && isFileOutput(output) && output.previewUrl) || '');
if (preview.status !== 200) throw new Error(`The picture answered ${preview.status}.`);
await preview.arrayBuffer();
const firstPicture = performance.now() - startedAt;

/** Many branches that do not depend on each other, each with settings of its own, so that nothing is cached. */
const branches = (seed: number) => ({
  nodes: [
    input,
    ...Array.from({ length: NODES }, (_, index) => ({
      id: `n${index}`,
      type: 'image/resize',
      inputs: {
        width: { type: 'number', value: 400 + index + seed },
        height: { type: 'number', value: 300 + index },
      },
    })),
  ],
  connections: Array.from({ length: NODES }, (_, index) => ({
    from: ['in', 'image'],
    to: [`n${index}`, 'image'],
  })),
});
// Until all children or threads are there.
await run(branches(0));
const begin = performance.now();
const used = await processorSeconds(service.pid!);
await run(branches(1000));
const nodes = (NODES / (performance.now() - begin)) * 1000;
const processor = (await processorSeconds(service.pid!)) - used;
const exited = once(service, 'exit');
service.kill('SIGTERM');
await exited;
process.stdout.write(JSON.stringify({ nodes, firstPicture, processor }));
