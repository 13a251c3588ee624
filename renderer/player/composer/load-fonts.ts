import cyrillicExt from '@fontsource-variable/inter/files/inter-cyrillic-ext-wght-normal.woff2?url';
import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url';
import greekExt from '@fontsource-variable/inter/files/inter-greek-ext-wght-normal.woff2?url';
import greek from '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import vietnamese from '@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2?url';
import { FILM_FONT_WEIGHTS, FILM_FONTS, type FilmFont } from '#shared/film/fonts.ts';

const urls: Readonly<Record<FilmFont['subset'], string>> = {
  latin,
  'latin-ext': latinExt,
  cyrillic,
  'cyrillic-ext': cyrillicExt,
  greek,
  'greek-ext': greekExt,
  vietnamese,
};

let loading: Promise<void> | null = null;

/** Makes the font of films known to this worker: a worker has none of those of its page. */
export const loadFonts = (): Promise<void> => (loading ??= load());

async function load(): Promise<void> {
  await Promise.all(
    FILM_FONTS.map(async ({ subset, family }) => {
      const face = new FontFace(family, `url("${urls[subset]}")`, { weight: FILM_FONT_WEIGHTS });
      // Without it words are drawn in a font of this computer.
      await face.load().catch(() => undefined);
      (self as typeof self & FontFaceSource).fonts.add(face);
    }),
  );
}
