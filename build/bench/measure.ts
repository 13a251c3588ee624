/** Small tools for benchmarks. Every figure is read as a ratio within one run: the machines are shared and noisy. */

export interface Figure {
  name: string;
  /** What is measured, with its unit. */
  measured: { label: string; value: number; unit: string };
  /** What it is held against, measured in turns with it. */
  reference: { label: string; value: number; unit: string };
  ratio: number;
  /** What the ratio should reach: `≤ n` or `≥ n`, else a word on what it is for. */
  target: string;
  /** The ratio that has been reached: a larger one fails the benchmark. */
  budget?: number;
}

/** Figures that have become worse than what had been reached. */
export const overBudget = (figures: readonly Figure[]): Figure[] =>
  figures.filter(({ ratio, budget }) => budget !== undefined && ratio > budget);

/** Whether a figure reaches its goal; null when the goal is none that a number could reach. */
function isReached({ ratio, target }: Pick<Figure, 'ratio' | 'target'>): boolean | null {
  const [, sign, limit] = /^([≤≥]) ([\d.]+)$/.exec(target) ?? [];
  if (limit === undefined) return null;
  return sign === '≤' ? ratio <= Number(limit) : ratio >= Number(limit);
}
const outcomes = { true: 'met', false: 'missed', null: '' };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) throw new Error('A median needs at least one value.');
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value below which `share` (0..1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Runs `work` and resolves to its duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/**
 * Measures two things in turns, A B A B …, after one uncounted round, so that a drift of the machine meets both.
 * @returns the medians.
 */
export async function interleave(
  rounds: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<{ a: number; b: number }> {
  await a();
  await b();
  const as: number[] = [];
  const bs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    as.push(await a());
    bs.push(await b());
  }
  return { a: median(as), b: median(bs) };
}

export function table(figures: readonly Figure[]): string {
  const number = (value: number) =>
    value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(3);
  const rows = figures.map((figure) => [
    figure.name,
    `${number(figure.measured.value)} ${figure.measured.unit}`,
    `${number(figure.reference.value)} ${figure.reference.unit} (${figure.reference.label})`,
    figure.ratio.toFixed(2),
    figure.target,
    outcomes[`${isReached(figure)}`],
  ]);
  const head = ['benchmark', 'Patchbay', 'reference', 'ratio', 'goal', ''];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
