import { outputsOf } from '#renderer/runs/index.ts';
import { openViewer, type ViewedItem } from '#renderer/viewer/index.ts';
import { outputLabels } from './output-labels.ts';
import type { Workspace } from './use-workspace.ts';

/**
 * Looks closely at an output of the run that is shown. Nothing happens when the run has no such output.
 * @param key `node.pin`, or the name that the run gives it.
 */
export function openRunOutput({ connectionId, projectId, session, shownRun }: Workspace, key: string): void {
  if (!shownRun) return;
  const labelOf = outputLabels(session);
  const listed = outputsOf(shownRun, labelOf);
  // Outputs of inner nodes can be looked at as well; the gallery has only those of the run.
  const inner = Object.values(shownRun.nodes).flatMap((node) =>
    Object.entries(node.outputs ?? {})
      .map(([pin, output]) => [`${node.nodeId}.${pin}`, output] as const)
      .filter(([name]) => name === key),
  );
  const outputs = listed.some((named) => named.key === key)
    ? listed
    : outputsOf({ ...shownRun, outputs: Object.fromEntries(inner) }, labelOf);
  const items: ViewedItem[] = outputs.map((named) => ({
    ...named,
    connectionId,
    projectId,
    runId: shownRun.runId,
  }));
  openViewer({ items, index: items.findIndex((item) => item.key === key) });
}
