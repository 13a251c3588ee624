import { asRecord } from '../document/problems.ts';

/** Reading OTIO objects without trusting any of them. */

export type OtioObject = Record<string, unknown>;

export interface Range {
  /** Seconds. */
  start: number;
  duration: number;
}

/** Names of old versions, and what they are called now. */
const RENAMED: Readonly<Record<string, string>> = {
  Sequence: 'Track',
  Filler: 'Gap',
  SerializeableCollection: 'SerializableCollection',
};

/** The highest version of each schema whose meaning this reader knows. */
export const SUPPORTED_VERSIONS: Readonly<Record<string, number>> = {
  Timeline: 1,
  Stack: 1,
  Track: 1,
  Clip: 2,
  Gap: 1,
  Transition: 1,
  SerializableCollection: 1,
};

interface Schema {
  name: string;
  version: number;
}

const NO_SCHEMA: Schema = { name: '', version: 0 };
/** The few that files have, as each object is asked several times; what else a file thinks of is read anew. */
const schemas = new Map<string, Schema>();
const MAX_CACHED = 500;

export function schemaOf(value: unknown): Schema {
  const raw = asRecord(value)['OTIO_SCHEMA'];
  if (typeof raw !== 'string') return NO_SCHEMA;
  const existing = schemas.get(raw);
  if (existing) return existing;
  const match = /^(.+)\.(\d+)$/.exec(raw);
  const name = match?.[1] ?? '';
  const schema = {
    name: Object.hasOwn(RENAMED, name) ? RENAMED[name]! : name,
    version: Number(match?.[2] ?? 0),
  };
  if (schemas.size < MAX_CACHED && raw.length < 200) schemas.set(raw, schema);
  return schema;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const NONE: readonly never[] = [];

const isRecord = (value: unknown): value is OtioObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The list itself where it holds objects alone, as nearly all do: tracks of thousands of clips are asked for theirs often. */
export function childrenOf(value: OtioObject): readonly OtioObject[] {
  const { children } = value;
  if (!Array.isArray(children) || children.length === 0) return NONE;
  return children.every(isRecord) ? children : children.map(asRecord);
}

export function objectsOf(value: unknown): readonly OtioObject[] {
  if (!Array.isArray(value) || value.length === 0) return NONE;
  if (value.every(isRecord)) return value;
  return value.filter((item) => typeof item === 'object' && item !== null).map(asRecord);
}

export function isEmpty(object: object): boolean {
  for (const key in object) if (Object.hasOwn(object, key)) return false;
  return true;
}

export const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** Thirty years: beyond it a time is a mistake, and sums of such times would lose their frames. */
const MAX_SECONDS = 1e9;

/** What a written rate stands for: 23.976 and 23.98 are 24000/1001, or a film of an hour would end frames too early. */
export const exactRate = (rate: number): number => (Number.isInteger(rate) ? rate : (snapRate(rate) ?? rate));

/** `value / rate` in seconds; undefined for a rate of 0, a time out of all bounds, or anything that is no number. */
export function secondsOf(value: unknown): number | undefined {
  const { value: count, rate } = asRecord(value);
  if (typeof count !== 'number' || typeof rate !== 'number' || !(rate > 0)) return undefined;
  const seconds = count / exactRate(rate);
  return Math.abs(seconds) <= MAX_SECONDS ? seconds : undefined;
}

export function rateOf(value: unknown): number | undefined {
  const { rate } = asRecord(value);
  return typeof rate === 'number' ? rate : undefined;
}

/** A time range whose length can be read; a start that cannot counts as 0. */
export function rangeOf(value: unknown): Range | undefined {
  const length = lengthOf(value);
  return length === undefined ? undefined : { start: startOf(value), duration: length };
}

/** The length of a time range in seconds, if it can be read. */
export function lengthOf(range: unknown): number | undefined {
  const length = secondsOf(asRecord(range)['duration']);
  return length === undefined || length < 0 ? undefined : length;
}

/** Whether `rangeOf` reads it. */
export const isRange = (value: unknown): boolean => lengthOf(value) !== undefined;

/** The start of a time range in seconds; one that cannot be read counts as 0. */
export const startOf = (range: unknown): number => secondsOf(asRecord(range)['start_time']) ?? 0;

/**
 * A frame rate as editors mean it: 23.976, 23.98 and 23.976024627685547 are all 24000/1001.
 * @returns undefined outside 1 to 240, where numbers are time scales and no frame rates.
 */
export function snapRate(rate: number | undefined): number | undefined {
  if (rate === undefined || !(rate >= 1 && rate <= 240)) return undefined;
  const rounded = Math.round(rate);
  const ntsc = (Math.ceil(rate) * 1000) / 1001;
  const toInteger = Math.abs(rate - rounded);
  const toNtsc = Math.abs(rate - ntsc);
  if (Math.min(toInteger, toNtsc) > 0.01) return rate;
  return toInteger <= toNtsc ? rounded : ntsc;
}
