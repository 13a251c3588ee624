import type { ClashOf } from '../documents/clash.ts';
import type { Kind } from '../documents/kind.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { ItemKind } from './saving-faults.ts';

/** A kind of document for tests that Patchbay does not have: named colors, each changed by an operation of its own. */

type Palette = Readonly<Record<string, number>>;

interface SetColor {
  name: string;
  /** Null takes it away. */
  color: number | null;
}

const between = (from: Palette, to: Palette): SetColor[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => from[name] !== to[name])
    .map((name) => ({ name, color: to[name] ?? null }));

const apply = (palette: Palette, operations: readonly SetColor[]): Palette =>
  operations.reduce<Palette>((before, { name, color }) => {
    const { [name]: _removed, ...others } = before;
    return color === null ? others : { ...others, [name]: color };
  }, palette);

const paletteKind: Kind<Palette, SetColor> = {
  kind: 'palette',
  check: (input) =>
    typeof input === 'object' && input !== null && Object.values(input).every(Number.isInteger)
      ? { ok: true, document: { ...input } }
      : { ok: false },
  apply,
  between,
  merge(base, mine, theirs) {
    const clashes = between(base, mine)
      .filter(({ name }) => theirs[name] !== base[name] && theirs[name] !== mine[name])
      .map(({ name }): ClashOf<'document'> => ({
        of: 'document',
        path: name,
        how: 'both-changed',
        mine: mine[name],
        theirs: theirs[name],
      }));
    return { document: apply(theirs, between(base, mine)), clashes };
  },
  reuse: (known, fresh) => (jsonEqual(known, fresh) ? known : fresh),
  has: (palette, before, after) =>
    between(before, after).every(({ name, color }) => (palette[name] ?? null) === color),
};

export const paletteItems: ItemKind<Palette, SetColor> = {
  kind: paletteKind,
  start: {},
  edit: (palette, id, count) => apply(palette, [{ name: id, color: count }]),
  counts: (palette) => new Map(Object.entries(palette)),
};
