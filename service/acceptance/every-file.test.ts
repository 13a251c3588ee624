// @module-tag long
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createService } from '#service/app/create-service.ts';
import { dataPaths } from '../storage/data-directory.ts';
import { seal } from '../storage/sealed.ts';
import { TestService } from './harness.ts';

/** A data directory with each of its files damaged in each way, one at a time. */

const damages: Record<string, (path: string) => void> = {
  'a flipped bit'(path) {
    const bytes = readFileSync(path);
    if (bytes.length > 0) bytes[Math.floor(bytes.length / 3)]! ^= 0x10;
    writeFileSync(path, bytes);
  },
  'flipped bits in its first page'(path) {
    const bytes = readFileSync(path);
    for (let at = 0; at < Math.min(bytes.length, 4096); at += 7) bytes[at]! ^= 0x10;
    writeFileSync(path, bytes);
  },
  cut: (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  overwritten: (path) => writeFileSync(path, '\0damaged\n'.repeat(3000)),
  emptied: (path) => truncateSync(path, 0),
  deleted: (path) => rmSync(path),
};

it('the service starts on it, has all that was elsewhere, and writes down what it replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-every-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const made = await TestService.open('in-process');
  onTestFinished(() => made.close());
  const texts = ['first file', 'second file'];
  const fileIds: string[] = [];
  for (const text of texts) {
    const form = new FormData();
    form.set('file', new Blob([text], { type: 'text/plain' }), 'note.txt');
    fileIds.push((await made.ok('files.upload', { body: form })).fileId);
  }
  await made.createProject({ name: 'Mine' });
  await made.backUp();
  seal(dataPaths(made.config.dataDirectory).providerKeys, 'purpose', 'a provider’s key');
  const template = join(folder, 'template');
  // As a kill leaves it: the write-ahead log is still beside the database.
  cpSync(made.config.dataDirectory, template, { recursive: true });
  const files = readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name).slice(template.length + 1));
  expect(files.length).toBeGreaterThan(8);

  const wrong: string[] = [];
  const dataDirectory = join(folder, 'copy');
  for (const file of files) {
    for (const [damage, apply] of Object.entries(damages)) {
      cpSync(template, dataDirectory, { recursive: true });
      apply(join(dataDirectory, file));
      const where = `${file}, ${damage}`;
      try {
        const service = await createService({ ...made.config, dataDirectory });
        const call = async (path: string) => {
          const headers = { authorization: `Bearer ${made.key}` };
          const response = await service.fetch(new Request(`http://service.test/api/v1${path}`, { headers }));
          return (await response.json()) as { data?: { name: string }[]; downloadUrl?: string };
        };
        const { data = [] } = await call('/projects');
        if (!data.some(({ name }) => name === 'Mine')) wrong.push(`${where}: the project is gone`);
        for (const [at, fileId] of fileIds.entries()) {
          const { downloadUrl = 'http://service.test/none' } = await call(`/files/${fileId}/download-url`);
          const text = await (
            await service.fetch(new Request(new URL(downloadUrl, 'http://service.test')))
          )
            .text()
            .catch(() => 'unreadable');
          const isDamaged = file.startsWith('blobs/') && !file.includes('database-mark');
          if (text !== texts[at] && !isDamaged) wrong.push(`${where}: a file says ${text.slice(0, 40)}`);
        }
        await service.close();
        const isReplaced = readdirSync(dataDirectory).some((name) => name.includes('.broken-'));
        if (isReplaced && !existsSync(dataPaths(dataDirectory).restoredDatabase))
          wrong.push(`${where}: in silence`);
      } catch (error) {
        wrong.push(`${where}: ${String(error)}`);
      } finally {
        rmSync(dataDirectory, { recursive: true, force: true });
      }
    }
  }
  expect(wrong).toEqual([]);
}, 300_000);
