import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/api/index.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

describe('the service as a program', () => {
  let directory: string;
  let data: string;
  const running: ChildProcess[] = [];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'patchbay-main-'));
    data = join(directory, 'data');
  });
  afterEach(async () => {
    for (const child of running.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    await rm(directory, { recursive: true, force: true });
  });

  const cli = (...args: string[]) => {
    const done = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
    return { status: done.status, out: done.stdout, err: done.stderr };
  };

  /** Starts the service; resolves with its address once it has printed that it is ready. */
  const start = async (...args: string[]) => {
    const child = spawn(process.execPath, [main, '--data', data, '--port', '0', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    for await (const line of createInterface({ input: child.stdout })) {
      const origin = /http:\/\/\S+/.exec(line)?.[0];
      if (origin) return { child, origin };
    }
    throw new Error('The service ended before it was ready.');
  };

  const request = async (origin: string, key: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}${API_PREFIX}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('makes, lists and revokes keys while the service runs', async () => {
    const { origin } = await start('--credits', '7');
    const made = cli('keys', 'create', '--data', data, '--account', 'me', '--scopes', 'account_credits:read');
    expect(made).toMatchObject({ status: 0, err: '' });
    const key = made.out.trim();
    expect(made.out).toBe(`${key}\n`);
    expect((await request(origin, key, 'GET', '/account/credits')).body).toMatchObject({ balanceCents: 7 });
    expect((await request(origin, key, 'GET', '/projects')).status).toBe(403);
    const list = cli('keys', 'list', '--data', data).out;
    expect(list).toContain('account_credits:read');
    expect(list).toContain('me');
    expect(list).not.toContain(key);
    expect(cli('keys', 'revoke', '--data', data, key)).toMatchObject({ status: 0, out: '' });
    expect((await request(origin, key, 'GET', '/account/credits')).status).toBe(401);
    expect(cli('keys', 'list', '--data', data).out).toContain('revoked');
  });

  it('keeps every acknowledged write through a kill, and stops cleanly when asked', async () => {
    const key = cli('keys', 'create', '--data', data, '--account', 'me').out.trim();
    const first = await start();
    const made = await request(first.origin, key, 'POST', '/projects', { name: 'Kept' });
    expect(made.status).toBe(201);
    const killed = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await killed;
    const second = await start();
    const found = await request(second.origin, key, 'GET', `/projects/${String(made.body['id'])}`);
    expect(found.body).toEqual(made.body);
    const stopped = once(second.child, 'exit');
    second.child.kill('SIGTERM');
    expect(await stopped).toEqual([0, null]);
  });

  it('refuses a second service on the same data, naming the first', async () => {
    const { child } = await start();
    const second = cli('--data', data, '--port', '0');
    expect(second).toMatchObject({ status: 2, out: '' });
    expect(second.err).toContain(`process ${child.pid}`);
    expect(second.err.trim().split('\n')).toHaveLength(1);
  });

  it('says in one line what is wrong, and exits with 2', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    for (const args of [
      ['--nonsense', '1'],
      ['--data', file],
      ['keys', 'create', '--data', data],
      ['keys', 'list', '--data', join(directory, 'mistyped')],
      ['keys', 'revoke', 'key_x', '--data', join(directory, 'mistyped')],
      ['serve'],
    ]) {
      const { status, out, err } = cli(...args);
      expect([args, status, out, err.trim().split('\n').length]).toEqual([args, 2, '', 1]);
    }
  });
});
