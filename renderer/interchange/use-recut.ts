import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  applyRecut,
  compareRecut,
  keyOf,
  validateTimeline,
  type Recut,
  type TimelineDocument,
} from '#shared/timeline/index.ts';
import { describeProblem, isConflict } from '#renderer/desk/index.ts';
import { timelineKeys, timelineQuery } from '#renderer/timeline/index.ts';
import type { Imported } from './otio-requests.ts';
import { storeRecut } from './otio-requests.ts';

interface Comparison {
  before: TimelineDocument;
  after: TimelineDocument;
  version: number;
  recut: Recut;
  chosen: ReadonlySet<string>;
}

/** The timeline of a project beside what came back of it, and taking what one wants of that. */
export function useRecut(
  connectionId: string,
  projectId: string | null,
): {
  comparison: Comparison | null;
  problem: string | null;
  isStoring: boolean;
  compare: (imported: Imported) => Promise<void>;
  choose: (chosen: ReadonlySet<string>) => void;
  /** @returns whether it is stored. */
  take: () => Promise<boolean>;
} {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStoring, setStoring] = useState(false);
  const client = useQueryClient();
  return {
    comparison,
    problem,
    isStoring,
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
          before: before.document,
          after: after.document,
          version: stored.version,
          recut,
          chosen,
        });
      } catch (error) {
        setProblem(describeProblem(error));
      }
    },
    choose: (chosen) => setComparison(comparison && { ...comparison, chosen }),
    async take() {
      if (!comparison || projectId === null) return false;
      const { before, after, version, recut, chosen } = comparison;
      setStoring(true);
      try {
        const document = applyRecut(before, after, recut, chosen);
        await storeRecut({ connectionId, projectId, document, expectedVersion: version });
        await client.invalidateQueries({ queryKey: timelineKeys.of(connectionId, projectId) });
        return true;
      } catch (error) {
        setProblem(
          isConflict(error)
            ? 'The timeline was changed meanwhile. Close this, and import the file once more to compare it again.'
            : describeProblem(error),
        );
        return false;
      } finally {
        setStoring(false);
      }
    },
  };
}
