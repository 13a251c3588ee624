import * as fc from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { brokenRules, graphArbitrary, testCatalog } from '../testing/graphs.ts';
import {
  applyOperations,
  connectionChecker,
  affectedOutputs,
  downstreamOf,
  emptyGraph,
  findNode,
  getNodeOrThrow,
  outputConnections,
  parsePinType,
  pinTypesFit,
  planApply,
  spaceForNode,
  stableStringify,
  topologicalOrder,
  upstreamOf,
  validateGraph,
  connectionError,
  type Graph,
  type GraphNode,
  type NodeCatalog,
  type OutputToApply,
} from './index.ts';
import { jsonEqual } from '../language/json-equal.ts';

const build = (operations: PatchOperation[], graph: Graph = emptyGraph): Graph => {
  const applied = applyOperations(graph, operations);
  if (!applied.ok) throw new Error(applied.rejection.reason);
  return applied.graph;
};
const add = (node: GraphNode): PatchOperation => ({ op: 'addNode', node });

describe('pin types', () => {
  it.each([
    ['image', { base: 'image' }],
    ['number(0..100)', { base: 'number', min: 0, max: 100 }],
    ['number(1..8192 step 1)', { base: 'number', min: 1, max: 8192, step: 1 }],
    ['number(-1.5..)', { base: 'number', min: -1.5 }],
    ['number(..10)', { base: 'number', max: 10 }],
    ['number(step 0.1)', { base: 'number', step: 0.1 }],
    ['number(nonsense)', { base: 'number' }],
    ['choice(cover|contain|fill)', { base: 'choice', choices: ['cover', 'contain', 'fill'] }],
    ['text(multiline)', { base: 'text', multiline: true }],
    ['string', { base: 'text' }],
    ['constructor', { base: 'any', name: 'constructor' }],
    ['latent', { base: 'any', name: 'latent' }],
    ['', { base: 'any' }],
  ])('reads %s', (text, type) => {
    expect(parsePinType(text)).toEqual(type);
  });

  it.each([
    ['list(image)', { base: 'image', list: 1 }],
    ['list(list(number(0..5 step 1)))', { base: 'number', min: 0, max: 5, step: 1, list: 2 }],
    ['List( text )', { base: 'text', list: 1 }],
    ['list', { base: 'any', list: 1 }],
    ['list()', { base: 'any', list: 1 }],
    ['list(latent)', { base: 'any', name: 'latent', list: 1 }],
    ['any(list)', { base: 'any', acceptsLists: true }],
    ['json(list)', { base: 'json', acceptsLists: true }],
    [`${'list('.repeat(50)}text${')'.repeat(50)}`, { base: 'text', list: 8 }],
  ])('reads %s', (text, type) => {
    expect(parsePinType(text)).toEqual(type);
  });

  it('reads a missing type as any', () => {
    expect([parsePinType(null), parsePinType(undefined)]).toEqual([{ base: 'any' }, { base: 'any' }]);
  });

  it.each([
    ['image', 'image', true],
    ['image', 'any', true],
    ['any', 'image', true],
    ['number(0..5)', 'number', true],
    ['number', 'text', true],
    ['boolean', 'text', true],
    ['color', 'text', true],
    ['choice(a|b)', 'text', true],
    ['text', 'choice(a|b)', true],
    ['text', 'color', true],
    ['video', 'file', true],
    ['audio', 'file', true],
    ['number', 'json', true],
    ['text', 'json', true],
    ['latent', 'latent', true],
    ['latent', 'any', true],
    ['latent', 'model', false],
    ['latent', 'image', false],
    ['image', 'text', false],
    ['file', 'image', false],
    ['text', 'number', false],
    ['json', 'text', false],
    ['image', 'json', false],
    ['number', 'boolean', false],
    ['list(image)', 'image', true],
    ['list(list(number))', 'text', true],
    ['image', 'list(image)', true],
    ['list(image)', 'list(image)', true],
    ['list(any)', 'video', true],
    ['list(image)', 'any(list)', true],
    ['json', 'list(text)', true],
    ['list(number)', 'json(list)', true],
    ['list(text)', 'image', false],
    ['list(image)', 'list(text)', false],
    ['json', 'list(image)', false],
    ['list(image)', 'json', false],
  ])('%s into %s: %s', (from, to, fits) => {
    expect(pinTypesFit(parsePinType(from), parsePinType(to))).toBe(fits);
  });
});

describe('whyNotConnect', () => {
  const graph = build([
    add({ id: 'photo', type: 'test/source' }),
    add({ id: 'mix', type: 'test/mix' }),
    add({ id: 'label', type: 'test/label' }),
    add({ id: 'odd', type: 'far/away' }),
    { op: 'connect', from: ['photo', 'image'], to: ['mix', 'a'] },
    { op: 'connect', from: ['mix', 'size'], to: ['label', 'a'] },
  ]);

  it.each<[[string, string], [string, string], string | null]>([
    [['label', 'text'], ['mix', 'b'], 'would make a cycle'],
    [['photo', 'image'], ['label', 'a'], 'image does not fit text'],
    [['mix', 'image'], ['mix', 'a'], 'a node cannot feed itself'],
    [['photo', 'image'], ['mix', 'x'], 'the node has no input called x'],
    [['photo', 'x'], ['mix', 'a'], 'the node has no output called x'],
    [['mix', 'image'], ['photo', 'file'], 'that input takes no wire'],
    [['gone', 'image'], ['mix', 'a'], 'there is no node "gone"'],
    [['photo', 'image'], ['mix', 'a'], null],
    [['photo', 'text'], ['mix', 'b'], null],
    [['odd', 'whatever'], ['mix', 'a'], null],
    [['photo', 'image'], ['odd', 'whatever'], null],
  ])('%j to %j: %s', (from, to, reason) => {
    expect(connectionError(graph, from, to, testCatalog)).toBe(reason);
    expect(connectionChecker(graph, from, testCatalog)(to)).toBe(reason);
  });

  it('agrees with the checker that answers for one output', () => {
    const pin = fc.tuple(fc.constantFrom('n1', 'n2', 'n3', 'n4'), fc.constantFrom('image', 'a', 'b'));
    fc.assert(
      fc.property(graphArbitrary, pin, pin, (any, from, to) => {
        expect(connectionChecker(any, from)(to)).toBe(connectionError(any, from, to));
      }),
    );
  });
});

describe('topology', () => {
  it('puts every node after those that feed it, and finds what is above and below', () => {
    fc.assert(
      fc.property(graphArbitrary, (graph) => {
        const order = topologicalOrder(graph);
        expect([...order].sort()).toEqual(graph.nodes.map((node) => node.id).sort());
        for (const { from, to } of graph.connections) {
          expect(order.indexOf(from[0])).toBeLessThan(order.indexOf(to[0]));
          expect(upstreamOf(graph, [to[0]])).toContain(from[0]);
          expect(downstreamOf(graph, [from[0]])).toContain(to[0]);
        }
        for (const { id } of graph.nodes) {
          for (const above of upstreamOf(graph, [id])) expect(downstreamOf(graph, [above])).toContain(id);
        }
      }),
    );
  });

  it('knows a cycle, which only a broken document has', () => {
    const loop: Graph = {
      nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'test/mix' })),
      connections: [
        { from: ['a', 'image'], to: ['b', 'a'] },
        { from: ['b', 'image'], to: ['a', 'a'] },
      ],
    };
    expect(brokenRules(loop)).toEqual(['a cycle among a, b']);
    expect(() => topologicalOrder(loop)).toThrow('cycle');
    expect(validateGraph(loop, testCatalog)).toMatchObject([{ code: 'CYCLE' }]);
    expect(connectionError(loop, ['c', 'image'], ['a', 'b'])).toBeNull();
    const cured = build(
      [
        { op: 'disconnect', from: ['b', 'image'], to: ['a', 'a'] },
        { op: 'connect', from: ['b', 'image'], to: ['c', 'a'] },
      ],
      loop,
    );
    expect(connectionError(cured, ['c', 'image'], ['a', 'a'])).toBe('would make a cycle');
  });
});

describe('what depends on some nodes', () => {
  const node = (id: string, type = 'image/blur') => ({ id, type });
  const wire = (from: string, to: string) => ({
    from: [from, 'image'] as [string, string],
    to: [to, 'image'] as [string, string],
  });

  it('is the ends of what they feed, in document order, and themselves where they feed nothing', () => {
    const graph = {
      nodes: [node('noise'), node('b'), node('a'), node('in'), node('alone')],
      connections: [wire('in', 'a'), wire('a', 'b')],
    };
    expect(affectedOutputs(graph, ['in'])).toEqual(['b']);
    expect(affectedOutputs(graph, ['in', 'alone'])).toEqual(['b', 'alone']);
    expect(affectedOutputs(graph, ['gone'])).toEqual([]);
  });

  it('is the output nodes alone where there are some', () => {
    const graph = {
      nodes: [node('out', 'output/file'), node('in'), node('end'), node('other', 'output/file')],
      connections: [wire('in', 'out'), wire('in', 'end')],
    };
    expect(affectedOutputs(graph, ['in'])).toEqual(['out']);
  });
});

describe('validateGraph', () => {
  it('names every problem', () => {
    const wire = (from: [string, string], to: [string, string]) => ({ from, to });
    const graph: Graph = {
      nodes: [
        { id: 'a', type: 'test/source' },
        { id: 'a', type: 'test/source' },
        { id: 'b', type: 'test/mix', inputs: { z: { value: 1 } } },
        { id: 'c', type: 'far/away', inputs: { z: { value: 1 } } },
        { id: '__proto__', type: 'test/mix' },
      ],
      connections: [
        wire(['a', 'image'], ['b', 'a']),
        wire(['c', 'x'], ['b', 'a']),
        wire(['a', 'image'], ['b', 'amount']),
        wire(['a', 'image'], ['gone', 'a']),
      ],
    };
    expect(validateGraph(graph, testCatalog).map((problem) => problem.code)).toEqual([
      'NODE_EXISTS',
      'INPUT_UNKNOWN',
      'UNKNOWN_NODE_TYPE',
      'NAME_RESERVED',
      'INPUT_TAKEN',
      'TYPES_DIFFER',
      'NODE_MISSING',
    ]);
    const tolerated = validateGraph(graph, testCatalog, { tolerateUnknown: new Set(['far/away']) });
    expect(tolerated.map((problem) => problem.code)).not.toContain('UNKNOWN_NODE_TYPE');
  });
});

describe('looking up', () => {
  it('finds nodes and wires, and says which node it does not have', () => {
    const graph = build([
      add({ id: 'a', type: 't/t' }),
      add({ id: 'b', type: 't/t' }),
      { op: 'connect', from: ['a', 'x'], to: ['b', 'p'] },
      { op: 'connect', from: ['a', 'y'], to: ['b', 'q'] },
    ]);
    expect(outputConnections(graph, 'a')).toHaveLength(2);
    expect(outputConnections(graph, 'a', 'y')).toEqual([{ from: ['a', 'y'], to: ['b', 'q'] }]);
    expect(findNode(graph, 'z')).toBeUndefined();
    expect(() => getNodeOrThrow(graph, 'z')).toThrow('no node "z"');
  });
});

/** Pairs of nodes that lie on each other, by their ids. */
function overlaps(graph: Graph, catalog?: NodeCatalog): string[] {
  const boxes = graph.nodes.map((node) => ({
    id: node.id,
    x: node.position?.x ?? 0,
    y: node.position?.y ?? 0,
    ...spaceForNode(node, catalog?.pinsOf(node.type)),
  }));
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      )
      .map((other) => `${one.id} ${other.id}`),
  );
}

describe('planApply', () => {
  const source = build([add({ id: 'out', type: 'output/file', position: { x: 100, y: 40 } })]);
  const image = (key: string, fileId: string): OutputToApply => ({
    key,
    nodeId: 'out',
    output: { type: 'file', fileId, filename: 'p.png', contentType: 'image/png', sizeBytes: 3 },
  });
  const value = (key: string, inner: unknown): OutputToApply => ({
    key,
    nodeId: 'out',
    output: { type: 'x', value: inner },
  });

  it('makes an input node of the right kind for each output, right of its source and on no other node', () => {
    const outputs = [
      image('Poster', 'f1.png'),
      value('Title line', 'Hello'),
      value('Count', 3),
      value('Ready', false),
      value('Palette', ['#fff']),
    ];
    const graph = build(planApply(source, outputs), source);
    const made = graph.nodes.slice(1);
    expect(made.map((node) => [node.id, node.type, node.title, node.inputs])).toEqual([
      ['applied-poster', 'input/image', 'Poster', { file: { type: 'file', value: 'f1.png' } }],
      ['applied-title-line', 'input/text', 'Title line', { value: { type: 'string', value: 'Hello' } }],
      ['applied-count', 'input/number', 'Count', { value: { type: 'number', value: 3 } }],
      ['applied-ready', 'input/boolean', 'Ready', { value: { type: 'boolean', value: false } }],
      ['applied-palette', 'input/json', 'Palette', { value: { type: 'json', value: ['#fff'] } }],
    ]);
    expect(made.every((node) => (node.position?.x ?? 0) > 100)).toBe(true);
    expect(overlaps(graph)).toEqual([]);
  });

  it('finds a free place among nodes of any height', () => {
    const pins = (count: number) => ({
      inputs: Array.from({ length: count }, (_v, index) => ({
        name: `i${index}`,
        label: 'In',
        type: 'text',
      })),
      outputs: [{ name: 'image', label: 'Image', type: 'image' }],
    });
    const catalog: NodeCatalog = {
      pinsOf: (type) => (type === 'tall' ? pins(14) : type === 'unlisted' ? undefined : pins(1)),
    };
    const crowded = build([
      add({ id: 'out', type: 'output/file', position: { x: 100, y: 600 } }),
      add({ id: 'above', type: 'tall', position: { x: 380, y: 90 } }),
      add({ id: 'beside', type: 'unlisted', position: { x: 560, y: 900 } }),
      add({ id: 'below', type: 'tall', position: { x: 300, y: 1500 } }),
    ]);
    const chosen = [image('Poster', 'f1.png'), image('Small', 'f2.png'), value('Title', 'Hello')];
    const graph = build(planApply(crowded, chosen, catalog), crowded);
    expect(graph.nodes).toHaveLength(7);
    expect(overlaps(graph, catalog)).toEqual([]);
  });

  it('updates the node of an output that was applied before, and does nothing when it holds that already', () => {
    const first = build(planApply(source, [image('Poster', 'f1.png')]), source);
    expect(planApply(first, [image('Poster', 'f2.png')])).toEqual([
      {
        op: 'setNodeInput',
        nodeId: 'applied-poster',
        input: 'file',
        value: { type: 'file', value: 'f2.png' },
      },
    ]);
    expect(planApply(first, [image('Poster', 'f1.png')])).toEqual([]);
  });

  it('never mixes up keys that read alike, nor kinds', () => {
    const graph = build(planApply(source, [image('A b', 'f1.png'), image('a-b', 'f2.png')]), source);
    expect(planApply(graph, [image('a-b', 'f3.png')])).toMatchObject([{ nodeId: 'applied-a-b-2' }]);
    expect(planApply(graph, [value('A b', 'text')])).toMatchObject([
      { op: 'addNode', node: { id: 'applied-a-b-3', type: 'input/text' } },
    ]);
    expect(planApply(emptyGraph, [value('///', 1)])).toMatchObject([{ node: { id: 'applied-output' } }]);
  });
});

describe('stableStringify', () => {
  it('is the same for equal values in any key order, and different for others', () => {
    const shuffle = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffle);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, shuffle(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(stableStringify(shuffle(a))).toBe(stableStringify(a));
        expect(JSON.stringify(JSON.parse(stableStringify(a)))).toBe(
          JSON.stringify(JSON.parse(stableStringify(shuffle(a)))),
        );
        expect(stableStringify(a) === stableStringify(b)).toBe(jsonEqual(a, b));
      }),
    );
  });
});
