import { TYPEFACES, type Typeface } from '../timeline/text-style.ts';

/** The fonts that films are written in, wherever they are drawn: a package's file of each script, as a family of its own. */
const SUBSETS = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const;

export type FontSubset = (typeof SUBSETS)[number];

interface TypefaceFiles {
  /** The package, and the beginning of its files' names. */
  name: string;
  family: string;
  subsets: readonly FontSubset[];
  /** Where a character is looked for that the package has not: in fonts of the computer. */
  fallback: string;
}

const SUBSETS_BUT_GREEK_EXT = SUBSETS.filter((subset) => subset !== 'greek-ext');

const FILES: Readonly<Record<Typeface, TypefaceFiles>> = {
  sans: { name: 'inter', family: 'Inter', subsets: SUBSETS, fallback: '"Helvetica Neue", Arial, sans-serif' },
  serif: {
    name: 'source-serif-4',
    family: 'Source Serif',
    subsets: SUBSETS_BUT_GREEK_EXT,
    fallback: 'Georgia, "Times New Roman", serif',
  },
  mono: {
    name: 'jetbrains-mono',
    family: 'JetBrains Mono',
    subsets: SUBSETS_BUT_GREEK_EXT,
    fallback: 'Menlo, Consolas, monospace',
  },
};

/** A file of a font. */
export interface FilmFont {
  typeface: Typeface;
  subset: FontSubset;
  family: string;
  /** Its file in a package. */
  file: string;
}

/** The files of all fonts, of each in the order in which a character is looked for. */
export const FILM_FONTS: readonly FilmFont[] = TYPEFACES.flatMap((typeface) => {
  const { name, family, subsets } = FILES[typeface];
  return subsets.map((subset) => ({
    typeface,
    subset,
    family: `${family} ${subset}`,
    file: `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`,
  }));
});

/** All weights lie in each file. */
export const FILM_FONT_WEIGHTS = '100 900';

const families = Object.fromEntries(
  TYPEFACES.map((typeface) => [
    typeface,
    [
      ...FILM_FONTS.filter((font) => font.typeface === typeface).map(({ family }) => `"${family}"`),
      FILES[typeface].fallback,
    ].join(', '),
  ]),
) as Readonly<Record<Typeface, string>>;

/** The families of a typeface as a canvas takes them; characters that none of them has are drawn in a font of the computer. */
export const fontFamiliesOf = (typeface: Typeface): string => families[typeface];
