import { diffLines } from 'diff';
import { DEFAULT_LIMITS, parseJson } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.viewer.textLines;

/** Characters of each text that are compared. */
const MAX_COMPARED = 200_000;
/** How long a comparison may take. */
const TIMEOUT_MS = 1500;
/** Equal lines that are shown around a change. */
const CONTEXT_LINES = 3;

export type DiffLine =
  | { kind: 'same' | 'added' | 'removed'; text: string }
  /** Equal lines that are left out. */
  | { kind: 'gap'; count: number };

export interface LineDiff {
  lines: DiffLine[];
  added: number;
  removed: number;
  /** Whether only the beginnings were compared. */
  isCut: boolean;
}

const PARSE_OPTIONS = {
  label: t.theText,
  hint: t.compared,
  limits: { ...DEFAULT_LIMITS, bytes: 4 * MAX_COMPARED },
};

/** JSON as it is written by hand; other text as it is. */
function readable(text: string): string {
  const start = text.trimStart()[0];
  if (start !== '{' && start !== '[') return text;
  const parsed = parseJson(text, PARSE_OPTIONS);
  return parsed.ok ? JSON.stringify(parsed.value, null, 2) : text;
}

const linesOf = (text: string): string[] => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');

/** What was added and removed, line by line. @returns null when the texts differ too much to compare in time. */
export function diffOf(first: string, second: string): LineDiff | null {
  const isCut = first.length > MAX_COMPARED || second.length > MAX_COMPARED;
  const [leftText, rightText] = [first, second].map((text) =>
    readable(isCut ? text.slice(0, MAX_COMPARED) : text),
  );
  const changes = diffLines(`${leftText}\n`, `${rightText}\n`, { timeout: TIMEOUT_MS });
  if (changes === undefined) return null;
  const lines: DiffLine[] = [];
  let [added, removed] = [0, 0];
  for (const [index, change] of changes.entries()) {
    const texts = linesOf(change.value);
    if (change.added) added += texts.length;
    if (change.removed) removed += texts.length;
    const kind = change.added ? 'added' : change.removed ? 'removed' : 'same';
    if (kind !== 'same') lines.push(...texts.map((text) => ({ kind, text }) as const));
    else lines.push(...contextOf(texts, index === 0, index === changes.length - 1));
  }
  return { lines, added, removed, isCut };
}

/** Equal lines next to changes, with a gap for those further away. */
function contextOf(texts: readonly string[], isFirst: boolean, isLast: boolean): DiffLine[] {
  const before = isFirst ? 0 : CONTEXT_LINES;
  const after = isLast ? 0 : CONTEXT_LINES;
  const same = (sameLines: readonly string[]): DiffLine[] =>
    sameLines.map((text) => ({ kind: 'same', text }));
  const hidden = texts.length - before - after;
  if (hidden <= 1) return same(texts);
  return [
    ...same(texts.slice(0, before)),
    { kind: 'gap', count: hidden },
    ...same(texts.slice(texts.length - after)),
  ];
}
