import { expect, it } from 'vitest';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { sameGraph, type Graph } from '../graph/index.ts';
import * as fc from '../testing/property.ts';
import type { JournalEntry } from '../desk/journal.ts';
import { ModelPage, ModelService, modelStart, type Net } from '../testing/graph-model.ts';
import { brokenSavingRules } from '../testing/saving-rules.ts';
import {
  advance,
  asJournaled,
  graphKind,
  initialGraph,
  openRequest,
  statusOf,
  type Failure,
  type GraphEffect,
  type GraphEvent,
  type GraphState,
} from './index.ts';

type Act =
  | { act: 'add' }
  | { act: 'count' }
  | { act: 'name' }
  | { act: 'theirs'; value: number }
  | { act: 'perform'; net: Net }
  | { act: 'notice' | 'online' | 'retry' | 'restart' };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('add' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('count' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('name' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('theirs' as const), value: fc.nat(4) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constant('perform' as const),
      net: fc.constantFrom<Net>('works', 'works', 'works', 'lost', 'response-lost', 'busy', 'key'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('notice' as const, 'online' as const, 'retry' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restart' as const) }) },
);

const nameOf = (nodeId: string, count: number): PatchOperation => ({
  op: 'setNodeTitle',
  nodeId,
  title: `Name ${count}`,
});

it.each([
  ['', null],
  [', though the service does not know how to set a title', new Set(['addNode', 'setNodeInput'])],
] as const)(
  'whatever happens in whatever order, everything journaled is on the server once, in order%s',
  (_what, supported) => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 80 }), (acts) => {
        const service = new ModelService();
        const page = new ModelPage(service, supported);
        /** Nodes added here, and counts set here, that must not get lost. */
        let expected = new Set<string>();
        const lost: string[] = [];
        let made = 0;
        let counted = 0;
        for (const one of acts) {
          switch (one.act) {
            case 'add':
              made += 1;
              expected.add(`mine-${made}`);
              page.edit([{ op: 'addNode', node: { id: `mine-${made}`, type: 't/t' } }]);
              break;
            case 'count':
              counted += 1;
              page.edit([{ op: 'setNodeInput', nodeId: 'a', input: 'count', value: { value: counted } }]);
              break;
            case 'name': {
              const last = page.screen.nodes.findLast(({ id }) => id.startsWith('mine-'));
              counted += 1;
              page.edit([
                ...(last ? [nameOf(last.id, counted)] : []),
                // Not the node that was added: its title would be sent as a part of it.
                nameOf('a', counted),
              ]);
              break;
            }
            case 'theirs':
              service.someoneElse([
                { op: 'setNodeInput', nodeId: 'a', input: 'note', value: { value: one.value } },
                { op: 'setNodeTitle', nodeId: 'b', title: `Theirs ${one.value}` },
                { op: 'addNode', node: { id: `theirs-${service.version}`, type: 't/t' } },
              ]);
              break;
            case 'perform':
              page.perform(one.net);
              break;
            case 'notice':
              page.dispatch({ type: 'noticed', version: service.version });
              break;
            case 'restart': {
              page.restart();
              // What was not journaled yet is gone with the page; it never said otherwise.
              const onScreen = new Set(page.screen.nodes.map(({ id }) => id));
              const onServer = new Set(service.graph.nodes.map(({ id }) => id));
              const journaled = page.journal.flatMap(({ operations }) =>
                operations.flatMap((operation) => (operation.op === 'addNode' ? [operation.node.id] : [])),
              );
              lost.push(...journaled.filter((id) => !onScreen.has(id) && !onServer.has(id)));
              expected = new Set([...expected].filter((id) => journaled.includes(id) || onServer.has(id)));
              break;
            }
            default:
              page.dispatch({ type: one.act });
          }
        }
        page.settle();
        page.dispatch({ type: 'noticed', version: service.version });
        page.settle();
        expect([page.broken, lost]).toEqual([[], []]);
        expect(statusOf(page.state)).toEqual({ kind: 'saved', version: service.version });
        expect(sameGraph(page.screen, service.graph)).toBe(true);
        expect([page.journal, page.inFlight]).toEqual([[], null]);
        const ids = service.graph.nodes.map(({ id }) => id).filter((id) => id.startsWith('mine-'));
        expect(ids.sort()).toEqual([...expected].sort());
        expect(service.counts).toEqual(service.counts.toSorted((one, other) => one - other));
      }),
      { numRuns: fc.runs(2000) },
    );
  },
);

it('a node that was saved as the page died is there once, though it was edited on and the key says nothing', () => {
  const service = new ModelService();
  // Titles are sent with the whole graph here, which is another one when others have changed it meanwhile.
  const page = new ModelPage(service, new Set(['addNode', 'setNodeInput']));
  page.edit([
    { op: 'addNode', node: { id: 'mine', type: 't/t' } },
    { op: 'setNodeTitle', nodeId: 'a', title: 'Mine' },
  ]);
  while (page.waiting.length > 0 && service.version === 1) page.perform('response-lost');
  expect(service.version).toBe(2);
  page.edit([{ op: 'setNodeTitle', nodeId: 'mine', title: 'Second' }]);
  page.waiting = page.waiting.filter(({ type }) => type === 'journal');
  page.perform('works');
  service.someoneElse([{ op: 'setNodeTitle', nodeId: 'b', title: 'Theirs' }]);
  page.restart();
  page.settle();
  expect(service.graph.nodes.map(({ id, title }) => [id, title ?? null])).toEqual([
    ['a', 'Mine'],
    ['b', 'Theirs'],
    ['mine', 'Second'],
  ]);
  expect([page.journal, page.inFlight]).toEqual([[], null]);
});

const aGraph = fc.constantFrom<Graph>(
  modelStart,
  { ...modelStart, nodes: modelStart.nodes.slice(1) },
  { ...modelStart, nodes: modelStart.nodes.map((node) => ({ ...node, title: 'Theirs' })) },
);
const aVersion = fc.nat(4);
const aFailure: fc.Arbitrary<Failure> = fc.constantFrom<Failure>(
  { kind: 'unreachable' },
  { kind: 'busy', retryAfterMs: 5000 },
  { kind: 'busy', retryAfterMs: null },
  { kind: 'stale' },
  { kind: 'gone' },
  { kind: 'key' },
  { kind: 'refused', message: 'No.' },
);
const anEntry = (id: string, title: string, baseVersion: number): JournalEntry => ({
  id,
  label: 'edit',
  at: '',
  baseVersion,
  operations: [nameOf('a', Number(title))],
});
const someEntries = fc
  .uniqueArray(fc.nat(3), { maxLength: 3 })
  .chain((ids) =>
    fc
      .tuple(...ids.map((id) => fc.tuple(fc.constant(`other-${id}`), fc.nat(3), aVersion)))
      .map((entries) =>
        entries.map(([id, title, version]) => asJournaled(anEntry(id, String(title), version))),
      ),
  );
const aSide = fc.constantFrom('mine' as const, 'theirs' as const);

/** Any event, with responses to whatever request is open. */
const anEvent: fc.Arbitrary<(state: GraphState) => GraphEvent> = fc.oneof(
  fc.nat(3).map((count) => (): GraphEvent => ({
    type: 'edited',
    change: { label: 'edit', operations: [nameOf('a', count)] },
  })),
  fc
    .constantFrom('save-due', 'retry-due', 'online', 'retry', 'moved-away', 'demoted')
    .map((type) => (): GraphEvent => ({ type: type as 'online' })),
  fc.constant((state: GraphState): GraphEvent => ({
    type: 'journaled',
    ids: state.pending.map(({ id }) => id),
  })),
  fc.constant((): GraphEvent => ({ type: 'journal-failed', message: 'Full.' })),
  fc.constant((state: GraphState): GraphEvent => ({
    type: 'request-recorded',
    key: keyOf(state),
  })),
  fc.tuple(aVersion, aGraph).map(([version, graph]) => (state: GraphState): GraphEvent => ({
    type: 'responded',
    key: keyOf(state),
    version: state.version + version,
    document: { graph },
  })),
  aFailure.map((outcome) => (state: GraphState): GraphEvent => ({
    type: 'failed',
    key: keyOf(state),
    outcome,
  })),
  aFailure.map((outcome) => (): GraphEvent => ({ type: 'fetch-failed', outcome })),
  fc.tuple(aVersion, aGraph).map(([version, graph]) => (): GraphEvent => ({
    type: 'fetched',
    version,
    document: { graph },
  })),
  aVersion.map((version) => (): GraphEvent => ({ type: 'noticed', version })),
  fc.constant((): GraphEvent => ({ type: 'resolved', choices: new Map() })),
  aSide.map((side) => (): GraphEvent => ({ type: 'older-resolved', side })),
  fc.tuple(someEntries, fc.boolean()).map(([entries, fetch]) => (): GraphEvent => ({
    type: 'mirrored',
    entries,
    fetch,
  })),
  fc.tuple(someEntries, fc.boolean()).map(([entries, isOpen]) => (): GraphEvent => ({
    type: 'promoted',
    entries,
    request: isOpen ? { key: 'other', expectedVersion: 1, entryIds: entries.map(({ id }) => id) } : null,
  })),
);

const keyOf = (state: GraphState): string => openRequest(state)?.key ?? 'none';

/** The effects that bring an event: performed once their event is here. */
const bringer: Partial<Record<GraphEvent['type'], GraphEffect['type']>> = {
  fetched: 'fetch',
  'fetch-failed': 'fetch',
  'retry-due': 'wait',
  'request-recorded': 'record-request',
  responded: 'send',
  failed: 'send',
};

it('whatever event comes in whatever state, what saving waits for is on its way', () => {
  let ids = 0;
  const source = {
    newId: () => `own-${(ids += 1)}`,
    newKey: () => `key-${(ids += 1)}`,
    now: () => '',
    random: () => 0.5,
  };
  const phases = new Set<string>();
  fc.assert(
    fc.property(fc.array(anEvent, { maxLength: 60, size: 'max' }), (events) => {
      let state: GraphState = initialGraph(modelStart, 1);
      let outstanding: GraphEffect[] = [];
      for (const makeEvent of events) {
        const event = makeEvent(state);
        const effect = bringer[event.type];
        // Nothing is answered that was not asked.
        if (effect && !outstanding.some(({ type }) => type === effect)) continue;
        const first = outstanding.findIndex(({ type }) => type === effect);
        if (first !== -1) outstanding = outstanding.toSpliced(first, 1);
        const [next, effects] = advance(graphKind(null, source), state, event);
        state = next;
        outstanding.push(...effects);
        phases.add(`${state.writer} ${state.phase.kind}`);
        expect(brokenSavingRules(state, outstanding)).toEqual([]);
      }
    }),
    { numRuns: fc.runs(2000) },
  );
  // Each phase was there at least once, or the rules above say less than they seem to.
  expect([...phases].sort()).toEqual([
    ...['fetching', 'gone', 'idle', 'key-needed', 'refused', 'resting'].map((kind) => `following ${kind}`),
    ...['conflict', 'fetching', 'gone', 'idle', 'key-needed', 'older', 'refused', 'resting', 'sending'].map(
      (kind) => `own ${kind}`,
    ),
  ]);
});

it('a state that waits for what nobody brings breaks a rule', () => {
  const state = initialGraph(modelStart, 1);
  const made = { key: 'k', expectedVersion: 1, entryIds: ['gone'], payload: null };
  const request = { ...made, attempts: 0, conflicts: 0 };
  const reading = { for: 'look' } as const;
  expect(
    brokenSavingRules({ ...state, phase: { kind: 'fetching', refusal: null, reading } }, []),
  ).toHaveLength(1);
  expect(
    brokenSavingRules({ ...state, phase: { kind: 'resting', refusal: null, reading } }, []),
  ).toHaveLength(1);
  const sending = { ...state, phase: { kind: 'sending', request, stage: 'sent' } } as const;
  expect(brokenSavingRules(sending, [])).toHaveLength(2);
  const theirs = { version: 1, document: state.confirmed };
  const clash = { ...theirs, clashes: [] };
  expect(brokenSavingRules({ ...state, phase: { kind: 'conflict', clash } }, [])).toHaveLength(1);
  expect(brokenSavingRules({ ...state, phase: { kind: 'older', theirs, reading } }, [])).toHaveLength(1);
  // A window that follows has no request and no question.
  expect(brokenSavingRules({ ...sending, writer: 'following' }, [])).toHaveLength(3);
});
