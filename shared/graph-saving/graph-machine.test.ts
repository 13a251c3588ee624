import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { findNode } from '../graph/index.ts';
import { modelStart, ModelPage, ModelService, RETRY_AFTER_MS } from '../testing/graph-model.ts';
import { advance, clashId, graphKind, initialGraph, openClash, statusOf, type GraphState } from './index.ts';

const note = (value: string): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'a',
  input: 'note',
  value: { type: 'string', value },
});
const noteIn = (page: ModelPage): unknown => findNode(page.screen, 'a')?.inputs?.['note']?.value;

const stageOf = ({ phase }: GraphState): string | null => (phase.kind === 'sending' ? phase.stage : null);

/** Performs what waits until a state is reached. */
function until(page: ModelPage, reached: (state: GraphState) => boolean): void {
  for (let step = 0; step < 50 && !reached(page.state); step += 1) page.perform('works');
  expect(reached(page.state)).toBe(true);
}
const answer = (page: ModelPage, side: 'mine' | 'theirs'): void => {
  const clashes = openClash(page.state)?.clashes ?? [];
  page.dispatch({ type: 'resolved', choices: new Map(clashes.map((one) => [clashId(one), side])) });
};

describe('a question', () => {
  it.each(['mine', 'theirs'] as const)('answered with %s is not asked again, restart or not', (side) => {
    const service = new ModelService();
    const page = new ModelPage(service);
    page.edit([note('mine')]);
    service.someoneElse([note('theirs')]);
    until(page, (state) => openClash(state) !== null);
    answer(page, side);
    expect(noteIn(page)).toBe(side);
    until(page, () => page.waiting.length === 0 || page.waiting[0]?.type === 'schedule-save');
    // Somebody else saves something different meanwhile, and the window is killed.
    service.someoneElse([{ op: 'setNodeTitle', nodeId: 'b', title: 'Theirs' }]);
    page.restart();
    expect(openClash(page.state)).toBeNull();
    page.dispatch({ type: 'save-due' });
    for (let step = 0; step < 50; step += 1) page.perform('works');
    expect([openClash(page.state), statusOf(page.state)]).toEqual([
      null,
      { kind: 'saved', version: service.version },
    ]);
    expect(findNode(service.graph, 'a')?.inputs?.['note']?.value).toBe(side);
  });

  it('that stays open while more is edited does not ask again about what was answered', () => {
    const service = new ModelService();
    const page = new ModelPage(service);
    page.edit([note('mine'), { op: 'setNodeTitle', nodeId: 'b', title: 'Mine' }]);
    service.someoneElse([note('theirs'), { op: 'setNodeTitle', nodeId: 'b', title: 'Theirs' }]);
    until(page, (state) => openClash(state) !== null);
    expect(
      openClash(page.state)
        ?.clashes.map(({ field }) => field)
        .sort(),
    ).toEqual(['inputs.note', 'title']);
    answer(page, 'mine');
    // The response of the save is lost, and another version is there when it is asked again.
    until(page, (state) => stageOf(state) === 'writing');
    page.perform('works');
    service.someoneElse([{ op: 'moveNode', nodeId: 'b', position: { x: 5, y: 5 } }]);
    page.settle();
    expect(noteIn(page)).toBe('mine');
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: service.version });
  });
});

describe('a service that went back', () => {
  const restored = () => {
    const service = new ModelService();
    const page = new ModelPage(service);
    page.edit([note('first')]);
    page.settle();
    const backup = { graph: service.graph, version: service.version };
    page.edit([note('second')]);
    page.settle();
    Object.assign(service, backup);
    page.dispatch({ type: 'noticed', version: service.version });
    until(page, (state) => state.phase.kind === 'older');
    return { service, page };
  };

  it('is asked about, and nothing is sent meanwhile, whatever is edited', () => {
    const { service, page } = restored();
    page.edit([{ op: 'setNodeTitle', nodeId: 'b', title: 'Later' }]);
    page.settle();
    expect(statusOf(page.state)).toMatchObject({ kind: 'older', theirs: 2, mine: 3, waiting: 1 });
    expect([service.version, service.graph.nodes[1]?.title]).toEqual([2, undefined]);
    expect(noteIn(page)).toBe('second');
  });

  it('takes everything from here, or goes on with what it holds', () => {
    const mine = restored();
    mine.page.dispatch({ type: 'older-resolved', side: 'mine' });
    mine.page.settle();
    expect([mine.service.version, noteIn(mine.page)]).toEqual([3, 'second']);
    const taken = restored();
    taken.page.edit([{ op: 'setNodeTitle', nodeId: 'b', title: 'Later' }]);
    taken.page.dispatch({ type: 'older-resolved', side: 'theirs' });
    taken.page.settle();
    expect([noteIn(taken.page), taken.service.graph.nodes[1]?.title]).toEqual(['first', 'Later']);
  });
});

describe('waiting', () => {
  const asked = () => {
    const page = new ModelPage(new ModelService());
    page.edit([note('mine')]);
    until(page, (state) => stageOf(state) === 'sent');
    page.perform('busy');
    return page;
  };

  it('as long as the service says: a network that is back does not hasten it', () => {
    const page = asked();
    expect(page.waiting).toContainEqual({ type: 'wait', ms: RETRY_AFTER_MS });
    page.dispatch({ type: 'online' });
    expect(stageOf(page.state)).toBe('waiting');
  });

  it('also when it was asked for as the document was read: edits do not go out before, nor does anybody look', () => {
    const service = new ModelService();
    const page = new ModelPage(service);
    page.dispatch({ type: 'noticed', version: 2 });
    page.perform('busy');
    expect(page.waiting.splice(0)).toEqual([
      { type: 'wait', ms: expect.toSatisfy((ms) => ms >= RETRY_AFTER_MS) },
    ]);
    page.edit([note('mine')]);
    page.perform('works');
    page.perform('works');
    page.dispatch({ type: 'noticed', version: 3 });
    page.dispatch({ type: 'online' });
    // A full disk may have room now; the service is left alone.
    expect(page.waiting).toEqual([]);
    expect(page.state.pending).toHaveLength(1);
    page.dispatch({ type: 'retry-due' });
    page.settle();
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 2 });
  });

  it('ends when the person says so', () => {
    const page = asked();
    page.dispatch({ type: 'retry' });
    expect(stageOf(page.state)).toBe('sent');
  });
});

it('says that edits are in the page alone, whatever else there is to say', () => {
  const page = new ModelPage(new ModelService());
  page.edit([note('mine')]);
  until(page, (state) => stageOf(state) === 'sent');
  page.perform('key');
  page.dispatch({ type: 'journal-failed', message: 'The disk is full.' });
  expect(statusOf(page.state)).toEqual({
    kind: 'key-needed',
    waiting: 1,
    journalProblem: 'The disk is full.',
  });
  const [{ id } = { id: '' }] = page.state.pending;
  page.dispatch({ type: 'journaled', ids: [id] });
  expect(statusOf(page.state)).toEqual({ kind: 'key-needed', waiting: 1 });
});

it('edits wait for a key, and go out under the same idempotency key when there is one', () => {
  const service = new ModelService();
  const page = new ModelPage(service);
  page.edit([note('mine')]);
  until(page, (state) => stageOf(state) === 'sent');
  page.perform('key');
  page.edit([{ op: 'setNodeTitle', nodeId: 'b', title: 'Later' }]);
  while (page.waiting.length > 0) page.perform('works');
  expect(statusOf(page.state)).toEqual({ kind: 'key-needed', waiting: 2 });
  expect(service.version).toBe(1);
  page.dispatch({ type: 'online' });
  page.settle();
  expect([statusOf(page.state).kind, page.broken]).toEqual(['saved', []]);
});

it('a project that is there again after it was gone goes on', () => {
  const page = new ModelPage(new ModelService());
  page.edit([note('mine')]);
  page.dispatch({ type: 'fetch-failed', outcome: { kind: 'gone' } });
  page.perform('works');
  page.perform('works');
  expect(statusOf(page.state)).toEqual({ kind: 'gone', waiting: 1 });
  page.dispatch({ type: 'noticed', version: 1 });
  page.settle();
  expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 2 });
});

it('late responses change nothing', () => {
  const state = initialGraph(modelStart, 1);
  const source = { newId: () => '1', newKey: () => 'k', now: () => '', random: () => 0 };
  const late = {
    type: 'responded',
    key: 'long gone',
    version: 9,
    document: { graph: modelStart },
  } as const;
  expect(advance(graphKind(null, source), state, late)).toEqual([state, []]);
});
