import type { Clash } from '#shared/document/merge.ts';

const MAX_NAMED = 3;
const words: Readonly<Record<string, string>> = {
  durationSeconds: 'length',
  duration: 'length',
  startTime: 'place in time',
  trimStart: 'start in the medium',
  trimEnd: 'end in the medium',
  trackId: 'track',
  scene: 'scene',
};

const fieldOf = ({ path }: Clash): string => {
  const field = path.split('.').at(-1) ?? '';
  return words[field] ?? field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
};

/** Says in passing what both sides of a merge changed, and what became of it; null for nothing. */
export function describeClashes(clashes: readonly Clash[]): string | null {
  const changed = [...new Set(clashes.filter(({ how }) => how === 'both-changed').map(fieldOf))];
  const kept = clashes.filter(({ how }) => how !== 'both-changed').length;
  const named = changed.slice(0, MAX_NAMED).join(', ');
  const more = changed.length > MAX_NAMED ? ` and ${changed.length - MAX_NAMED} more` : '';
  const sentences = [
    ...(changed.length > 0
      ? [`Somebody else changed the same meanwhile: ${named}${more}. Yours was kept.`]
      : []),
    ...(kept > 0
      ? [
          `What one of you deleted and the other changed is still there (${kept}). Delete it again if it should go.`,
        ]
      : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Says that a draft was found which cannot be read. */
export const describeUnreadable = (kind: 'storyboard' | 'timeline'): string =>
  `Unsaved changes of this ${kind} were found on this computer and cannot be read. They are kept, but you see the last version that was saved: check your last edits.`;
