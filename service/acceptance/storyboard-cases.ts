import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { scopesExcept, TestService, type Transport } from './harness.ts';

const scene = (id: string, media: unknown[] = []) => ({
  id,
  name: id,
  shots: media.map((medium, index) => ({
    id: `${id}-${index}`,
    description: `Shot ${index}`,
    durationSeconds: index + 1,
    panels: [{ media: medium }],
  })),
});

const storyboard = (sequences: unknown[], fields: object = {}) => ({
  serviceType: 'storyboard',
  name: 'Film',
  version: 1,
  sequences,
  settings: { aspectRatio: '16:9', defaultFrameDuration: 2 },
  ...fields,
});

/** The five endpoints of storyboards. */
export function describeStoryboards(transport: Transport): void {
  describe('storyboards', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.open(transport);
    });
    afterAll(() => service.close());

    const stored = async (filename: string, content = filename, type = 'image/png') => {
      const form = new FormData();
      form.set('file', new Blob([content], { type }), filename);
      return (await service.ok('files.upload', { body: form })).fileId;
    };

    it('gives a project without one an empty storyboard', async () => {
      const project = await service.createProject({ name: 'Bare' });
      const response = await service.ok('storyboards.get', { params: { project_id: project.id } });
      expect(response).toMatchObject({
        projectId: project.id,
        version: 1,
        document: { serviceType: 'storyboard', version: 1, name: 'Bare', sequences: [] },
        summary: { mediaCount: 0, sceneCount: 0, shotCount: 0 },
      });
      await service.ok('storyboards.validate', { body: { document: response.document } });
    });

    it('replaces, appends, keeps what it was given, and guards the files that are used', async () => {
      const fileId = await stored('door.png');
      const secondFileId = await stored('gate.png');
      const { id } = await service.createProject();
      const params = { project_id: id };
      const first = await service.ok('storyboards.replace', {
        params,
        body: {
          expectedVersion: 1,
          document: storyboard([scene('a', ['door.png', { url: 'https://example.com/x.png' }])]),
        },
      });
      expect(first).toMatchObject({
        projectId: id,
        mode: 'replace',
        version: 2,
        summary: {
          sceneCount: 1,
          shotCount: 2,
          mediaCount: 2,
          mediaImported: 1,
          mediaSkipped: 1,
          urlMedia: 1,
          warnings: [{ code: 'URL_MEDIA_SKIPPED', path: 'sequences.0.shots.1.panels.0.media' }],
        },
      });
      const appended = await service.ok('storyboards.replace', {
        params,
        body: {
          expectedVersion: 2,
          mode: 'append',
          document: storyboard([scene('a', [{ fileId: secondFileId }])], { name: 'Added' }),
        },
      });
      expect(appended).toMatchObject({ mode: 'append', version: 3, summary: { mediaImported: 2 } });
      expect((appended.document as { name: string }).name).toBe('Film');
      expect((appended.document as { sequences: { id: string }[] }).sequences.map((item) => item.id)).toEqual(
        ['a', 'a-2'],
      );

      await service.restart();
      const read = await service.ok('storyboards.get', { params });
      expect(read).toMatchObject({ version: 3, document: appended.document });
      for (const used of [fileId, secondFileId]) {
        const error = await service.refused('files.delete', 409, { params: { file_id: used } });
        expect(error).toMatchObject({ code: 'FILE_IN_USE', details: { projects: [{ projectId: id }] } });
      }
      await service.ok('storyboards.replace', {
        params,
        body: { expectedVersion: 3, document: storyboard([]) },
      });
      await service.ok('files.delete', { params: { file_id: fileId } });
      await service.ok('files.delete', { params: { file_id: secondFileId } });
    });

    it('commits once under one key, and never over another version', async () => {
      const { id } = await service.createProject();
      const options = {
        params: { project_id: id },
        body: { expectedVersion: 1, document: storyboard([scene('a')]) },
        headers: { 'idempotency-key': 'storyboard once' },
      };
      const responses = await Promise.all([1, 2, 3].map(() => service.call('storyboards.replace', options)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      const stale = await service.refused('storyboards.replace', 409, { ...options, headers: {} });
      expect(stale).toMatchObject({ code: 'VERSION_CONFLICT', details: { currentVersion: 2 } });
      const conflict = await service.refused('storyboards.replace', 409, {
        ...options,
        body: { expectedVersion: 2, document: storyboard([]) },
      });
      expect(conflict.code).toBe('IDEMPOTENCY_CONFLICT');
    });

    it('names every problem with its path, and stores nothing', async () => {
      const { id } = await service.createProject();
      const params = { project_id: id };
      const document = storyboard(
        [{ id: 's', shots: [{ id: 'a', durationSeconds: -1 }, { id: 'a' }] }, { name: 'no id' }],
        { settings: { aspectRatio: 'wide' } },
      );
      const calls = [
        service.refused('storyboards.replace', 400, { params, body: { expectedVersion: 1, document } }),
        service.refused('storyboards.validate', 400, { body: { document } }),
        service.refused('storyboards.toTimeline', 400, { body: { document } }),
      ];
      for (const error of await Promise.all(calls)) {
        expect(error.code).toBe('INVALID_STORYBOARD');
        const problems = error.details?.['problems'] as { path: string; code: string; message: string }[];
        expect(problems.map(({ path }) => path).sort()).toEqual([
          'sequences.0.shots.0.durationSeconds',
          'sequences.0.shots.1.id',
          'sequences.1.id',
          'settings.aspectRatio',
        ]);
        expect(problems.every(({ code, message }) => code !== '' && message !== '')).toBe(true);
      }
      expect((await service.ok('storyboards.get', { params })).version).toBe(1);
      for (const body of [
        { expectedVersion: 1 },
        { document: storyboard([]) },
        { expectedVersion: 1, document: [] },
        { expectedVersion: 1, document: storyboard([]), mode: 'merge' },
      ]) {
        await service.refused('storyboards.replace', 422, { params, body });
      }
    });

    it('appends no more than one request could send back', async () => {
      const { id } = await service.createProject();
      const params = { project_id: id };
      const half = scene('a', ['x'.repeat(9_000_000)]);
      const body = { mode: 'append', document: storyboard([half]) };
      await service.ok('storyboards.replace', { params, body: { ...body, expectedVersion: 1 } });
      const error = await service.refused('storyboards.replace', 400, {
        params,
        body: { ...body, expectedVersion: 2 },
      });
      expect(error).toMatchObject({ details: { problems: [{ path: '', code: 'TOO_LARGE' }] } });
      expect((await service.ok('storyboards.get', { params })).summary.sceneCount).toBe(1);
    });

    it('serves a schema that a strict validator works with', async () => {
      const schema = await service.ok('storyboards.schema', { key: null });
      const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
      const { document } = await service.ok('storyboards.validate', {
        body: { document: storyboard([scene('a', ['door.png'])]) },
      });
      expect(accepts(document)).toBe(true);
      for (const invalidDocument of [storyboard([{ name: 'no id' }]), storyboard([], { extra: 1 })]) {
        expect(accepts(invalidDocument)).toBe(false);
        await service.refused('storyboards.validate', 400, { body: { document: invalidDocument } });
      }
    });

    it('converts shots to clips, and skips what cannot be shown with warnings', async () => {
      await stored('walk.png');
      const document = storyboard([
        scene('a', ['walk.png', { url: 'https://example.com/x.png' }, 'gone.png', { kind: 'document' }]),
        { id: 'b', shots: [{ id: 'last' }] },
      ]);
      const body = { document, defaultDuration: 7, frameRate: 30, name: 'Cut' };
      const { document: timeline, summary, warnings } = await service.ok('storyboards.toTimeline', { body });
      expect(summary).toEqual({ clipCount: 5, trackCount: 1, durationSeconds: 1 + 2 + 3 + 4 + 7 });
      expect(timeline).toMatchObject({ serviceType: 'timeline', name: 'Cut', timeline: { frameRate: 30 } });
      const { clips } = (timeline as { timeline: { clips: Record<string, unknown>[] } }).timeline;
      expect(clips.map(({ startTime, filename }) => [startTime, filename])).toEqual([
        [0, 'walk.png'],
        [1, ''],
        [3, ''],
        [6, ''],
        [10, ''],
      ]);
      expect(warnings.map(({ code }) => code)).toEqual([
        'URL_MEDIA_SKIPPED',
        'UNRESOLVED_MEDIA_SKIPPED',
        'DOCUMENT_MEDIA_SKIPPED',
      ]);
      await service.ok('timelines.validate', { body: { document: timeline } });
      // A key that may not read files is not told which there are.
      const unprivileged = await service.ok('storyboards.toTimeline', {
        body,
        key: await service.newKey({ scopes: scopesExcept('files:read') }),
      });
      expect(unprivileged.warnings.map(({ code }) => code)).toContain('UNRESOLVED_MEDIA_SKIPPED');
      expect(JSON.stringify(unprivileged.document)).not.toContain('library');
    });

    it.each([
      ['an empty storyboard', { document: storyboard([]) }],
      ['a length of nothing', { document: storyboard([scene('a', ['x'])]), defaultDuration: 0 }],
      ['a frame rate of nothing', { document: storyboard([scene('a', ['x'])]), frameRate: 0 }],
      [
        'lengths beyond all measure',
        { document: storyboard([scene('a', ['x'])].map((item) => ({ ...item, shots: oversizedShots }))) },
      ],
    ])('does not convert %s', async (_label, body) => {
      const error = await service.refused('storyboards.toTimeline', 400, { body });
      const problems = error.details?.['problems'] as { path: string }[];
      expect(problems.length).toBeGreaterThan(0);
    });
  });
}

const oversizedShots = [1, 2, 3].map((id) => ({ id: `s${id}`, durationSeconds: 9e8 }));
