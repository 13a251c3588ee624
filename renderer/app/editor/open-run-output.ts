import { useEffect, useMemo, useRef } from 'react';
import { endpoints, isFileOutput, itemKey, type RunOutput } from '#shared/api/index.ts';
import { apiFor, describeProblem } from '#renderer/desk/index.ts';
import { itemInView, itemsIn } from '#renderer/editor/index.ts';
import type { NodeItem } from '#renderer/model/node-items.ts';
import { siblingItems, missingItem, outputsOf } from '#renderer/runs/index.ts';
import { kindOf, openViewer, type ViewedItem } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { outputLabels } from '../runs/output-labels.ts';
import type { Workspace } from './use-workspace.ts';

const t = words.appEditor.openRunOutput;

/**
 * Looks closely at an output of the run that is shown. Nothing happens when the run has no such output.
 * @param key `node.pin`, or the name that the run gives it.
 */
export function openRunOutput(
  { connectionId, projectId, session, visibleRun }: Workspace,
  key: string,
): void {
  if (!visibleRun) return;
  const labelOf = outputLabels(session);
  const namedOutputs = outputsOf(visibleRun, labelOf, session.name);
  // Outputs of inner nodes can be looked at as well; the gallery has only those of the run.
  const inner = Object.values(visibleRun.nodes).flatMap((node) =>
    Object.entries(node.outputs ?? {})
      .map(([pin, output]) => [`${node.nodeId}.${pin}`, output] as const)
      .filter(([name]) => name === key),
  );
  const outputs = namedOutputs.some((named) => named.key === key)
    ? namedOutputs
    : outputsOf({ ...visibleRun, outputs: Object.fromEntries(inner) }, labelOf, session.name);
  const isItem = visibleRun.items?.[key] !== undefined;
  const viewed = isItem ? siblingItems(visibleRun, key, outputs) : outputs;
  const items: ViewedItem[] = viewed.map((named) => ({
    ...named,
    connectionId,
    projectId,
    runId: visibleRun.runId,
  }));
  openViewer({ items, index: items.findIndex((item) => item.key === key) });
}

/**
 * Looks closely at what a node shows: of the run that is shown, among its other outputs, else what a preview or an earlier run made.
 */
function openNodeOutput(workspace: Workspace, nodeId: string, pin: string): void {
  const { connectionId, projectId, session, visibleRun, live } = workspace;
  const nodeItems = itemsIn(session, live.previews.table, nodeId);
  if (nodeItems.length > 0) {
    const index = itemInView(session, nodeId, nodeItems)?.index ?? 0;
    openItems(workspace, { nodeId, items: nodeItems, index, runId: visibleRun?.runId ?? null });
    return;
  }
  const result = live.previews.table.resultOf(nodeId, session.keys.peek(nodeId));
  const pinOutput = result?.outputs[pin];
  const ofRun = visibleRun?.nodes[nodeId]?.outputs?.[pin];
  if (result === undefined || pinOutput === undefined || isSameFile(pinOutput, ofRun)) {
    openRunOutput(workspace, `${nodeId}.${pin}`);
    return;
  }
  const key = `${nodeId}.${pin}`;
  const label = outputLabels(session)(key);
  const item = { key, label, output: pinOutput, kind: kindOf(pinOutput) };
  openViewer({
    items: [{ ...item, connectionId, projectId, runId: result.isPreview ? null : result.runId }],
    index: 0,
  });
}

/** Looks closely at the items of a node, one after another; one that is missing says why in its place. */
export function openItems(
  { connectionId, projectId, session }: Workspace,
  {
    nodeId,
    items,
    index,
    runId,
  }: { nodeId: string; items: readonly NodeItem[]; index: number; runId: string | null },
): void {
  const title = session.titleOf(nodeId);
  const viewed = items.map(({ trace, error, outputs, path }): ViewedItem => {
    const [pin, output] = Object.entries(outputs)[0] ?? [];
    const key = itemKey(`${nodeId}.${pin ?? ''}`, path);
    const item = { trace, error: error ?? (output ? null : { code: 'NOT_LISTED', message: t.unavailable }) };
    const savedAs = { project: session.name, version: null, title, path: trace.join(', ') };
    const shared = { connectionId, projectId, runId, nodeId, savedAs };
    if (output === undefined || error !== null) return { ...missingItem(key, item), label: title, ...shared };
    return { key, label: title, output, kind: kindOf(output), item, ...shared };
  });
  openViewer({ items: viewed, index });
}

const isSameFile = (a: RunOutput, b: RunOutput | undefined): boolean =>
  b !== undefined && isFileOutput(a) && isFileOutput(b) && a.fileId === b.fileId;

/** Looks closely at a file that a node holds. */
async function openInputFile({ connectionId, projectId, notify }: Workspace, fileId: string): Promise<void> {
  try {
    const file = await apiFor(connectionId)(endpoints.files.get, { params: { file_id: fileId } });
    const { filename, contentType, sizeBytes } = file;
    const output = { type: 'file', fileId, filename, contentType, sizeBytes };
    const named = { key: fileId, label: filename, output, kind: kindOf(output) };
    openViewer({ items: [{ ...named, connectionId, projectId, runId: null }], index: 0 });
  } catch (error) {
    notify({ kind: 'error', title: t.fileNot, description: describeProblem(error) });
  }
}

/** What the canvas opens, as functions that stay the same while the workspace changes. */
export function useOpenOutputs(workspace: Workspace): {
  output: (nodeId: string, pin: string) => void;
  file: (fileId: string) => void;
  items: (nodeId: string) => void;
} {
  const latest = useRef(workspace);
  useEffect(() => {
    latest.current = workspace;
  });
  return useMemo(
    () => ({
      output: (nodeId, pin) => openNodeOutput(latest.current, nodeId, pin),
      file: (fileId) => void openInputFile(latest.current, fileId),
      items: (nodeId) => latest.current.showItems(nodeId),
    }),
    [],
  );
}
