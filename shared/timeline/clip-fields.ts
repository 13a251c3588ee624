/**
 * Numbers of a clip that a person sets and that can have keyframes: one row says all of each but how it is drawn
 * (`shared/film/draw.ts`, `shared/timeline/compose.ts` for sound) and what it is called (`renderer/words`). The document itself is
 * closed, so a new one is stored in `ext`.
 */
export interface ClipField {
  /** Where a clip has its number: among its own fields, in its transform, or in what Patchbay keeps of it in `ext`. */
  stored: 'clip' | 'transform' | 'ext';
  of: 'picture' | 'sound';
  /** The number that changes nothing, which a clip has unless somebody sets another one. */
  neutral: number;
  min?: number;
  max?: number;
  /** It goes to nothing with the fades of its clip. */
  fades?: true;
  /** What the inspector shows for 1, such as 100 for percent. */
  factor: number;
  /** What is said of it where other programs do not show it. */
  exportName: string;
}

export const CLIP_FIELDS = {
  opacity: {
    stored: 'clip',
    of: 'picture',
    neutral: 1,
    min: 0,
    max: 1,
    fades: true,
    factor: 100,
    exportName: 'opacity',
  },
  volume: {
    stored: 'clip',
    of: 'sound',
    neutral: 1,
    min: 0,
    max: 100,
    fades: true,
    factor: 100,
    exportName: 'volume',
  },
  /** Pixels of the project, from the middle of the picture. */
  x: { stored: 'transform', of: 'picture', neutral: 0, factor: 1, exportName: 'position' },
  y: { stored: 'transform', of: 'picture', neutral: 0, factor: 1, exportName: 'position' },
  scale: { stored: 'transform', of: 'picture', neutral: 1, factor: 100, exportName: 'scale' },
  /** Degrees, clockwise. */
  rotation: { stored: 'transform', of: 'picture', neutral: 0, factor: 1, exportName: 'rotation' },
} as const satisfies Readonly<Record<string, ClipField>>;

type Fields = typeof CLIP_FIELDS;

/** What of a clip can have keyframes. */
export type KeyedProperty = keyof Fields;
/** Those of what is seen. */
export type PictureProperty = {
  [Name in KeyedProperty]: Fields[Name]['of'] extends 'picture' ? Name : never;
}[KeyedProperty];

const isProperty = (name: string): name is KeyedProperty => Object.hasOwn(CLIP_FIELDS, name);
const isPicture = (name: KeyedProperty): name is PictureProperty => CLIP_FIELDS[name].of === 'picture';

/** All of them, in the order of the inspector. */
export const KEYED_PROPERTIES: readonly KeyedProperty[] = Object.keys(CLIP_FIELDS).filter(isProperty);
export const PICTURE_PROPERTIES: readonly PictureProperty[] = KEYED_PROPERTIES.filter(isPicture);

/** One value for each of them. */
export const byProperty = <Name extends KeyedProperty, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

/** The nearest number that a field may have. */
export const limited = ({ min = -Infinity, max = Infinity }: ClipField, value: number): number =>
  Math.min(max, Math.max(min, value));
