import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/api/index.ts';
import { TestService, scopesExcept, type Transport, type ConfigOf } from './harness.ts';

const clip = (id: string, filename: string, startTime: number, fields: object = {}) => ({
  id,
  trackId: 't',
  name: id,
  filename,
  startTime,
  duration: 2,
  ...fields,
});
const timeline = (clips: unknown[], fields: object = {}) => ({
  serviceType: 'timeline',
  name: 'Cut',
  version: 1,
  timeline: { clips, tracks: [{ id: 't', name: 'V1' }], frameRate: 24 },
  ...fields,
});

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const members = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    members.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return members;
}

function zipOf(members: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(members)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const formOf = (content: string | Buffer, filename: string): FormData => {
  const form = new FormData();
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), filename);
  return form;
};

/** An OTIO timeline of one track that shows each of these URLs for a second. */
const otio = (...urls: string[]): string => {
  const range = (value: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: { OTIO_SCHEMA: 'RationalTime.1', value: 0, rate: 24 },
    duration: { OTIO_SCHEMA: 'RationalTime.1', value, rate: 24 },
  });
  return JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    name: 'From elsewhere',
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      children: [
        {
          OTIO_SCHEMA: 'Track.1',
          kind: 'Video',
          children: urls.map((target_url) => ({
            OTIO_SCHEMA: 'Clip.2',
            name: target_url,
            source_range: range(24),
            media_references: { DEFAULT_MEDIA: { OTIO_SCHEMA: 'ExternalReference.1', target_url } },
            active_media_reference_key: 'DEFAULT_MEDIA',
          })),
        },
      ],
    },
  });
};

/** The eight endpoints of timelines. */
export function describeTimelines(transport: Transport, configOf: ConfigOf = () => ({})): void {
  describe('timelines', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.open(transport, { ...configOf(), storageLimit: 1_000_000 });
    });
    afterAll(() => service.close());

    const stored = async (filename: string, content: string) =>
      (await service.ok('files.upload', { body: formOf(content, filename) })).fileId;
    const exported = async (path: string, init: RequestInit = {}, key = service.key) => {
      const response = await service.raw(API_PREFIX + path, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/zip');
      expect(response.headers.get('content-disposition')).toContain('attachment');
      return unzip(Buffer.from(await response.arrayBuffer()));
    };
    const fileCount = () => service.count('files');
    const clipsOf = (document: Record<string, unknown>) =>
      (document['timeline'] as { clips: Record<string, unknown>[] }).clips;

    it('gives a project without one an empty timeline, also as a bundle', async () => {
      const { id } = await service.createProject({ name: 'Bare' });
      const reply = await service.ok('timelines.get', { params: { project_id: id } });
      expect(reply).toMatchObject({
        projectId: id,
        version: 1,
        document: { serviceType: 'timeline', name: 'Bare', version: 1, timeline: { clips: [], tracks: [] } },
        summary: { clipCount: 0, durationSeconds: 0, trackCount: 0 },
      });
      await service.ok('timelines.validate', { body: { document: reply.document } });
      expect([...(await exported(`/projects/${id}/timeline/export/otio`)).keys()]).toEqual([
        'timeline.otio',
        'export-report.json',
      ]);
    });

    it('stores what it is given under its version, and guards the files that are used', async () => {
      const fileId = await stored('used.mov', 'moving pictures');
      const { id } = await service.createProject();
      const params = { project_id: id };
      const body = { expectedVersion: 1, document: timeline([clip('a', 'used.mov', 1)]) };
      const headers = { 'idempotency-key': 'timeline once' };
      const saved = await service.ok('timelines.replace', { params, body, headers });
      expect(saved).toMatchObject({
        mode: 'replace',
        version: 2,
        summary: { clipCount: 1, durationSeconds: 3, trackCount: 1 },
      });
      expect(await service.ok('timelines.replace', { params, body, headers })).toEqual(saved);
      expect(await service.refused('timelines.replace', 409, { params, body })).toMatchObject({
        code: 'VERSION_CONFLICT',
        details: { currentVersion: 2 },
      });
      await service.restart();
      expect(await service.ok('timelines.get', { params })).toMatchObject({
        version: 2,
        document: saved.document,
      });
      expect((await service.refused('files.delete', 409, { params: { file_id: fileId } })).code).toBe(
        'FILE_IN_USE',
      );
      // A newer file of the same name does not take the place of the one that is meant.
      const newer = await stored('used.mov', 'other pictures');
      await service.ok('timelines.replace', { params, body: { ...body, expectedVersion: 2 } });
      const bundle = await exported(`/projects/${id}/timeline/export/otio`);
      expect(bundle.get('used.mov')?.toString()).toBe('moving pictures');
      await service.ok('files.delete', { params: { file_id: newer } });
      await service.ok('projects.delete', { params, query: { expectedVersion: 3 } });
      await service.ok('files.delete', { params: { file_id: fileId } });
    });

    it('lets one of many concurrent writers win each version', async () => {
      const { id } = await service.createProject();
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          service.call('timelines.replace', {
            params: { project_id: id },
            body: { expectedVersion: 1, document: timeline([clip(`c${index}`, '', 0)]) },
          }),
        ),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(5);
    });

    it('names every problem with its path', async () => {
      const { id } = await service.createProject();
      const document = timeline([
        clip('a', '', -1),
        clip('a', '', 0, { opacity: 2, trackId: 'elsewhere' }),
        clip('b', '', 1e308, { duration: 1e308 }),
      ]);
      const calls = [
        service.refused('timelines.replace', 400, {
          params: { project_id: id },
          body: { expectedVersion: 1, document },
        }),
        service.refused('timelines.validate', 400, { body: { document } }),
        service.refused('timelines.exportOtio', 400, { body: { document } }),
      ];
      for (const error of await Promise.all(calls)) {
        expect(error.code).toBe('INVALID_TIMELINE');
        const problems = error.details?.['problems'] as { path: string }[];
        expect(problems.map(({ path }) => path).sort()).toEqual([
          'timeline.clips.0.startTime',
          'timeline.clips.1.id',
          'timeline.clips.1.opacity',
          'timeline.clips.1.trackId',
          'timeline.clips.2.duration',
          'timeline.clips.2.startTime',
        ]);
      }
      await service.refused('timelines.validate', 422, { body: { document: 'none' } });
    });

    it('serves a schema that a strict validator works with', async () => {
      const schema = await service.ok('timelines.schema', { key: null });
      const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
      const { document, summary, valid } = await service.ok('timelines.validate', {
        body: { document: timeline([clip('a', 'x.mov', 0)]) },
      });
      expect([valid, summary.clipCount, accepts(document)]).toEqual([true, 1, true]);
      for (const invalidDocument of [timeline([clip('a', '', 0, { extra: 1 })]), timeline([{ id: 'a' }])]) {
        expect(accepts(invalidDocument)).toBe(false);
        await service.refused('timelines.validate', 400, { body: { document: invalidDocument } });
      }
    });

    it('exports a bundle that comes back as the same document', async () => {
      await stored('take 1.mov', 'take one');
      const document = timeline([
        clip('a', 'take 1.mov', 0, { trimStart: 0.5 }),
        clip('b', 'missing.mov', 3, { opacity: 0.5, volume: 0.25 }),
      ]);
      const { document: fullDocument } = await service.ok('timelines.validate', { body: { document } });
      const body = JSON.stringify({ document });
      const bundle = await exported('/timelines/export/otio', { method: 'POST', body });
      expect([...bundle.keys()]).toEqual(['timeline.otio', 'export-report.json', 'take 1.mov']);
      expect(bundle.get('take 1.mov')?.toString()).toBe('take one');
      expect(bundle.get('timeline.otio')?.toString()).not.toMatch(/https?:|file:|signature=|\/data\//);
      const restrictedKey = await service.newKey({ scopes: scopesExcept('files:read') });
      const restrictedBundle = await exported(
        '/timelines/export/otio',
        { method: 'POST', body },
        restrictedKey,
      );
      expect([...restrictedBundle.keys()]).toEqual(['timeline.otio', 'export-report.json']);

      const before = await fileCount();
      const zip = await zipOf(Object.fromEntries(bundle));
      const back = await service.ok('timelines.importOtio', { body: formOf(zip, 'cut.zip') });
      expect(clipsOf(back.document)).toMatchObject(
        clipsOf(fullDocument).map((clipEntry, index) =>
          index === 0 ? clipEntry : { ...clipEntry, storageType: 'placeholder' },
        ),
      );
      expect(back.warnings.map(({ code }) => code)).toContain('MEDIA_FILE_MISSING');
      // The account has these very bytes under this very name already.
      expect(await fileCount()).toBe(before);
    });

    it('bundles files of one name each for the clips that mean it', async () => {
      const of = (fileId: string) => ({ ext: { patchbay: { version: 1, fileId } } });
      const [older, newer] = [await stored('twin.mov', 'older'), await stored('twin.mov', 'newer')];
      const document = timeline([
        clip('a', 'twin.mov', 0, of(older)),
        clip('b', 'twin.mov', 3, of(newer)),
        clip('c', 'twin.mov', 6),
      ]);
      const bundle = await exported('/timelines/export/otio', {
        method: 'POST',
        body: JSON.stringify({ document }),
      });
      const texts = [...bundle].flatMap(([name, bytes]) =>
        name.endsWith('.mov') ? [`${name} ${bytes.toString()}`] : [],
      );
      expect(texts).toEqual(['twin.mov older', 'twin-2.mov newer', 'twin-3.mov newer']);
    });

    it('imports media into the library, whole or not at all', async () => {
      const before = await fileCount();
      const zip = await zipOf({
        'cut/main.otio': otio('media/one.png', 'media/two.png', 'gone.png', 'other/one.png'),
        'cut/media/one.png': 'first picture',
        'cut/media/two.png': 'second picture',
        'cut/other/one.png': 'another first picture',
        'cut/readme.txt': 'nobody asks for this',
      });
      const parsed = await service.ok('timelines.parseOtio', { body: formOf(zip, 'cut.zip') });
      expect(parsed.files).toEqual([]);
      expect(parsed.summary).toEqual({ clipCount: 4, trackCount: 1, durationSeconds: 4 });
      expect(parsed.warnings.some(({ message }) => /not stored/i.test(message))).toBe(true);
      expect(await fileCount()).toBe(before);

      const reply = await service.ok('timelines.importOtio', { body: formOf(zip, 'cut.zip') });
      expect(reply.files.map(({ dataType, filename }) => [dataType, filename])).toEqual([
        ['image', 'one.png'],
        ['image', 'two.png'],
        ['image', 'one-2.png'],
      ]);
      expect(clipsOf(reply.document).map(({ filename }) => filename)).toEqual([
        'one.png',
        'two.png',
        'gone.png',
        'one-2.png',
      ]);
      expect(reply.warnings.map(({ code }) => code).sort()).toEqual([
        'MEDIA_FILE_MISSING',
        'UNREFERENCED_MEDIA',
      ]);
      expect(await fileCount()).toBe(before + 3);
      for (const { storagePath } of reply.files) {
        await service.ok('files.get', { params: { file_id: storagePath } });
      }
      expect(readdirSync(join(service.config.dataDirectory, 'scratch'))).toEqual([]);

      const fat = await zipOf({
        'a.otio': otio('small.png', 'large.png'),
        'small.png': 'small',
        'large.png': Buffer.from(Array.from({ length: 1_200_000 }, (_, index) => (index * 7919) % 251)),
      });
      const error = await service.refused('timelines.importOtio', 507, { body: formOf(fat, 'fat.zip') });
      expect(error.code).toBe('STORAGE_LIMIT_EXCEEDED');
      expect(await fileCount()).toBe(before + 3);
    });

    it('gives media of concurrent imports names of their own', async () => {
      const zips = await Promise.all(
        [1, 2, 3, 4].map((number) =>
          zipOf({ 'a.otio': otio('same.png'), 'same.png': `picture ${number % 3}` }),
        ),
      );
      const responses = await Promise.all(
        zips.map((zip) => service.ok('timelines.importOtio', { body: formOf(zip, 'a.zip') })),
      );
      const named = responses.map(({ document }) => String(clipsOf(document)[0]?.['filename']));
      expect([...new Set(named)].sort()).toEqual(['same-2.png', 'same-3.png', 'same.png']);
      // The first and the last hold the same bytes.
      expect(named[3]).toBe(named[0]);
    });

    it('finds media of a bare .otio in the library by name, for keys that may read files', async () => {
      await stored('known.png', 'known');
      const form = () => formOf(otio('file:///Users/x/known.png', 'unknown.png'), 'cut.otio');
      const read = await service.ok('timelines.parseOtio', { body: form() });
      expect(clipsOf(read.document).map(({ storageType }) => storageType)).toEqual([
        'library',
        'placeholder',
      ]);
      const restrictedResult = await service.ok('timelines.parseOtio', {
        body: form(),
        key: await service.newKey({ scopes: scopesExcept('files:read') }),
      });
      expect(clipsOf(restrictedResult.document).map(({ storageType }) => storageType)).toEqual([
        'placeholder',
        'placeholder',
      ]);
    });

    it('refuses what holds no timeline, and ZIPs that are no honest bundles', async () => {
      const damaged = await zipOf({ 'a.otio': otio('one.png'), 'one.png': 'x'.repeat(5000) });
      damaged.fill(0xff, damaged.indexOf('one.png') + 10, damaged.indexOf('one.png') + 20);
      const before = await fileCount();
      for (const [label, content] of [
        ['nothing', ''],
        ['text', 'hello'],
        ['json', '{}'],
        ['times beyond all measure', otio('a', 'b', 'c').replaceAll('"value":24', '"value":23e9')],
        ['nested json', '['.repeat(100_000)],
        ['an empty ZIP', await zipOf({})],
        ['a ZIP without a timeline', await zipOf({ 'a.txt': 'a' })],
        ['half a ZIP', damaged.subarray(0, damaged.length / 2)],
        ['a damaged member', damaged],
        ['a bomb', await zipOf({ 'a.otio': otio('one.png'), 'one.png': Buffer.alloc(3_000_000) })],
      ] as const) {
        const error = await service.call('timelines.importOtio', { body: formOf(content, 'cut.otio') });
        expect([label, error.status, error.error?.code]).toEqual([label, 400, 'INVALID_OTIO']);
        const sentence =
          label === 'times beyond all measure' ? /that cannot be kept\. In clip \d+ .*of track / : /./;
        expect(error.error?.message).toMatch(sentence);
        // A look says what an import would say.
        const parsed = await service.call('timelines.parseOtio', { body: formOf(content, 'cut.otio') });
        expect([label, parsed.status, parsed.error?.message]).toEqual([label, 400, error.error?.message]);
      }
      const form = new FormData();
      form.set('note', 'no file');
      await service.refused('timelines.parseOtio', 400, { body: form });
      await service.refused('timelines.parseOtio', 422, { body: {} });
      expect(await fileCount()).toBe(before);
      expect(readdirSync(join(service.config.dataDirectory, 'scratch'))).toEqual([]);
    });

    it('refuses a timeline that is too large', async () => {
      const large = Buffer.alloc(64 * 1024 * 1024 + 1, ' ');
      for (const id of ['timelines.parseOtio', 'timelines.importOtio'] as const) {
        const error = await service.refused(id, 413, { body: formOf(large, 'large.otio') });
        expect(error.code).toBe('OTIO_TOO_LARGE');
      }
    });

    it('keeps accounts apart', async () => {
      const key = await service.newKey({ account: 'stranger' });
      const { id } = await service.createProject();
      const params = { project_id: id };
      for (const read of ['timelines.get', 'timelines.exportOtioProject', 'storyboards.get'] as const) {
        expect((await service.refused(read, 404, { params, key })).code).toBe('PROJECT_NOT_FOUND');
      }
      const body = { expectedVersion: 1, document: timeline([]) };
      await service.refused('timelines.replace', 404, { params, key, body });
      const storyboard = { serviceType: 'storyboard', version: 1, sequences: [] };
      await service.refused('storyboards.replace', 404, {
        params,
        key,
        body: { expectedVersion: 1, document: storyboard },
      });
      await stored('mine.png', 'mine');
      const bundle = await exported(
        '/timelines/export/otio',
        { method: 'POST', body: JSON.stringify({ document: timeline([clip('a', 'mine.png', 0)]) }) },
        key,
      );
      expect([...bundle.keys()]).toEqual(['timeline.otio', 'export-report.json']);
    });
  });
}
