import { useMemo, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { pairingOf, LISTS_PIN } from '#shared/graph/list-pairing.ts';
import { inputsOfItem } from '#renderer/model/item-inputs.ts';
import { itemsOfNode, type NodeItem } from '#renderer/model/node-items.ts';
import { PICK } from '#renderer/model/pick-node.ts';
import { itemRequestOf } from '#renderer/model/picked-items.ts';
import { ItemsDrawer, type ItemRow, type RunState } from '#renderer/runs/index.ts';
import { kindOf, openViewer } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { inputListsOf } from './input-lists.ts';
import { openItems } from './open-run-output.ts';
import type { Workspace } from './use-workspace.ts';

const t = words.runs.itemsTable;

/** The items of a node in the place of the outputs: those of the run that is shown, or of the last shown that ran for items. */
export function ItemsBelow({ workspace, nodeId }: { workspace: Workspace; nodeId: string }): ReactElement {
  const { connectionId, session, actions, live } = workspace;
  const run = useRunOfItems(workspace, nodeId);
  const allRuns = useStore(workspace.runs.store, ({ runs }) => runs);
  const [retries, setRetries] = useState<ReadonlyMap<number, string>>(new Map());
  const table = live.previews.table;
  const lists = useMemo(
    () => inputListsOf(session, table, run, nodeId),
    // The lists that went into it are those of its run.
    [session, table, run, nodeId],
  );
  const source = run?.nodes[nodeId] ?? table.resultOf(nodeId, session.keys.peek(nodeId));
  const items = useMemo(
    () =>
      (source === undefined ? [] : itemsOfNode(source)).map((item, index) =>
        retriedItem(item, allRuns[retries.get(index) ?? ''], nodeId),
      ),
    [source, retries, allRuns, nodeId],
  );
  const pairing = pairingOf(session.store.getNode(nodeId)?.inputs?.[LISTS_PIN]?.value);
  const inputsOf = ({ item }: ItemRow) => inputsOfItem(lists, pairing, item.path);
  const mayPick = session.catalog.find(PICK.type) !== undefined;
  const requestOf = ({ item }: ItemRow) => itemRequestOf(lists, pairing, item.path, mayPick);
  const runItem = async (row: ItemRow): Promise<void> => {
    const request = requestOf(row);
    if (request === null) return;
    const runId = await actions.runItem(nodeId, request);
    if (runId !== null) setRetries((before) => new Map(before).set(row.index, runId));
  };
  const project = { connectionId, projectId: workspace.projectId, runId: run?.runId ?? null };
  return (
    <ItemsDrawer
      connectionId={connectionId}
      title={session.titleOf(nodeId)}
      items={items}
      columns={lists}
      inputsOf={inputsOf}
      blockerOf={(row) => (requestOf(row) === null ? t.inputsUnavailable : null)}
      onOpen={(index) => {
        session.itemsInView.set(nodeId, index);
        openItems(workspace, { nodeId, items, index, runId: project.runId });
      }}
      onOpenInput={(output, label) =>
        openViewer({ items: [{ key: label, label, output, kind: kindOf(output), ...project }], index: 0 })
      }
      onRunItem={(row) => void runItem(row)}
      onRetryFailed={() => actions.repeatRun(run?.targetNodeIds ?? [])}
      onShowOutputs={workspace.showOutputs}
      onClose={() => workspace.setOutputsOpen(false)}
    />
  );
}

/** The run whose items are shown: another one is taken up only once it runs for items too. */
function useRunOfItems({ visibleRun, runs }: Workspace, nodeId: string): RunState | undefined {
  const [last, setLast] = useState<string | null>(null);
  const hasItems = (visibleRun?.nodes[nodeId]?.items ?? null) !== null;
  if (hasItems && visibleRun && visibleRun.runId !== last) setLast(visibleRun.runId);
  const lastRun = useStore(runs.store, (state) => (last === null ? undefined : state.runs[last]));
  return hasItems ? visibleRun : (lastRun ?? visibleRun);
}

/** An item with what a run of it alone has come to. */
function retriedItem(item: NodeItem, run: RunState | undefined, nodeId: string): NodeItem {
  const node = run?.nodes[nodeId];
  if (node === undefined) return item;
  switch (node.phase) {
    case 'canceled':
    case 'skipped':
      return item;
    case 'waiting':
    case 'running':
      return { ...item, phase: 'waiting', error: null };
    case 'failed':
      return {
        ...item,
        phase: 'failed',
        error: { code: node.code ?? '', message: node.message ?? item.error?.message ?? '' },
      };
    default:
      return { ...item, phase: node.phase, outputs: node.outputs ?? {}, error: null };
  }
}
