import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  compareRecut,
  keyOf,
  validateTimeline,
  type Recut,
  type TimelineDocument,
} from '#shared/timeline/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { reviewRecut, timelineQuery } from '#renderer/timeline/index.ts';
import type { Imported } from './otio-requests.ts';

interface Comparison {
  after: TimelineDocument;
  recut: Recut;
  chosen: ReadonlySet<string>;
}

/** The timeline of a project beside what came back of it, and what one wants of that. */
export function useRecut(
  connectionId: string,
  projectId: string | null,
): {
  comparison: Comparison | null;
  problem: string | null;
  compare: (imported: Imported) => Promise<void>;
  choose: (chosen: ReadonlySet<string>) => void;
  /** Shows it on the timeline, or takes what is chosen there: as one step that can be taken back. */
  review: (filename: string, takesAtOnce: boolean) => void;
} {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();
  return {
    comparison,
    problem,
    async compare(imported) {
      try {
        const stored = await client.fetchQuery({ ...timelineQuery(connectionId, projectId), staleTime: 0 });
        const [before, after] = [
          validateTimeline(stored.document),
          validateTimeline(imported.response.document),
        ];
        if (!before.ok || !after.ok) {
          setProblem('One of the two timelines cannot be read, so they cannot be compared.');
          return;
        }
        const recut = compareRecut(before.document, after.document);
        const chosen = new Set(recut.changes.map(keyOf));
        setProblem(null);
        setComparison({
          after: after.document,
          recut,
          chosen,
        });
      } catch (error) {
        setProblem(describeProblem(error));
      }
    },
    choose: (chosen) => setComparison(comparison && { ...comparison, chosen }),
    review(filename, takesAtOnce) {
      if (!comparison || projectId === null) return;
      const { after, chosen } = comparison;
      reviewRecut(connectionId, projectId, { filename, after, chosen, takesAtOnce });
    },
  };
}
