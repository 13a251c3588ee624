import { expect, test } from 'vitest';
import type { PatchOperation } from '../api/schemas/documents.ts';
import type { Graph } from '../graph/types.ts';
import { stateBeforeMerge } from './before-merge.ts';
import { advance } from './sync-machine.ts';
import type { SyncEvent, SyncSource } from './sync-events.ts';
import { initialSync, type SyncState } from './sync-state.ts';

let count = 0;
const source: SyncSource = {
  newId: () => `e${(count += 1)}`,
  newKey: () => `k${(count += 1)}`,
  now: () => '2026-01-01T00:00:00Z',
  random: () => 0.5,
};
const titled = (title: string): PatchOperation => ({ op: 'setNodeTitle', nodeId: 'a', title });
const graphWith = (title: string): Graph => ({ nodes: [{ id: 'a', type: 't/t', title }], connections: [] });
const edited = (state: SyncState, title: string): SyncState =>
  advance(state, { type: 'edited', label: 'rename', operations: [titled(title)] }, source)[0];
const fetched = (version: number, title: string): SyncEvent => ({
  type: 'fetched',
  version,
  graph: graphWith(title),
});
const opened = () => initialSync(graphWith('A'), 3, [], null);

test('edits that wait are part of what was here before somebody else’s change came', () => {
  const state = edited(opened(), 'Mine');
  expect(stateBeforeMerge(state, fetched(4, 'Theirs'))).toEqual({ version: 3, graph: graphWith('Mine') });
});

test('a choice between both sides keeps what was edited until then', () => {
  const [clashing] = advance(edited(opened(), 'Mine'), fetched(4, 'Theirs'), source);
  expect(clashing.clash).not.toBeNull();
  const later = edited(clashing, 'Mine, later');
  const state = stateBeforeMerge(later, { type: 'resolved', choices: new Map() });
  expect(state?.graph).toEqual(graphWith('Mine, later'));
});

test('nothing is merged without edits, with the same document, or with an older one', () => {
  expect(stateBeforeMerge(opened(), fetched(4, 'Theirs'))).toBeNull();
  const state = edited(opened(), 'Mine');
  expect(stateBeforeMerge(state, fetched(4, 'A'))).toBeNull();
  expect(stateBeforeMerge(state, fetched(2, 'Old'))).toBeNull();
});
