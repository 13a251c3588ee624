// @module-tag rig
import { readdirSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { API_PREFIX, type PublicFileUploadSession } from '#shared/api/index.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import type { Database } from '#service/storage/database.ts';
import { openDatabase } from '#service/storage/open-database.ts';
import { all, run } from '#service/storage/statements.ts';
import { isRemote } from '../testing/database-under-test.ts';
import { foldAsBefore, piecesOf, refoldedTo } from '../testing/earlier-names.ts';
import { createServiceKey, ServiceProgram, type ServiceProcess } from '../testing/service-program.ts';

/** A service that is killed, without a warning, in the middle of a write. */

describe('a service that is killed', { timeout: 120_000 }, () => {
  let data: string;
  let key = '';
  let program: ServiceProgram;
  let running: ServiceProcess;

  const start = async () => {
    running = await program.start({
      'multipart-threshold': 1000,
      'part-size': 400,
      'storage-limit': 100_000,
    });
  };

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'patchbay-killed-'));
    program = new ServiceProgram(data);
    key = await createServiceKey(data);
    await start();
  });
  afterEach(async () => {
    await program.killAll();
    rmSync(data, { recursive: true, force: true });
  });

  const headers = (more: Record<string, string> = {}) => ({ authorization: `Bearer ${key}`, ...more });
  const call = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const response = await fetch(running.origin + API_PREFIX + path, {
      method,
      headers: headers({ 'content-type': 'application/json', ...more }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never, text };
  };
  const countOf = async (search: string): Promise<number> => {
    let count = 0;
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ search, limit: '200', ...(cursor === '' ? {} : { cursor }) });
      const { body: page }: { body: { data: unknown[]; nextCursor: string | null } } = await call(
        'GET',
        `/projects?${query.toString()}`,
      );
      count += page.data.length;
      cursor = page.nextCursor;
    }
    return count;
  };
  /** Projects of the account of the key, all with an accent. */
  const addProjects = async (db: Database, count: number): Promise<void> => {
    await run(
      db,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO projects (id, account_id, name, name_folded, version, created_at, updated_at, touched)
       SELECT printf('prj_%026d', i), (SELECT id FROM accounts), 'Café ' || i, '', 1, 'now', 'now', i FROM n`,
      count,
    );
    await run(db, 'UPDATE project_clock SET value = ?', count);
  };
  const incoming = () => readdirSync(join(data, 'blobs', 'incoming'));

  it('while parts of a file arrive keeps those that had arrived, and takes the others again', async () => {
    const bytes = Buffer.from(Array.from({ length: 1100 }, (_, index) => index % 251));
    const opening = { filename: 'a.bin', sizeBytes: 1100 };
    const keyed = { 'idempotency-key': 'the upload' };
    const opened: { body: PublicFileUploadSession } = await call('POST', '/files/uploads', opening, keyed);
    const part = (session: PublicFileUploadSession, number: number) => {
      const { url } = session.parts![number - 1]!;
      return fetch(url, { method: 'PUT', body: bytes.subarray((number - 1) * 400, number * 400) });
    };
    const first = await part(opened.body, 1);
    expect(first.status).toBe(200);
    // The second stays in the middle.
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(400, 600)),
    });
    const cut = fetch(opened.body.parts![1]!.url, {
      method: 'PUT',
      body: half,
      duplex: 'half',
    });
    cut.catch(() => undefined);
    await vi.waitFor(() => expect(incoming()).toHaveLength(2), { timeout: 60_000 });
    await running.kill();
    await expect(cut).rejects.toThrow(/fetch failed|terminated/);

    await start();
    expect(incoming()).toHaveLength(1);
    // The same request tells the same session, on the address of today.
    const again: { body: PublicFileUploadSession } = await call('POST', '/files/uploads', opening, keyed);
    expect(again.body.uploadId).toBe(opened.body.uploadId);
    const etags = [first.headers.get('etag')];
    for (const number of [2, 3]) etags.push((await part(again.body, number)).headers.get('etag'));
    const done = await call('POST', `/files/uploads/${again.body.uploadId}/complete`, {
      multipartParts: etags.map((etag, index) => ({ partNumber: index + 1, etag })),
    });
    expect(done.status).toBe(200);
    const { body: link } = await call('GET', `/files/${again.body.fileId}/download-url`);
    const stored = await fetch((link as { downloadUrl: string }).downloadUrl);
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
    expect(incoming()).toEqual([]);
  });

  // Earlier builds had files only.
  it.skipIf(isRemote())(
    'while it folds names of an earlier build anew goes on where it was, and finds all of them',
    async () => {
      await running.stop();
      const db = openDatabase(dataPaths(data).database);
      try {
        await addProjects(db, 2000);
        await foldAsBefore(db);
        await start();
        // Some slices are done, others are not.
        await vi.waitFor(async () => expect(await refoldedTo(db, 'projects')).toMatch(/./), {
          timeout: 60_000,
          interval: 1,
        });
        await running.kill();
        const reached = await refoldedTo(db, 'projects');
        expect(reached).not.toBeNull();
        const folded = await all(db, "SELECT id FROM projects WHERE name_folded LIKE 'cafe %' ORDER BY id");
        expect(folded.at(-1)?.['id']).toBe(reached);
        const { stored, expected } = await piecesOf(db);
        expect(stored).toEqual(expected);

        await start();
        await vi.waitFor(async () => expect(await refoldedTo(db, 'projects')).toBeNull(), {
          timeout: 60_000,
        });
        const found = await call('GET', `/projects?search=${encodeURIComponent('CAFE 1999')}`);
        expect(found.body).toMatchObject({ data: [{ name: 'Café 1999' }] });
        expect(await countOf('cafe')).toBe(2000);
      } finally {
        await db.close();
      }
    },
  );

  it('while it reads an import leaves nothing of it behind', async () => {
    const form = new FormData();
    const clip = (index: number) => ({
      OTIO_SCHEMA: 'Clip.2',
      name: `c${index}`,
      source_range: null,
      media_references: {},
      metadata: { filler: 'x'.repeat(200) },
    });
    const film = {
      OTIO_SCHEMA: 'Timeline.1',
      name: 'Film',
      tracks: {
        OTIO_SCHEMA: 'Stack.1',
        children: [
          {
            OTIO_SCHEMA: 'Track.1',
            kind: 'Video',
            children: Array.from({ length: 40_000 }, (_, i) => clip(i)),
          },
        ],
      },
    };
    form.set('file', new Blob([JSON.stringify(film)]), 'film.otio');
    const scratch = () => readdirSync(join(data, 'scratch'));
    const importing = fetch(`${running.origin}${API_PREFIX}/timelines/import/otio`, {
      method: 'POST',
      headers: headers(),
      body: form,
    });
    importing.catch(() => undefined);
    await vi.waitFor(() => expect(scratch()).toHaveLength(1), { timeout: 60_000, interval: 5 });
    await running.kill();
    await expect(importing).rejects.toThrow(/fetch failed|terminated/);
    await start();
    expect(scratch()).toEqual([]);
    // All of the account's storage is free.
    const opened = await call('POST', '/files/uploads', { filename: 'a.bin', sizeBytes: 100_000 });
    expect(opened.status).toBe(201);
  });

  it('among a hundred edits has every one that it acknowledged, and repeats none that is sent again', async () => {
    const made: { body: { id: string } } = await call('POST', '/projects', { name: 'Edited' });
    const path = `/projects/${made.body.id}/document`;
    const edit = (number: number) => ({
      expectedVersion: number,
      operations: [{ op: 'addNode', node: { id: `n${number}`, type: 'input/text', inputs: {} } }],
    });
    const send = (number: number) =>
      call('PATCH', path, edit(number), { 'idempotency-key': `edit ${number}` });
    let acknowledged = 0;
    const killing = Promise.withResolvers<void>();
    const writing = (async () => {
      for (let number = 1; number <= 100; number += 1) {
        if ((await send(number)).status !== 200) return;
        acknowledged = number;
        if (number === 37) killing.resolve();
      }
    })();
    writing.catch(() => undefined);
    await killing.promise;
    await running.kill();
    await expect(writing).rejects.toThrow(/fetch failed|terminated/);
    await start();
    const { body: document } = await call('GET', path);
    const { version } = document as { version: number };
    expect(version).toBeGreaterThan(acknowledged);
    expect(version).toBeLessThanOrEqual(acknowledged + 2);
    // Nobody knows what became of the last one; sent again it is there once.
    for (let number = acknowledged; number <= acknowledged + 3; number += 1) {
      expect((await send(number)).status).toBe(200);
    }
    const { body: after } = await call('GET', path);
    const { graph } = (after as { document: { graph: { nodes: { id: string }[] } } }).document;
    expect(graph.nodes.map(({ id }) => id)).toEqual(
      Array.from({ length: acknowledged + 3 }, (_, index) => `n${index + 1}`),
    );
  });
});
