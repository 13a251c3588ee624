/** The font that films are written in, wherever they are drawn: the package's file of each script, as a family of its own. */
const SUBSETS = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const;

type Subset = (typeof SUBSETS)[number];

/** A file of the font. */
export interface FilmFont {
  subset: Subset;
  family: string;
}

/** The files of the font, in the order in which a character is looked for. */
export const FILM_FONTS: readonly FilmFont[] = SUBSETS.map((subset) => ({
  subset,
  family: `Inter ${subset}`,
}));

/** All weights lie in each file. */
export const FILM_FONT_WEIGHTS = '100 900';

/** The families as a canvas takes them; characters that none of them has are drawn in a font of the computer. */
export const FILM_FONT_FAMILIES = [
  ...FILM_FONTS.map(({ family }) => `"${family}"`),
  '"Helvetica Neue"',
  'Arial',
  'sans-serif',
].join(', ');
