import type { TimelineDocument } from '#shared/timeline/document.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** Says which tracks had no room to stay in step; nothing where all had. @param stuck ids of tracks */
export function sayStuck({ timeline }: TimelineDocument, stuck: readonly string[]): void {
  if (stuck.length === 0) return;
  const names = timeline.tracks.filter(({ id }) => stuck.includes(id)).map(({ id, name }) => name || id);
  showToast({ title: words.clips.stuck(names), description: words.clips.stuckWhy, timeout: 10_000 });
}
