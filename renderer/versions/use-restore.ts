import { useQueryClient } from '@tanstack/react-query';
import type { PatchOperation } from '#shared/api/index.ts';
import { emptyCanvas, type CanvasItems } from '#shared/canvas/items.ts';
import { mergeCanvas } from '#shared/canvas/merge.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { GraphVersion } from '#shared/desk/index.ts';
import { diff } from '#shared/graph/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { formatExactTime, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { OpenProject } from './ports.ts';
import { graphVersionQuery, type ProjectRef } from './queries.ts';

const t = words.versions.useRestore;

/** What makes the canvas items those of a version; a version without any takes those that came later away. */
export const canvasBack = (current: CanvasItems, canvas: CanvasItems | undefined): CanvasOperation[] =>
  mergeCanvas(current, canvas ?? emptyCanvas(), current).operations;

/** Bringing parts of a version back: each an ordinary edit, with its undo. */
export function useRestore(ref: ProjectRef, project: OpenProject) {
  const client = useQueryClient();

  const edit = (
    label: string,
    message: string,
    operations: readonly PatchOperation[],
    canvas: readonly CanvasOperation[] = [],
  ): void => {
    if (operations.length + canvas.length === 0) {
      showToast({ title: t.noBringBack, description: t.projectLikeAlready });
      return;
    }
    const { completed, rejected } = project.restore(label, operations, canvas);
    if (completed === 0) {
      showToast({
        kind: 'error',
        title: t.noCouldBroughtBack,
        description: rejected[0] ?? t.projectNoLonger,
      });
    } else if (rejected.length > 0) {
      showToast({
        title: message,
        description: t.didNotFit(rejected.length, rejected[0] ?? ''),
      });
    } else {
      showToast({ kind: 'ok', title: message, description: t.undoBack });
    }
  };

  return {
    edit,
    async full(version: GraphVersion): Promise<void> {
      try {
        const { graph, canvas } = await client.fetchQuery(graphVersionQuery(ref, version.id));
        const versionLabel = version.name ?? t.theVersionOf(formatExactTime(Date.parse(version.at)));
        edit(
          t.restore(versionLabel),
          t.restored(versionLabel),
          diff(project.getGraph(), graph),
          canvasBack(project.getCanvas(), canvas),
        );
      } catch (error) {
        showToast({
          kind: 'error',
          title: t.versionNotRestored,
          description: describeProblem(error),
        });
      }
    },
  };
}
