import { useState } from 'react';
import { cutFormatOf } from '#shared/timeline/cut-formats.ts';
import {
  compareRecut,
  keyOf,
  validateTimeline,
  type Recut,
  type TimelineDocument,
} from '#shared/timeline/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { mediaDocuments, UnsoundDocument } from '#renderer/documents/index.ts';
import { reviewRecut } from '#renderer/timeline/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Imported } from './otio-requests.ts';

interface Comparison {
  after: TimelineDocument;
  recut: Recut;
  selected: ReadonlySet<string>;
}

/** The timeline of a project beside what came back of it, and what one wants of that. */
export function useRecut(
  connectionId: string,
  projectId: string | null,
): {
  comparison: Comparison | null;
  problem: string | null;
  /** @param filename of the file that came: what its format cannot say is no difference. */
  compare: (imported: Imported, filename: string) => Promise<void>;
  select: (selected: ReadonlySet<string>) => void;
  /** Shows it on the timeline, or takes what is chosen there: as one step that can be taken back. */
  review: (filename: string, appliesImmediately: boolean) => void;
} {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    comparison,
    problem,
    async compare(imported, filename) {
      if (projectId === null) return;
      // As it is in this window, with what is not yet saved.
      const { session, leave } = mediaDocuments.timeline.open(connectionId, projectId);
      try {
        const before = (await session).getState().document;
        const after = validateTimeline(imported.response.document);
        if (!after.ok) {
          setProblem(words.clips.notCompared);
          return;
        }
        const recut = compareRecut(before, after.document, false, cutFormatOf(filename) ?? 'otio');
        const selected = new Set(recut.changes.map(keyOf));
        setProblem(null);
        setComparison({
          after: after.document,
          recut,
          selected,
        });
      } catch (error) {
        setProblem(error instanceof UnsoundDocument ? words.clips.notCompared : describeProblem(error));
      } finally {
        leave();
      }
    },
    select: (selected) => setComparison(comparison && { ...comparison, selected }),
    review(filename, appliesImmediately) {
      if (!comparison || projectId === null) return;
      const { after, selected } = comparison;
      reviewRecut(connectionId, projectId, {
        filename,
        format: cutFormatOf(filename) ?? 'otio',
        after,
        selected,
        isImmediate: appliesImmediately,
      });
    },
  };
}
