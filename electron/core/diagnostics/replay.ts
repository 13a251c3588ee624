import { z } from 'zod';
import { EditableGraph, PatchOperation } from '#shared/api/schemas/documents.ts';
import { applyOperations, type Graph } from '#shared/graph/index.ts';
import {
  advance,
  graphKind,
  graphOnScreen,
  initialGraph,
  type GraphEffect,
  type GraphEvent,
  type Metadata,
  type SavingSource,
  type GraphState,
} from '#shared/graph-saving/index.ts';

/**
 * Plays the edits of a bundle's project again, through the machine that saved them and a service that keeps to the rules:
 * first what was saved, then what waited. The end is the project as it was on screen, with its texts hidden.
 */

export const BundledEdits = z.object({
  document: z.object({ version: z.int(), graph: EditableGraph }).nullable(),
  saved: z.array(z.object({ fromVersion: z.int(), toVersion: z.int(), operations: z.array(PatchOperation) })),
  journal: z.array(z.unknown()),
});
export type BundledEdits = z.infer<typeof BundledEdits>;

/** The lines that add edits or take them away; others say who wrote, and what was on its way. */
const EditLine = z.union([
  z.object({
    t: z.literal('entry'),
    entry: z.looseObject({ id: z.string(), label: z.string(), operations: z.array(PatchOperation) }),
  }),
  z.object({ t: z.literal('taken'), entryIds: z.array(z.string()) }),
  z.object({
    t: z.literal('replaced'),
    entryIds: z.array(z.string()),
    entries: z.array(
      z.looseObject({ id: z.string(), label: z.string(), operations: z.array(PatchOperation) }),
    ),
  }),
]);

export interface Replayed {
  /** What was on screen. */
  graph: Graph;
  /** The version the service had last. */
  version: number;
  /** Requests that the replay sent. */
  submitted: number;
}

/** Edits of the journal that nobody has taken, in order. */
function pendingEdits(lines: readonly unknown[]): { label: string; operations: PatchOperation[] }[] {
  const pending = new Map<string, { label: string; operations: PatchOperation[] }>();
  for (const line of lines) {
    const parsed = EditLine.safeParse(line);
    if (!parsed.success) continue;
    if (parsed.data.t === 'entry') pending.set(parsed.data.entry.id, parsed.data.entry);
    else for (const id of parsed.data.entryIds) pending.delete(id);
    if (parsed.data.t === 'replaced')
      for (const editEntry of parsed.data.entries) pending.set(editEntry.id, editEntry);
  }
  return [...pending.values()];
}

/** @throws Error when a saved edit cannot be applied: then the bundle shows a fault, which is what it is for. */
export function replayEdits(bundled: BundledEdits): Replayed {
  const start = bundled.document ?? { version: 0, graph: { nodes: [], connections: [] } };
  let server: { version: number; graph: Graph; metadata?: Metadata | undefined } = start;
  let next = start.version;
  let count = 0;
  let requestCount = 0;
  const newId = () => String((count += 1)).padStart(9, '0');
  const source: SavingSource = {
    newId,
    newKey: newId,
    now: () => '1970-01-01T00:00:00.000Z',
    random: () => 0,
  };
  const kind = graphKind(null, source);
  let state: GraphState = initialGraph(start.graph, start.version);

  function dispatch(event: GraphEvent): void {
    const [after, effects] = advance(kind, state, event);
    state = after;
    for (const effect of effects) perform(effect);
  }

  function perform(effect: GraphEffect): void {
    if (effect.type === 'journal') dispatch({ type: 'journaled', ids: effect.entries.map(({ id }) => id) });
    if (effect.type === 'record-request') {
      dispatch({ type: 'request-recorded', key: effect.key });
    }
    if (effect.type !== 'send') return;
    requestCount += 1;
    if ('operations' in effect.payload) {
      const applied = applyOperations(server.graph, effect.payload.operations);
      if (!applied.ok) throw new Error(`The edit saved as version ${next}: ${applied.rejection.reason}`);
      server = { ...server, version: next, graph: applied.graph };
    } else server = { ...server, version: next, ...effect.payload };
    dispatch({ type: 'responded', key: effect.key, version: server.version, document: server });
  }

  for (const { fromVersion, toVersion, operations } of bundled.saved) {
    // An edit that does not follow on what is known (others saved in between) cannot be played.
    if (fromVersion !== server.version) continue;
    const applied = applyOperations(server.graph, operations);
    if (!applied.ok) throw new Error(`The edit saved as version ${toVersion}: ${applied.rejection.reason}`);
    next = toVersion;
    dispatch({ type: 'edited', change: { label: 'saved', operations } });
    dispatch({ type: 'save-due' });
    if (server.version === toVersion) continue;
    // The machine sends nothing that changes nothing; the service had made a version of it all the same.
    server = { version: toVersion, graph: applied.graph };
    dispatch({ type: 'fetched', version: server.version, document: server });
  }
  for (const { label, operations } of pendingEdits(bundled.journal)) {
    dispatch({ type: 'edited', change: { label, operations } });
  }
  return {
    graph: graphOnScreen(state).graph,
    version: state.version,
    submitted: requestCount,
  };
}
