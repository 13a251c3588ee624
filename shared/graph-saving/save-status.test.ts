import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { advance, graphKind, initialGraph, statusOf, type GraphEvent, type GraphState } from './index.ts';

const setText: PatchOperation = {
  op: 'setNodeInput',
  nodeId: 'a',
  input: 'text',
  value: { type: 'string', value: 'mine' },
};
const source = {
  newId: () => 'edit_1',
  newKey: () => 'key_1',
  now: () => '2026-01-01T00:00:00Z',
  random: () => 0,
};

/** A document with one edit on screen that the journal has not answered for. */
function edited(): GraphState {
  const graph = { nodes: [{ id: 'a', type: 'text/join' }], connections: [] };
  return after(initialGraph(graph, 1), {
    type: 'edited',
    change: { label: 'edit', operations: [setText], canvas: [] },
  });
}
const after = (state: GraphState, event: GraphEvent): GraphState =>
  advance(graphKind(null, source), state, event)[0];

describe('while the journal has not answered nothing calls an edit saved', () => {
  it.each<[string, (state: GraphState) => GraphState]>([
    ['without the service', (state) => ({ ...state, offline: true })],
    ['refused', (state) => ({ ...state, phase: { kind: 'refused', message: 'Too long.' } })],
    ['without a key', (state) => ({ ...state, phase: { kind: 'key-needed', request: null } })],
  ])('%s', (_name, make) => {
    const state = make(edited());
    expect(statusOf(state)).toMatchObject({ isJournaling: true });
    expect(statusOf(after(state, { type: 'journaled', ids: ['edit_1'] }))).not.toHaveProperty('isJournaling');
  });

  it('with all well it is being saved, and saved locally once the journal has answered', () => {
    const state = edited();
    expect(statusOf(state).kind).toBe('saving');
    expect(statusOf(after(state, { type: 'journaled', ids: ['edit_1'] })).kind).toBe('journaled');
  });
});
