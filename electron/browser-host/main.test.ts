import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = join(import.meta.dirname, 'main.ts');

describe('the browser host as a program', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-browser-host-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('says in one line that a data folder cannot be used', { tags: 'rig' }, async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--data', file], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('cannot be used');
  });

  it.runIf(process.platform === 'linux')(
    'says so too where the system makes no folders',
    { tags: 'rig' },
    () => {
      const { status, stderr } = spawnSync(process.execPath, [main, '--data', '/proc/patchbay'], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      expect(status).toBe(1);
      expect(stderr).toContain('The data folder /proc/patchbay cannot be used');
      expect(stderr.trim().split('\n')).toHaveLength(1);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'keeps its files to their owner in a folder that all may enter',
    { tags: 'rig' },
    async () => {
      const data = join(folder, 'data');
      const pages = join(folder, 'pages');
      await mkdir(data);
      await chmod(data, 0o755);
      await mkdir(pages);
      await writeFile(join(pages, 'index.html'), '<!doctype html><title>Patchbay</title>');
      const host = spawn(process.execPath, [main, '--data', data, '--pages', pages], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(host, 'exit');
      try {
        for await (const line of createInterface({ input: host.stdout })) {
          if (line.includes('#token=')) break;
        }
        const readable: string[] = [];
        for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile()) continue;
          const path = join(entry.parentPath, entry.name);
          const found = await stat(path).catch(() => null);
          if (found !== null && (found.mode & 0o077) !== 0) readable.push(path);
        }
        expect(readable).toEqual([]);
        expect((await stat(join(data, 'desk', 'desk.sqlite'))).isFile()).toBe(true);
      } finally {
        host.kill('SIGTERM');
        await ended;
      }
    },
  );
});
