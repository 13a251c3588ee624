import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { isFileOutput } from '#shared/api/index.ts';
import { validateGraph } from '#shared/graph/index.ts';
import { LANGUAGES, type Language } from '#shared/desk/languages.ts';
import { starters, textGraph, translateGraph, type Starter } from '#shared/starters/index.ts';
import { TestService } from '#service/acceptance/harness.ts';
import { ensureAccount } from '#service/accounts/rows.ts';
import { insertFile } from '#service/files/rows.ts';
import { samplePicture, translatorTo } from './language.ts';

const pictures = new URL('../../renderer/starters/pictures/', import.meta.url);
const pictureOf = (id: string, language: Language = 'en') =>
  new URL(language === 'en' ? `${id}.webp` : `${id}.${language}.webp`, pictures);

/** Set to make the pictures anew from what the graphs give. */
const isDrawing = process.env['DRAW_STARTERS'] === '1';

describe('starters', () => {
  let service: TestService;
  let photo: string;
  beforeAll(async () => {
    service = await TestService.open('in-process');
    const ctx = service.context;
    const bytes = readFileSync(pictureOf('lake'));
    const stored = await ctx.blobs.write(bytes);
    photo = (
      await insertFile(ctx, {
        accountId: await ensureAccount(ctx.db, ctx.newId, ctx.now(), 'owner'),
        blob: stored.hash,
        sizeBytes: stored.sizeBytes,
        filename: 'lake.webp',
        contentType: 'image/webp',
        origin: 'upload',
      })
    ).id;
  });
  afterAll(() => service.close());

  it('templates of a fresh account have the pictures of their starters, and the photo that those bring along', () => {
    const samples = ['contact-sheet', 'photo-finish', 'title-card'] as const;
    for (const language of LANGUAGES) {
      for (const id of samples) {
        const bytes = readFileSync(pictureOf(id, language));
        if (isDrawing) writeFileSync(samplePicture(id, language), bytes);
        expect(readFileSync(samplePicture(id, language)).equals(bytes)).toBe(true);
      }
    }
    const lake = new URL('lake.webp', import.meta.url);
    expect(readFileSync(lake).equals(readFileSync(pictureOf('lake')))).toBe(true);
  });

  it('the one that begins with a text is sound', () => {
    expect(validateGraph(textGraph, service.context.nodes)).toEqual([]);
  });

  /** Runs a starter as it is in a language. @returns the bytes of the file that it makes. */
  async function result(starter: Starter, language: Language = 'en'): Promise<Buffer> {
    const graph = translateGraph(starter.graph(photo), translatorTo(language));
    expect(validateGraph(graph, service.context.nodes)).toEqual([]);
    const { id } = await service.ok('runs.create', { body: { graph } });
    await service.engine.whenIdle();
    const run = await service.ok('runs.get', { params: { run_id: id } });
    expect([run.status, run.error]).toEqual(['succeeded', null]);
    const output = Object.values(run.outputs ?? {}).find(isFileOutput);
    if (!output) throw new Error('The run gave no file.');
    return Buffer.from(await (await service.raw(output.downloadUrl ?? '')).arrayBuffer());
  }

  const isFilm = ({ id }: Starter) => id === 'film';

  const drawn = LANGUAGES.flatMap((language) =>
    starters.filter((starter) => !isFilm(starter)).map((starter) => ({ starter, language })),
  );

  it.each(drawn)(
    '$starter.name is sound, runs at once, and gives the picture that the page shows ($language)',
    async ({ starter, language }) => {
      const bytes = await result(starter, language);
      if (isDrawing) {
        const small = sharp(bytes).flatten({ background: '#ffffff' }).resize(560, 350, { fit: 'inside' });
        writeFileSync(pictureOf(starter.id, language), await small.webp({ quality: 82 }).toBuffer());
      }
      // Fonts differ between computers: compared small, where lettering is a shade.
      const shades = (from: Buffer) =>
        sharp(from).resize(12, 12, { fit: 'fill' }).removeAlpha().raw().toBuffer();
      const [made, shown] = [
        await shades(bytes),
        await shades(readFileSync(pictureOf(starter.id, language))),
      ];
      const difference = made.reduce((sum, level, at) => sum + Math.abs(level - shown[at]!), 0) / made.length;
      expect(difference).toBeLessThan(8);
    },
  );

  it('the film is sound and gives a video', async () => {
    const film = await result(starters.find(isFilm)!);
    // The box that an MP4 begins with.
    expect(film.subarray(4, 8).toString('latin1')).toBe('ftyp');
    expect(film.length).toBeGreaterThan(10_000);
  });
});
