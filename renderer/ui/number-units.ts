export type Dimension = 'time' | 'length' | 'angle' | 'frequency' | 'level';
export type FieldUnit = 's' | 'ms' | 'min' | 'px' | 'deg' | 'Hz' | 'dB' | 'percent';

/** A unit as it is typed: what it measures, and how many of the base unit it is. */
export const UNITS: Readonly<Record<string, readonly [Dimension, number]>> = {
  ms: ['time', 0.001],
  s: ['time', 1],
  sec: ['time', 1],
  second: ['time', 1],
  seconds: ['time', 1],
  sekunde: ['time', 1],
  sekunden: ['time', 1],
  min: ['time', 60],
  minute: ['time', 60],
  minutes: ['time', 60],
  minuten: ['time', 60],
  h: ['time', 3600],
  px: ['length', 1],
  pixel: ['length', 1],
  pixels: ['length', 1],
  '°': ['angle', 1],
  deg: ['angle', 1],
  degrees: ['angle', 1],
  grad: ['angle', 1],
  hz: ['frequency', 1],
  khz: ['frequency', 1000],
  fps: ['frequency', 1],
  db: ['level', 1],
};

type UnitName =
  | ('seconds' | 'milliseconds' | 'minutes' | 'pixels')
  | ('degrees' | 'hertz' | 'decibels' | 'percent');

/** @property sign what stands behind the number in a field. */
export const FIELD_UNITS: Readonly<
  Record<FieldUnit, { dimension: Dimension | null; size: number; words: UnitName; sign: string }>
> = {
  s: { dimension: 'time', size: 1, words: 'seconds', sign: 's' },
  ms: { dimension: 'time', size: 0.001, words: 'milliseconds', sign: 'ms' },
  min: { dimension: 'time', size: 60, words: 'minutes', sign: 'min' },
  px: { dimension: 'length', size: 1, words: 'pixels', sign: 'px' },
  deg: { dimension: 'angle', size: 1, words: 'degrees', sign: '°' },
  Hz: { dimension: 'frequency', size: 1, words: 'hertz', sign: 'Hz' },
  dB: { dimension: 'level', size: 1, words: 'decibels', sign: 'dB' },
  percent: { dimension: null, size: 1, words: 'percent', sign: '%' },
};

const NAMED_UNITS: readonly (readonly [RegExp, FieldUnit])[] = [
  [/\bmillise[ck](?:onds?|unden?)\b|\bms\b/i, 'ms'],
  [/\b(?:a|per) second\b|\bje sekunde\b/i, 'Hz'],
  [/\bse[ck](?:onds?|unden?)\b/i, 's'],
  [/\bminute[ns]?\b/i, 'min'],
  [/\bhz\b/i, 'Hz'],
  [/\bdb\b/i, 'dB'],
  [
    /\bpixels?\b|\bpx\b|^(?:cell |max(?:imum)? )?(?:width|height)$|^(?:zellen)?(?:breite|höhe)$|^(?:position|offset|versatz) [xy]$/i,
    'px',
  ],
  [/\bdegrees?\b|\bgrad\b|°|^(?:angle|hue|rotation|winkel|farbton|drehung)$/i, 'deg'],
  [/\bpercent\b|\bprozent\b|%/i, 'percent'],
];

/** The unit that the name of a field says, as `Length in seconds`, or stands for, as `Width`; null when it says none. */
export const unitOf = (name: string): FieldUnit | null =>
  NAMED_UNITS.find(([words]) => words.test(name))?.[1] ?? null;
