import { expect, it } from 'vitest';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { sameGraph } from '../graph/index.ts';
import * as fc from '../testing/property.ts';
import { ModelPage, ModelService, type Net } from '../testing/sync-model.ts';
import { statusOf } from './index.ts';

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
      net: fc.constantFrom<Net>('works', 'works', 'works', 'lost', 'answer-lost', 'busy', 'key'),
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
  'whatever happens in whatever order, everything kept is on the server once, in order%s',
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
              // What was not kept yet is gone with the page; it never said otherwise.
              const onScreen = new Set(page.screen.nodes.map(({ id }) => id));
              const onServer = new Set(service.graph.nodes.map(({ id }) => id));
              const kept = page.journal.flatMap(({ operations }) =>
                operations.flatMap((operation) => (operation.op === 'addNode' ? [operation.node.id] : [])),
              );
              lost.push(...kept.filter((id) => !onScreen.has(id) && !onServer.has(id)));
              expected = new Set([...expected].filter((id) => kept.includes(id) || onServer.has(id)));
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
      { numRuns: 2000 },
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
  while (page.waiting.length > 0 && service.version === 1) page.perform('answer-lost');
  expect(service.version).toBe(2);
  page.edit([{ op: 'setNodeTitle', nodeId: 'mine', title: 'Second' }]);
  page.waiting = page.waiting.filter(({ type }) => type === 'append');
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
