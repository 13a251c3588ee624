import interCyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url';
import interCyrillicExt from '@fontsource-variable/inter/files/inter-cyrillic-ext-wght-normal.woff2?url';
import interGreek from '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2?url';
import interGreekExt from '@fontsource-variable/inter/files/inter-greek-ext-wght-normal.woff2?url';
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import interLatinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';
import interVietnamese from '@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2?url';
import monoCyrillic from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-cyrillic-wght-normal.woff2?url';
import monoCyrillicExt from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-cyrillic-ext-wght-normal.woff2?url';
import monoGreek from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-greek-wght-normal.woff2?url';
import monoLatin from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';
import monoLatinExt from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-ext-wght-normal.woff2?url';
import monoVietnamese from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-vietnamese-wght-normal.woff2?url';
import serifCyrillic from '@fontsource-variable/source-serif-4/files/source-serif-4-cyrillic-wght-normal.woff2?url';
import serifCyrillicExt from '@fontsource-variable/source-serif-4/files/source-serif-4-cyrillic-ext-wght-normal.woff2?url';
import serifGreek from '@fontsource-variable/source-serif-4/files/source-serif-4-greek-wght-normal.woff2?url';
import serifLatin from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import serifLatinExt from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2?url';
import serifVietnamese from '@fontsource-variable/source-serif-4/files/source-serif-4-vietnamese-wght-normal.woff2?url';
import { FILM_FONT_WEIGHTS, FILM_FONTS, type FontSubset } from '#shared/film/fonts.ts';
import type { Typeface } from '#shared/timeline/text-style.ts';

const urls: Readonly<Record<Typeface, Partial<Record<FontSubset, string>>>> = {
  sans: {
    latin: interLatin,
    'latin-ext': interLatinExt,
    cyrillic: interCyrillic,
    'cyrillic-ext': interCyrillicExt,
    greek: interGreek,
    'greek-ext': interGreekExt,
    vietnamese: interVietnamese,
  },
  serif: {
    latin: serifLatin,
    'latin-ext': serifLatinExt,
    cyrillic: serifCyrillic,
    'cyrillic-ext': serifCyrillicExt,
    greek: serifGreek,
    vietnamese: serifVietnamese,
  },
  mono: {
    latin: monoLatin,
    'latin-ext': monoLatinExt,
    cyrillic: monoCyrillic,
    'cyrillic-ext': monoCyrillicExt,
    greek: monoGreek,
    vietnamese: monoVietnamese,
  },
};

const loading = new Map<Typeface, Promise<void>>();

/** Makes fonts of films known to this worker: a worker has none of those of its page. */
export async function loadFonts(typefaces: Iterable<Typeface>): Promise<void> {
  await Promise.all(
    [...typefaces].map((typeface) => {
      const started = loading.get(typeface) ?? load(typeface);
      loading.set(typeface, started);
      return started;
    }),
  );
}

async function load(typeface: Typeface): Promise<void> {
  const fonts = FILM_FONTS.filter((font) => font.typeface === typeface);
  await Promise.all(
    fonts.map(async ({ subset, family }) => {
      const url = urls[typeface][subset];
      if (url === undefined) return;
      const face = new FontFace(family, `url("${url}")`, { weight: FILM_FONT_WEIGHTS });
      // Without it words are drawn in a font of this computer.
      await face.load().catch(() => undefined);
      (self as typeof self & FontFaceSource).fonts.add(face);
    }),
  );
}
