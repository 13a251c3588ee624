import { words } from '#renderer/words/index.ts';

const t = words.ui.startedBy;

/**
 * Who of the account started something, as a line of facts says it: `by Ann`.
 * @param startedBy null of somebody whose key belongs to no person; undefined of whoever works here
 * @returns empty of whoever works here
 */
export function startedByLabel(startedBy: string | null | undefined): string {
  if (startedBy === undefined) return '';
  return startedBy === null ? t.somebody : t.by(startedBy.slice(0, 100));
}
