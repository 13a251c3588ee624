import { csvCell } from '#shared/language/csv-cell.ts';
import type { PublicProjectSpendSummary } from '#shared/api/index.ts';
import { PERHAPS_CHARGED_TYPE } from '#shared/desk/index.ts';
import { compareNames, number, words } from '#renderer/words/index.ts';

/** Exact amounts. A microcredit is a millionth of a credit; amounts are decimal integers in strings, however large. */

/** `1234567` → `1.234567`; thousands are set apart, no digit is rounded away. */
export function exactCredits(microcredits: string): string {
  if (!/^-?\d+$/.test(microcredits)) return '–';
  const amount = BigInt(microcredits);
  const size = amount < 0n ? -amount : amount;
  const integerDigits = number(size / 1_000_000n);
  const fractionDigits = String(size % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${amount < 0n ? '−' : ''}${integerDigits}${fractionDigits === '' ? '' : `.${fractionDigits}`}`;
}

/** What may have been charged, of the newest charges, in microcredits; it is in no other sum. */
export const uncertainSum = (spend: PublicProjectSpendSummary | undefined): bigint =>
  (spend?.recentRuns ?? [])
    .filter(({ chargeType }) => chargeType === PERHAPS_CHARGED_TYPE)
    .reduce((sum, { microcredits }) => sum + BigInt(microcredits), 0n);

/** Kinds of charges that the local service has. */
const KINDS: Readonly<Record<string, string>> = {
  provider: words.spend.kinds.model,
  provider_usage: words.spend.kinds.usage,
  provider_estimated: words.spend.kinds.estimated,
  node_execution: words.spend.kinds.node,
  [PERHAPS_CHARGED_TYPE]: words.spend.kinds.perhaps,
};

/** A kind of charge in letters: `provider` → `Model`, `model_call` of another service → `Model call`. */
export function chargeLabel(kind: string): string {
  const label = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (label !== undefined) return label;
  const letters = kind.replaceAll(/[_.-]+/g, ' ').trim();
  return `${letters.charAt(0).toUpperCase()}${letters.slice(1)}`;
}

/** Why, where that says more than the node beside it. */
export const chargeReason = (reason: string): string => (reason.startsWith('Execution of ') ? '' : reason);

export interface Share {
  name: string;
  microcredits: string;
  /** Of the whole, 0 to 1, for a bar. */
  fraction: number;
}

/** The amounts of one way to divide the whole, largest first. */
export function sharesOf(amounts: Readonly<Record<string, string>>, total: string): Share[] {
  const totalAmount = BigInt(total);
  return Object.entries(amounts)
    .map(([name, microcredits]) => ({
      name,
      microcredits,
      fraction: totalAmount > 0n ? Number((BigInt(microcredits) * 10_000n) / totalAmount) / 10_000 : 0,
    }))
    .toSorted((a, b) => compareAmounts(b.microcredits, a.microcredits) || compareNames(a.name, b.name));
}

export function compareAmounts(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

const lines = (rows: readonly (readonly (string | number | null | undefined)[])[]): string =>
  rows.map((row) => `${row.map((value) => csvCell(String(value ?? ''))).join(',')}\r\n`).join('');

/** Spend by node. */
export const nodesAsCsv = ({ byNode }: PublicProjectSpendSummary): string =>
  lines([
    ['nodeId', 'nodeTitle', 'nodeType', 'billedRuns', 'credits', 'microcredits', 'lastUsedAt'],
    ...byNode.map((node) => [
      node.nodeId,
      node.nodeTitle,
      node.nodeType,
      node.billedRuns,
      node.credits,
      node.microcredits,
      node.lastUsedAt,
    ]),
  ]);

/** Recent charges. */
export const chargesAsCsv = ({ recentRuns }: PublicProjectSpendSummary): string =>
  lines([
    [
      'id',
      'createdAt',
      'chargeType',
      'provider',
      'model',
      'nodeId',
      'nodeTitle',
      'nodeType',
      'credits',
      'microcredits',
      'reason',
    ],
    ...recentRuns.map((charge) => [
      charge.id,
      charge.createdAt,
      charge.chargeType,
      charge.provider,
      charge.model,
      charge.nodeId,
      charge.nodeTitle,
      charge.nodeType,
      charge.credits,
      charge.microcredits,
      charge.reason,
    ]),
  ]);
