import { clashRule, type ClashOf, type ClashRule } from '#shared/documents/clash.ts';
import { words } from '#renderer/words/index.ts';

const t = words.documents.clashWords;

const MAX_NAMED = 3;
const fieldNames: Readonly<Record<string, string>> = {
  durationSeconds: t.lengthOf,
  duration: t.lengthOf,
  startTime: t.positionTime,
  trimStart: t.startMedium,
  trimEnd: t.endMedium,
  trackId: t.trackOf,
  scene: t.sceneOf,
};

const fieldOf = ({ path }: ClashOf<'document'>): string => {
  const field = path.split('.').at(-1) ?? '';
  return fieldNames[field] ?? field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
};

const listed = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') +
  (names.length > MAX_NAMED ? t.andOverflow(names.length - MAX_NAMED) : '');

/** Says in passing what both sides of a merge changed, and what became of it; null for nothing. */
export function describeClashes(clashes: readonly ClashOf<'document'>[]): string | null {
  const ruledBy = (rule: ClashRule) => clashes.filter((clash) => clashRule(clash) === rule);
  const changed = [...new Set(ruledBy('mine').map(fieldOf))];
  const joined = [...new Set(ruledBy('both').map(fieldOf))];
  const preserved = ruledBy('changed').length;
  const sentences = [
    ...(changed.length > 0 ? [t.somebodyElseChangedSame(listed(changed))] : []),
    ...(joined.length > 0 ? [words.saving.textsJoined(listed(joined))] : []),
    ...(preserved > 0 ? [t.youDeletedChangedDelete(preserved)] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Says that a draft was found which cannot be read. */
export const describeUnreadable = (kind: 'storyboard' | 'timeline'): string =>
  t.unsavedChangesFoundComputer(kind);
