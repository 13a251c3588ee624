import type { SourceType } from './source-types.ts';

/** What a value is made of, as a set of bits: which kinds of sources are in it. */
export type Ingredients = number;

/** Made by a model. */
export const MODEL = 1;
/** Of a file that does not say where it came from. */
export const FILE = 2;
/** Of a file that says that no model made it. */
export const NATURAL = 4;
/** Words and numbers that a person wrote. */
export const AUTHORED = 8;
/** Computed by a node that is no model. */
export const COMPUTED = 16;
/** Of a node that nobody here knows. */
export const UNKNOWN = 32;

/** Something that a value comes from. */
export type Source =
  | { kind: 'model'; name: string }
  | { kind: 'file'; fileId: string; sourceType: SourceType | null }
  | { kind: 'node-type'; type: string };

/**
 * What is known of a value. Each entry of `mixes` is one way it may have come about: of an item of a list, or of a value that went
 * through one of several branches, only one of them is true.
 */
export interface Mixture {
  mixes: ReadonlySet<Ingredients>;
  /** All that may be in it, by a key that is equal for equal sources. */
  sources: ReadonlyMap<string, Source>;
  /** Whether only some of the sources are in it, and which is not known. */
  isAmbiguous: boolean;
  /** Whether a node changed it since it came in. */
  isChanged: boolean;
  /** Of a list, whose items are its mixes: whether all of them are in it, or it may be some. Missing of a single value. */
  list?: 'all' | 'some';
}

const NO_SOURCES: ReadonlyMap<string, Source> = new Map();

/** @param sources that are all in it. */
export function mixture(ingredients: Ingredients, sources: Iterable<Source> = []): Mixture {
  const byKey = new Map(Array.from(sources, (source) => [JSON.stringify(source), source]));
  return { mixes: new Set([ingredients]), sources: byKey, isAmbiguous: false, isChanged: false };
}

/** Of what is not there: it adds nothing. */
const EMPTY: Mixture = {
  mixes: new Set([0]),
  sources: NO_SOURCES,
  isAmbiguous: false,
  isChanged: false,
};

/** Several things in one, such as layers of a picture. Of each way of the one and each way of the other. */
export function together(values: readonly Mixture[]): Mixture {
  let mixes: ReadonlySet<Ingredients> = EMPTY.mixes;
  for (const value of values) {
    const next = new Set<Ingredients>();
    for (const mix of mixes) for (const second of value.mixes) next.add(mix | second);
    mixes = next;
  }
  return {
    mixes,
    sources: new Map(values.flatMap(({ sources }) => [...sources])),
    isAmbiguous: values.some(({ isAmbiguous }) => isAmbiguous),
    isChanged: values.some(({ isChanged }) => isChanged),
    ...listOf(values),
  };
}

/** What is made of lists item by item is a list. */
function listOf(values: readonly Mixture[]): Pick<Mixture, 'list'> {
  const lists = values.flatMap(({ list }) => list ?? []);
  return lists.length === 0 ? {} : { list: lists.includes('some') ? 'some' : 'all' };
}

/** One of several things, and nobody knows which: a branch, or an item of a list. */
export function alternatives(values: readonly Mixture[]): Mixture {
  const [first, ...others] = values;
  if (first === undefined) return EMPTY;
  if (others.length === 0) return first;
  const keys = [...first.sources.keys()].toSorted().join();
  return {
    mixes: new Set(values.flatMap(({ mixes }) => [...mixes])),
    sources: new Map(values.flatMap(({ sources }) => [...sources])),
    isAmbiguous:
      values.some(({ isAmbiguous }) => isAmbiguous) ||
      others.some(({ sources }) => [...sources.keys()].toSorted().join() !== keys),
    isChanged: values.some(({ isChanged }) => isChanged),
    ...listOf(values),
  };
}

/** Things in a list: each item is one of them. */
export const asList = (values: readonly Mixture[], list: 'all' | 'some' = 'all'): Mixture => {
  const items = alternatives(values);
  return { ...items, list: items.list === 'some' ? 'some' : list };
};

/** An item of a list, and nobody knows which. */
export function anItem({ list: _list, ...item }: Mixture): Mixture {
  return item;
}

/** All items of a list in one, such as pictures on a sheet; a single value as it is. */
export function allItems({ list, ...value }: Mixture): Mixture {
  if (list === undefined) return value;
  const full = [...value.mixes].reduce((one, other) => one | other, 0);
  if (list === 'all') return { ...value, mixes: new Set([full]), isAmbiguous: false };
  // Of some of them, each choice may be the one.
  const choices = new Set(value.mixes);
  for (const choice of choices) for (const mix of value.mixes) choices.add(choice | mix);
  return { ...value, mixes: choices, isAmbiguous: value.sources.size > 1 };
}

/** A value with more in it. */
export const withMore = (value: Mixture, ingredients: Ingredients, source?: Source): Mixture =>
  together([value, mixture(ingredients, source === undefined ? [] : [source])]);

/** A value after a node worked on it. */
export const changed = (value: Mixture): Mixture => ({ ...value, isChanged: true });

/** The share of a model in one way that a value may have come about. */
export function shareOfMix(mix: Ingredients): 'all' | 'part' | 'nothing' | 'unknown' {
  if ((mix & MODEL) !== 0) return mix === MODEL ? 'all' : 'part';
  return (mix & UNKNOWN) === 0 ? 'nothing' : 'unknown';
}
