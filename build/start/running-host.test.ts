import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HostRendezvous } from '#shared/desk/host.ts';
import { linkedProjectPath, launchFileIdIn } from '#shared/desk/places.ts';
import { launchFilesPath } from '#shared/desk/schemas.ts';
import { root } from '../bundle/targets.ts';
import { findRunningHost } from './running-host.ts';

/** The real host with its core and local service, around pages made for the test. */

let folder: string;
let data: string;
let processes: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-start-'));
  data = join(folder, 'data');
  processes = [];
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'pages/index.html'), '<title>Patchbay</title>');
});

afterEach(async () => {
  for (const child of processes) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  // The service of a host that was killed may still be writing its last.
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

function run(script: string, args: readonly string[], ipc: boolean): ChildProcess {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
  });
  processes.push(child);
  return child;
}

const hostArgs = () => ['--data', data, '--pages', join(folder, 'pages'), '--version', '1.2.3'];

/** Starts a host and resolves with its first address. */
async function startHost(): Promise<{ host: ChildProcess; url: string }> {
  const host = run('electron/browser-host/main.ts', hostArgs(), true);
  const [message] = (await once(host, 'message')) as [{ ready: string }];
  return { host, url: message.ready };
}

const exitCode = async (child: ChildProcess): Promise<number | null> =>
  child.exitCode ?? ((await once(child, 'exit')) as [number | null])[0];

async function outputOf(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await exitCode(child);
  return text;
}

/** Asks as the app's own page does. */
function ask(
  origin: string,
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
) {
  return fetch(origin + path, { ...init, headers: { 'sec-fetch-site': 'same-origin', ...init.headers } });
}

async function signIn(url: string): Promise<string> {
  const { origin, hash } = new URL(url);
  const answer = await ask(origin, '/desk/session', {
    method: 'POST',
    body: JSON.stringify({ token: hash.replace('#token=', '') }),
  });
  return ((await answer.json()) as { bearer: string }).bearer;
}

test('nothing runs on a folder that is not there, nor after a crash', { tags: 'rig' }, async () => {
  expect(await findRunningHost(data)).toBeNull();
  const { host } = await startHost();
  expect(await findRunningHost(data)).toMatchObject({ host: 'browser', version: '1.2.3' });
  host.kill('SIGKILL');
  await exitCode(host);
  expect(
    HostRendezvous.safeParse(JSON.parse(await readFile(join(data, 'running.json'), 'utf8'))).success,
  ).toBe(true);
  expect(await findRunningHost(data)).toBeNull();
  // The lock went with the process: the next host starts.
  const next = await startHost();
  expect(await findRunningHost(data)).not.toBeNull();
  next.host.kill('SIGTERM');
  expect(await exitCode(next.host)).toBe(0);
});

test('a nonsense note is no host', async () => {
  await mkdir(data);
  for (const text of [
    '',
    '{',
    '[]',
    '{"host":"browser","processId":1,"origin":"http://127.0.0.1:1","launchSecret":"x"}',
  ]) {
    await writeFile(join(data, 'running.json'), text);
    expect(await findRunningHost(data)).toBeNull();
  }
});

test(
  'the note is for its owner only and leaves with the host, whose service ends as well',
  { tags: 'rig' },
  async () => {
    const { host, url } = await startHost();
    expect((await stat(join(data, 'running.json'))).mode & 0o777).toBe(0o600);
    const bearer = await signIn(url);
    const { origin } = new URL(url);
    const authorization = `Bearer ${bearer}`;
    // An API call waits for the local service.
    const projects = await ask(origin, '/api/local/v1/projects', { headers: { authorization } });
    expect(projects.status).toBe(200);
    const pid = Number(await readFile(join(data, 'service/service.pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).not.toThrow();
    host.kill('SIGINT');
    expect(await exitCode(host)).toBe(0);
    await expect(stat(join(data, 'running.json'))).rejects.toThrow('ENOENT');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  },
);

test(
  'an address is good for one tab, and a host ends with the program that started it',
  { tags: 'rig' },
  async () => {
    const { host, url } = await startHost();
    expect(await signIn(url)).toBeTypeOf('string');
    expect(await signIn(url)).toBeUndefined();
    host.disconnect();
    expect(await exitCode(host)).toBe(0);
  },
);

test(
  'a second host on the folder gives way, a second start joins the first, and one with a file hands it to its page',
  { tags: 'rig' },
  async () => {
    const { url } = await startHost();
    const second = run('electron/browser-host/main.ts', hostArgs(), false);
    expect(await exitCode(second)).toBe(75);

    const start = run('build/start/main.ts', ['--browser', '--data', data], false);
    const output = await outputOf(start);
    expect(start.exitCode).toBe(0);
    expect(output).toContain('running already');
    const joined = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(output)?.[0] ?? '';
    expect(new URL(joined).origin).toBe(new URL(url).origin);
    expect(joined).not.toBe(url);
    expect(await signIn(joined)).not.toBe(await signIn(url));

    const file = join(folder, 'cut.otio');
    await writeFile(file, '{}');
    const withFile = run('build/start/main.ts', ['--browser', '--data', data, file], false);
    const address = new URL(/http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(await outputOf(withFile))?.[0] ?? '');
    const id = launchFileIdIn(address.pathname);
    const authorization = `Bearer ${await signIn(address.href)}`;
    const answer = await ask(address.origin, `${launchFilesPath}/${id}`, { headers: { authorization } });
    expect(await answer.text()).toBe('{}');
    expect((await ask(address.origin, `${launchFilesPath}/${id}`)).status).toBe(401);
  },
);

test('a host that is started with a link shows its project first', { tags: 'rig' }, async () => {
  const host = run(
    'electron/browser-host/main.ts',
    [...hostArgs(), '--open', 'patchbay://project/prj_1'],
    true,
  );
  const [message] = (await once(host, 'message')) as [{ ready: string }];
  expect(new URL(message.ready).pathname).toBe(linkedProjectPath('prj_1'));
});
