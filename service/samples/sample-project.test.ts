import { writeFileSync } from 'node:fs';
import { sharp } from '#native/testing/sharp.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFileOutput } from '#shared/api/index.ts';
import { validateGraph } from '#shared/graph/index.ts';
import { TestService } from '#service/acceptance/harness.ts';
import { ensureAccount, requestSampleProject } from '#service/accounts/rows.ts';
import { LANGUAGES, type Language } from '#shared/desk/languages.ts';
import { posterGraph } from '#shared/starters/index.ts';
import { samplePicture } from './language.ts';
import { SAMPLE_NAME } from './sample-project.ts';

describe('sample project', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.open('in-process');
  });
  afterAll(() => service.close());

  it('is sound, and needs no file that a person would have to bring', () => {
    expect(validateGraph(posterGraph, service.context.nodes)).toEqual([]);
    const types = posterGraph.nodes.flatMap((node) =>
      Object.values(node.inputs ?? {}).map((value) => value.type),
    );
    expect(types).not.toContain('file');
  });

  const ask = async (account: string, language: Language = 'en'): Promise<void> => {
    const { db, newId, now } = service.context;
    await requestSampleProject(db, await ensureAccount(db, newId, now(), account), language);
  };

  it('is written in the language that was asked for, as the first templates are', async () => {
    const key = await service.newKey({ account: 'deutsch' });
    await ask('deutsch', 'de');
    const [project] = (await service.ok('projects.list', { key })).data;
    expect(project?.name).toBe('Willkommensposter');
    const params = { project_id: project!.id };
    const { document } = await service.ok('projects.getDocument', { key, params });
    const titles = document.graph.nodes.map(({ title }) => title);
    expect(titles).toContain('Abendhimmel');
    expect(titles.filter((title) => posterGraph.nodes.some((node) => node.title === title))).toEqual([
      'Poster',
    ]);
    const { data } = await service.ok('templates.list', { key });
    expect(data.map(({ name, category }) => [name, category])).toEqual([
      ['Titeltafel', 'Titel'],
      ['Foto-Finish', 'Fotos'],
      ['Kontaktbogen für Beiträge', 'Beiträge'],
    ]);
  });

  it('is made where somebody asks for it, once, and does not come back', async () => {
    const key = await service.newKey({ account: 'fresh' });
    const list = async () => (await service.ok('projects.list', { key })).data;
    expect(await list()).toEqual([]);
    await ask('fresh');
    const [project, ...others] = await list();
    expect([project?.name, others]).toEqual([SAMPLE_NAME, []]);
    await ask('fresh');
    expect(await list()).toHaveLength(1);
    await service.ok('projects.delete', {
      key,
      params: { project_id: project!.id },
      query: { expectedVersion: 2 },
    });
    await ask('fresh');
    expect(await list()).toEqual([]);
    await service.restart();
    await ask('fresh');
    expect(await list()).toEqual([]);
    const credits = await service.ok('account.credits', { key });
    expect(credits.balanceCents).toBe(100);
  });

  it('is made once for requests that come together', async () => {
    const key = await service.newKey({ account: 'busy' });
    await ask('busy');
    const lists = await Promise.all([1, 2, 3, 4].map(() => service.ok('projects.list', { key })));
    expect(lists.map(({ data }) => data.length)).toEqual([1, 1, 1, 1]);
  });

  it.each(LANGUAGES)(
    'runs at once and gives the picture that the projects page shows (%s)',
    async (language) => {
      const account = `run-${language}`;
      const key = await service.newKey({ account });
      await ask(account, language);
      const [project] = (await service.ok('projects.list', { key })).data;
      const { id } = await service.ok('runs.create', { key, body: { projectId: project?.id } });
      await service.engine.whenIdle();
      const run = await service.ok('runs.get', { key, params: { run_id: id } });
      expect([run.status, run.error]).toEqual(['succeeded', null]);
      const output = run.outputs?.['Poster'];
      if (!output || !isFileOutput(output)) throw new Error('The run gave no poster.');
      const bytesOf = async (url: string | null | undefined) =>
        Buffer.from(await (await service.raw(url ?? '')).arrayBuffer());
      const poster = await bytesOf(output.downloadUrl);
      if (process.env['DRAW_STARTERS'] === '1') {
        const small = sharp(poster).flatten({ background: '#ffffff' }).resize(614, 768, { fit: 'inside' });
        writeFileSync(
          samplePicture('sample-project', language),
          await small.webp({ quality: 82 }).toBuffer(),
        );
      }
      const shown = await bytesOf(project?.thumbnailUrl);
      expect(await sharp(poster).metadata()).toMatchObject({ width: 1200, height: 1500 });
      // Fonts differ between computers, the sky does not: compare both, small, away from the lettering.
      const strip = (bytes: Buffer) =>
        sharp(bytes)
          .resize(24, 30, { fit: 'fill' })
          .extract({ left: 0, top: 14, width: 24, height: 16 })
          .removeAlpha()
          .raw()
          .toBuffer();
      const [a, b] = [await strip(poster), await strip(shown)];
      const difference = a.reduce((sum, level, index) => sum + Math.abs(level - b[index]!), 0) / a.length;
      expect(difference).toBeLessThan(6);
    },
  );
});
