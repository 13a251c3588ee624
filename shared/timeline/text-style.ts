import { z } from 'zod';

/**
 * How words look in a film: of a title or caption under `ext.patchbay` of its clip, of all captions of a track under that of
 * the track. What a clip does not say its track says, and what neither says is as usual.
 */

export const TYPEFACES = ['sans', 'serif', 'mono'] as const;
export type Typeface = (typeof TYPEFACES)[number];

export const TEXT_POSITIONS = ['top', 'middle', 'bottom'] as const;
export const TEXT_ALIGNMENTS = ['left', 'center', 'right'] as const;

/** Percent of the usual size. */
export const MIN_TEXT_SIZE = 20;
export const MAX_TEXT_SIZE = 400;

const HexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Write a color as #rrggbb.');

export const TextStyle = z.looseObject({
  typeface: z.enum(TYPEFACES).optional(),
  size: z.number().min(MIN_TEXT_SIZE).max(MAX_TEXT_SIZE).optional().describe('Percent of the usual size.'),
  bold: z.boolean().optional(),
  color: HexColor.optional(),
  background: z
    .union([z.literal('none'), HexColor])
    .optional()
    .describe('The color of the box behind the words.'),
  backgroundOpacity: z.number().min(0).max(1).optional(),
  position: z.enum(TEXT_POSITIONS).optional().describe('Which part of the picture the words stand in.'),
  align: z.enum(TEXT_ALIGNMENTS).optional(),
});
export type TextStyle = z.infer<typeof TextStyle>;

/** How words are drawn, with nothing left open. */
export interface ResolvedTextStyle {
  typeface: Typeface;
  /** A share of the picture's height. */
  size: number;
  weight: number;
  color: string;
  background: string | null;
  backgroundOpacity: number;
  position: (typeof TEXT_POSITIONS)[number];
  align: (typeof TEXT_ALIGNMENTS)[number];
}

/** The size of usual words as a share of the picture's height. */
const TITLE_SIZE = 1 / 11;
const CAPTION_SIZE = 1 / 20;
const TITLE_WEIGHT = 600;
const CAPTION_WEIGHT = 500;
const BOLD_WEIGHT = 800;

/** What a style says in full: the fields of people's forms. */
export type FullTextStyle = Required<Pick<TextStyle, keyof typeof TextStyle.shape>>;

const DEFAULTS = {
  typeface: 'sans',
  size: 100,
  bold: false,
  color: '#ffffff',
  backgroundOpacity: 0.62,
  align: 'center',
} as const satisfies Partial<FullTextStyle>;

/** The fields of a style with what is usual where neither clip nor track says anything. */
export const fullTextStyle = (
  isCaption: boolean,
  clip: TextStyle | undefined,
  track?: TextStyle,
): FullTextStyle => ({
  ...DEFAULTS,
  background: isCaption ? '#000000' : 'none',
  position: isCaption ? 'bottom' : 'middle',
  // A title takes nothing from the track that it lies on.
  ...(isCaption && definedFields(track)),
  ...definedFields(clip),
});

/** How a caption or title is drawn. */
export function resolveTextStyle(
  isCaption: boolean,
  clip: TextStyle | undefined,
  track?: TextStyle,
): ResolvedTextStyle {
  const { size, bold, background, ...styleFields } = fullTextStyle(isCaption, clip, track);
  return {
    typeface: styleFields.typeface,
    color: styleFields.color,
    backgroundOpacity: styleFields.backgroundOpacity,
    position: styleFields.position,
    align: styleFields.align,
    size: ((isCaption ? CAPTION_SIZE : TITLE_SIZE) * size) / 100,
    weight: bold ? BOLD_WEIGHT : isCaption ? CAPTION_WEIGHT : TITLE_WEIGHT,
    background: background === 'none' ? null : background,
  };
}

/** A style with changed fields; undefined when it says nothing any more. */
export function changedTextStyle(
  style: TextStyle | undefined,
  change: Partial<FullTextStyle>,
): TextStyle | undefined {
  const fields = definedFields({ ...style, ...change });
  return Object.keys(fields).length > 0 ? fields : undefined;
}

const definedFields = (style: TextStyle | undefined): TextStyle =>
  Object.fromEntries(Object.entries(style ?? {}).filter(([, value]) => value !== undefined));
