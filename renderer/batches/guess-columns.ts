import { shortInputName, type BatchField } from '#shared/desk/index.ts';
import { foldText } from '#shared/search/index.ts';
import { readCell, type ColumnMatch } from './cell-values.ts';
import type { Table } from './read-table.ts';

/** Which column fills which input, by their names; what is not named in full is a guess. */
export interface ColumnGuess {
  match: ColumnMatch;
  /** Columns whose input was guessed. */
  inferred: ReadonlySet<number>;
}

/** Letters and digits alone, without case and accents. */
const normalize = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** `Seed` of `Noise: Seed` and of `Sun · Seed`. */
const lastSegment = (label: string): string => label.split(/[:·/>]/).at(-1) ?? label;

/** Inputs that are what their node is for, such as the words of a text. */
const MAIN_INPUTS: ReadonlySet<string> = new Set(['value', 'text', 'file', 'prompt', 'template']);
const TRIED_CELLS = 20;

/** `Headline` of `Headline · Text`; empty for an input without a node. */
function nodeTitleOf({ label }: BatchField): string {
  const input = shortInputName(label);
  return label === input ? '' : label.slice(0, -input.length).replace(/ · $/, '');
}

/**
 * How well a column is named after an input: 4 in full, 3 after its node, 2 after the input alone, 1 after the end of a name
 * that no other input ends with, 0 not at all.
 */
function likeness(column: string, field: BatchField, fields: readonly BatchField[]): number {
  const fieldName = field.of === 'node' ? field.input : field.of === 'template' ? field.fieldName : '';
  if ([field.label, ...(field.of === 'node' ? [] : [fieldName])].some((name) => normalize(name) === column))
    return 4;
  if (normalize(nodeTitleOf(field)) === column) return 3;
  if ([shortInputName(field.label), fieldName].some((name) => normalize(name) === column)) return 2;
  const endsSo = ({ label }: BatchField): boolean => normalize(lastSegment(label)) === column;
  return endsSo(field) && fields.filter(endsSo).length === 1 ? 1 : 0;
}

/** Whether a value of the column can stand in an input; files are looked up only when they are matched. */
function matchesField(table: Pick<Table, 'rows'>, column: number, field: BatchField): boolean {
  const cells = table.rows
    .map((row) => row[column] ?? '')
    .filter((cell) => cell.trim() !== '')
    .slice(0, TRIED_CELLS);
  if (cells.length === 0 || /^(?:image|video|audio|file)\b/.test(field.type ?? '')) return true;
  return cells.some((cell) => readCell(cell, field, { files: new Map() }).ok);
}

/** Of several inputs of one node the one that the node is for comes first. */
const isMain = (field: BatchField): boolean => field.of !== 'node' || MAIN_INPUTS.has(field.input);

/** Columns whose name is that of an input or of its node; no column and no input twice. */
export function guessColumns(
  fields: readonly BatchField[],
  table: Pick<Table, 'columns' | 'rows'>,
): ColumnGuess {
  const match: (number | null)[] = fields.map(() => null);
  const inferred = new Set<number>();
  const used = new Set<number>();
  const names = table.columns.map(normalize);
  // The surest first, so that `Sun · Radius` does not lose its column to another radius.
  for (const minScore of [4, 3, 2, 1]) {
    for (const [column, name] of names.entries()) {
      if (used.has(column) || name === '') continue;
      const found = fields
        .map((field, at) => ({ field, at }))
        .filter(({ field, at }) => match[at] === null && likeness(name, field, fields) === minScore)
        .filter(({ field }) => minScore === 4 || matchesField(table, column, field))
        .toSorted((a, b) => Number(isMain(b.field)) - Number(isMain(a.field)) || a.at - b.at);
      const [best] = found;
      if (best === undefined) continue;
      match[best.at] = column;
      used.add(column);
      if (minScore < 4) inferred.add(column);
    }
  }
  return { match, inferred };
}

/** The match alone. */
export const matchColumns = (fields: readonly BatchField[], columns: readonly string[]): ColumnMatch =>
  guessColumns(fields, { columns: [...columns], rows: [] }).match;
