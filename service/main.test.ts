import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/api/index.ts';
import { SERVICE_PROGRAM, ServiceProgram } from './testing/service-program.ts';

describe('the service as a program', () => {
  let directory: string;
  let data: string;
  let program: ServiceProgram;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'patchbay-main-'));
    data = join(directory, 'data');
    program = new ServiceProgram(data);
  });
  afterEach(async () => {
    await program.killAll();
    await rm(directory, { recursive: true, force: true });
  });

  const cli = (...args: string[]) => {
    const done = spawnSync(process.execPath, [SERVICE_PROGRAM, ...args], { encoding: 'utf8' });
    return { status: done.status, out: done.stdout, err: done.stderr };
  };

  const request = async (origin: string, key: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}${API_PREFIX}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('makes, lists and revokes keys while the service runs', { tags: 'rig' }, async () => {
    const { origin } = await program.start({ credits: 7 });
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
    const first = await program.start();
    const made = await request(first.origin, key, 'POST', '/projects', { name: 'Kept' });
    expect(made.status).toBe(201);
    await first.kill();
    const second = await program.start();
    const found = await request(second.origin, key, 'GET', `/projects/${String(made.body['id'])}`);
    expect(found.body).toEqual(made.body);
    expect(await second.stop()).toBe(0);
  });

  it('refuses a second service on the same data, naming the first', { tags: 'rig' }, async () => {
    const { pid } = await program.start();
    const second = cli('--data', data, '--port', '0');
    expect(second).toMatchObject({ status: 2, out: '' });
    expect(second.err).toContain(`process ${pid}`);
    expect(second.err.trim().split('\n')).toHaveLength(1);
  });

  it('says in one line what is wrong, and exits with 2', { tags: 'rig' }, async () => {
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
