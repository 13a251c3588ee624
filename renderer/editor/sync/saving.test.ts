import { describe, expect, it } from 'vitest';
import { sameGraph } from '#shared/graph/diff.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import { clashId, openClash, statusOf } from '#shared/graph-saving/index.ts';
import * as fc from '#shared/testing/property.ts';
import { ModelPage, ModelServer, touchedPart } from '../testing/saving-model.ts';
import { setText, threeNodes } from '../testing/three-nodes.ts';

describe('saving', () => {
  it('goes from saving to journaled to saved, one request for typing', () => {
    const page = new ModelPage(new ModelServer());
    for (const text of ['h', 'he', 'hey']) page.store.applyEdit('type', [setText('a', 'text', text)]);
    expect(statusOf(page.state).kind).toBe('saving');
    while (
      page.waiting[0]?.type !== 'schedule-save' ||
      page.waiting.some((effect) => effect.type === 'journal')
    ) {
      page.perform(page.waiting.findIndex((effect) => effect.type === 'journal'));
    }
    expect(statusOf(page.state)).toEqual({ kind: 'journaled', waiting: 1 });
    page.settle();
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 2 });
    expect(page.server.writes).toBe(1);
    expect(page.journal).toEqual([]);
  });

  it('sends again under the same key when the response was lost, and it counts once', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [setText('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    page.perform(0, 'response-lost');
    page.settle();
    expect(page.server.writes).toBe(1);
    expect(page.server.methods).toEqual(['PATCH', 'PATCH']);
    expect(new Set(page.written).size).toBe(1);
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 2 });
  });

  it('says offline with the number of changes, and sends them when the network is back', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [setText('a', 'text', 'x')]);
    page.store.applyEdit('type', [setText('b', 'text', 'y')]);
    for (let lost = 0; lost < 2; lost += 1) {
      while (page.waiting[0]?.type !== 'send') page.perform(0);
      page.perform(0, 'lost');
    }
    expect(statusOf(page.state)).toEqual({ kind: 'offline', waiting: 2 });
    page.settle();
    expect(statusOf(page.state).kind).toBe('saved');
    expect(sameGraph(page.server.graph, page.store.getGraph())).toBe(true);
  });

  it('waits exactly as long as Retry-After says', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [setText('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    const [effect] = page.waiting.splice(0, 1);
    if (effect?.type !== 'send') throw new Error('A request was expected.');
    page.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'busy', retryAfterMs: 7000 } });
    expect(page.waiting).toContainEqual({ type: 'wait', ms: 7000 });
  });

  it('never asks again at once, though a busy server says so', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [setText('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    const [effect] = page.waiting.splice(0, 1);
    if (effect?.type !== 'send') throw new Error('A request was expected.');
    page.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'busy', retryAfterMs: 0 } });
    expect(page.waiting).toContainEqual({ type: 'wait', ms: 100 });
  });

  it('uses PUT for a server that lacks an operation', () => {
    const page = new ModelPage(new ModelServer(), new Set(['addNode', 'connect', 'setNodeInput']));
    page.store.applyEdit('move', [{ op: 'moveNode', nodeId: 'a', position: { x: 5, y: 5 } }]);
    page.settle();
    page.store.applyEdit('type', [setText('a', 'text', 'x')]);
    page.settle();
    expect(page.server.methods).toEqual(['PUT', 'PATCH']);
    expect(sameGraph(page.server.graph, page.store.getGraph())).toBe(true);
  });

  it('keeps a refused change, and saves again after the next edit', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [setText('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    const [effect] = page.waiting.splice(0, 1);
    if (effect?.type !== 'send') throw new Error('A request was expected.');
    page.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'refused', message: 'No.' } });
    expect(statusOf(page.state)).toEqual({ kind: 'refused', message: 'No.', waiting: 1 });
    page.store.undo();
    page.settle();
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 1 });
    expect(page.journal).toEqual([]);
  });

  it('reads the whole document when a partial response holds something else than was sent', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [setText('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    const [effect] = page.waiting.splice(0, 1);
    if (effect?.type !== 'send') throw new Error('A request was expected.');
    page.server.write(effect);
    // The service keeps the text in capitals.
    page.server.graph = applyLenient(page.server.graph, [setText('a', 'text', 'X')]).graph;
    const graph = touchedPart(page.server.graph, [setText('a', 'text', 'X')]);
    page.dispatch({
      type: 'responded',
      key: effect.key,
      version: page.server.version,
      document: { graph },
      partial: true,
    });
    expect(page.waiting).toContainEqual({ type: 'fetch' });
    page.settle();
    expect(page.store.getNode('a')?.inputs?.['text']?.value).toBe('X');
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 2 });
  });

  it('ignores a late response to a key no longer in flight', () => {
    const page = new ModelPage(new ModelServer());
    const before = page.state;
    page.dispatch({ type: 'responded', key: 'long-gone', version: 99, document: { graph: threeNodes } });
    expect(page.state).toBe(before);
  });
});

describe('other people', () => {
  it('brings their change in without a reload and never overwrites it', () => {
    const server = new ModelServer();
    const page = new ModelPage(server);
    server.someoneElse([{ op: 'setNodeTitle', nodeId: 'b', title: 'Theirs' }]);
    page.store.applyEdit('type', [setText('a', 'text', 'mine')]);
    page.settle();
    expect(page.store.getNode('b')?.title).toBe('Theirs');
    expect(server.graph.nodes[0]?.inputs?.['text']?.value).toBe('mine');
    expect(sameGraph(server.graph, page.store.getGraph())).toBe(true);
    expect(new Set(page.written).size).toBe(2);
  });

  it('loads a change it is told of, and keeps the selection', () => {
    const server = new ModelServer();
    const page = new ModelPage(server);
    page.store.select(['a']);
    server.someoneElse([setText('c', 'text', 'theirs')]);
    page.dispatch({ type: 'noticed', version: server.version });
    page.settle();
    expect(page.store.getNode('c')?.inputs?.['text']?.value).toBe('theirs');
    expect([...page.store.selectedNodes]).toEqual(['a']);
    expect(page.store.history.canUndo).toBe(false);
  });

  it.each(['mine', 'theirs'] as const)('asks about the same field only, and takes %s', (side) => {
    const server = new ModelServer();
    const page = new ModelPage(server);
    server.someoneElse([setText('a', 'text', 'theirs'), setText('b', 'text', 'theirs')]);
    page.store.applyEdit('type', [setText('a', 'text', 'mine')]);
    page.store.applyEdit('type', [setText('c', 'text', 'mine')]);
    while (!openClash(page.state)) page.perform(0);
    expect(statusOf(page.state)).toEqual({ kind: 'conflict', clashes: 1 });
    const [clash] = openClash(page.state)!.clashes;
    if (!clash) throw new Error('A clash was expected.');
    expect(clash).toMatchObject({ of: 'graph', nodeId: 'a', field: 'inputs.text' });
    page.dispatch({ type: 'resolved', choices: new Map([[clashId(clash), side]]) });
    page.settle();
    const values = server.graph.nodes.map((node) => node.inputs?.['text']?.value);
    expect(values).toEqual([side, 'theirs', 'mine']);
    expect(sameGraph(server.graph, page.store.getGraph())).toBe(true);
    expect(statusOf(page.state).kind).toBe('saved');
  });
});

describe('any order of events', () => {
  type Act =
    | { act: 'edit'; node: string; value: number }
    | { act: 'undo' }
    | { act: 'theirs'; node: string; value: number }
    | { act: 'perform'; net: 'works' | 'lost' | 'response-lost' }
    | { act: 'notice' };
  const node = fc.constantFrom('a', 'b', 'c');
  const value = fc.integer({ min: 0, max: 5 });
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.record({ act: fc.constant('edit' as const), node, value }),
    fc.record({ act: fc.constant('undo' as const) }),
    fc.record({ act: fc.constant('theirs' as const), node, value }),
    fc.record({
      act: fc.constant('perform' as const),
      net: fc.constantFrom('works', 'lost', 'response-lost'),
    }),
    fc.record({ act: fc.constant('notice' as const) }),
  );

  it('ends saved, with page and server equal and an empty journal', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const server = new ModelServer();
        const page = new ModelPage(server);
        for (const one of acts) {
          switch (one.act) {
            case 'edit':
              page.store.applyEdit('type', [setText(one.node, 'text', one.value)]);
              break;
            case 'undo':
              page.store.undo();
              break;
            case 'theirs':
              server.someoneElse([setText(one.node, 'note', one.value)]);
              break;
            case 'perform':
              // Journal and adoption happen in order; only the network shuffles.
              page.perform(0, one.net);
              break;
            case 'notice':
              page.dispatch({ type: 'noticed', version: server.version });
              break;
          }
        }
        page.settle();
        page.dispatch({ type: 'noticed', version: server.version });
        page.settle();
        expect(statusOf(page.state)).toEqual({ kind: 'saved', version: server.version });
        expect(sameGraph(server.graph, page.store.getGraph())).toBe(true);
        expect(page.journal).toEqual([]);
      }),
      { numRuns: fc.runs(1000) },
    );
  });
});
