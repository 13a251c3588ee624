// @module-tag rig
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sharp } from '#native/testing/sharp.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_FLAGS } from '../cli/flags.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const page = await readFile(join(checkout, 'docs/service.md'), 'utf8');
const ADDRESS = 'http://127.0.0.1:8787';

/** The commands of the page, in order. `kind` is the word after `bash`: where they are run. */
const blocks = [...page.matchAll(/^```bash ?(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind, code]) => ({
  kind: kind ?? '',
  code: code ?? '',
}));
const codeOf = (kind: string) =>
  blocks
    .filter((block) => block.kind === kind)
    .map((block) => block.code)
    .join('\n');

describe('the page about the service', () => {
  let folder: string;
  let work: string;
  let service: ChildProcess;
  let origin: string;

  const environment = () => ({ ...process.env, HOME: join(folder, 'home'), PATCHBAY: checkout });
  const bash = (code: string, cwd: string) =>
    promisify(execFile)('bash', ['-euo', 'pipefail', '-c', code], { cwd, env: environment() });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-examples-'));
    work = join(folder, 'work');
    await mkdir(work);
    await mkdir(join(folder, 'home'));
    const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a2be2' } });
    await writeFile(join(work, 'photo.png'), await picture.png().toBuffer());
    // The port of the page may be taken on this machine.
    const start = codeOf('service').replace('--port 8787', '--port 0');
    service = spawn('bash', ['-c', start], {
      cwd: checkout,
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    for await (const line of createInterface({ input: service.stdout! })) {
      origin = /ready at (http:\S+)/.exec(line)?.[1] ?? '';
      if (origin !== '') break;
    }
    await bash(codeOf('checkout'), checkout);
  });
  afterAll(async () => {
    const { pid } = service;
    if (pid !== undefined && service.exitCode === null) {
      const ended = once(service, 'exit');
      process.kill(-pid, 'SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  it('has commands that do what it says, from an empty folder to an applied output', async () => {
    expect(codeOf('')).toContain(ADDRESS);
    await bash(codeOf('').replaceAll(ADDRESS, origin), work);
    const { width, height } = await sharp(join(work, 'small.png')).metadata();
    expect([width, height]).toEqual([320, 240]);
    expect(await sharp(join(work, 'by-template.png')).metadata()).toMatchObject({ width: 320, height: 240 });
    const events = await readFile(join(work, 'events.txt'), 'utf8');
    expect(events.match(/"type":"(run\.\w+)"/g)).toContain('"type":"run.succeeded"');
    const document = JSON.parse(await readFile(join(work, 'document.json'), 'utf8')) as { version: number };
    const applied = JSON.parse(await readFile(join(work, 'applied.json'), 'utf8')) as object;
    expect(applied).toMatchObject({ outputKeys: ['small'], version: document.version + 1 });
    const attempts = (await readFile(join(work, 'attempts.txt'), 'utf8')).trim().split('\n');
    expect([attempts.length, new Set(attempts).size]).toEqual([2, 1]);
    expect(await readFile(join(work, 'template-events.txt'), 'utf8')).toContain('"status":"succeeded"');
    expect(await readFile(join(work, 'operation.txt'), 'utf8')).toContain('POST /api/v1/runs');
  });

  it('names every flag of the service', () => {
    const documented = [...page.matchAll(/^\| `--([\w-]+)`/gm)].map((match) => match[1]);
    expect(new Set(documented)).toEqual(new Set(SERVICE_FLAGS));
  });
});
