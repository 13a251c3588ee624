import type { TimelineDocument } from '#shared/timeline/document.ts';
import type { RippleEdit, TimelineEdit } from '#shared/timeline/edits/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** Says which tracks had no room to stay in step; nothing where all had. @param stuck ids of tracks */
export function sayStuck({ timeline }: TimelineDocument, stuck: readonly string[]): void {
  if (stuck.length === 0) return;
  const names = timeline.tracks.filter(({ id }) => stuck.includes(id)).map(({ id, name }) => name || id);
  showToast({ title: words.clips.stuck(names), description: words.clips.stuckWhy, timeout: 10_000 });
}

/** Makes an edit that keeps all tracks in step, and says which had no room for it. */
export function changeInStep(
  {
    document,
    change,
  }: { document: TimelineDocument; change: ((name: string, edit: TimelineEdit) => void) | null },
  name: string,
  edit: RippleEdit,
): void {
  let stuck: readonly string[] = [];
  change?.(name, (before) => {
    const made = edit(before);
    stuck = made?.stuck ?? [];
    return made?.document ?? null;
  });
  sayStuck(document, stuck);
}
