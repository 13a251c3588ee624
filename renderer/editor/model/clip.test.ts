import { describe, expect, it } from 'vitest';
import { MAX_NODES, type PatchOperation } from '#shared/api/index.ts';
import { emptyGraph } from '#shared/graph/graph.ts';
import { applyOperations } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import { pasteOperations, toClip } from './clip.ts';

const node = (id: string, x = 0) => ({ id, type: 'image/blur', position: { x, y: 0 }, inputs: {} });
const chain: Graph = {
  nodes: [node('first'), node('blur', 300), node('second', 600)],
  connections: [
    { from: ['first', 'image'], to: ['blur', 'image'] },
    { from: ['blur', 'image'], to: ['second', 'image'] },
  ],
};
const applied = (graph: Graph, operations: readonly PatchOperation[]): Graph => {
  const result = applyOperations(graph, [...operations]);
  if (!result.ok) throw new Error(result.rejection.reason);
  return result.graph;
};
const paste = (text: string, taken: ReadonlySet<string> = new Set()) =>
  pasteOperations(
    text,
    () => ({ x: 1000, y: 500 }),
    (id) => taken.has(id),
  );
const pasted = (text: string, taken?: ReadonlySet<string>) => {
  const result = paste(text, taken);
  if (!result.ok) throw new Error(result.problem);
  return result;
};

describe('the clipboard', () => {
  it('carries nodes and the wires between them into another project', () => {
    const { operations } = pasted(toClip(chain, new Set(['blur', 'second'])));
    const other = applied(emptyGraph, operations);
    expect(other.nodes.map(({ type, position }) => [type, position])).toEqual([
      ['image/blur', { x: 1000, y: 500 }],
      ['image/blur', { x: 1300, y: 500 }],
    ]);
    expect(other.connections).toHaveLength(1);
  });

  it('carries the states of nodes, but for a lock: a copy is there to be worked on', () => {
    const states = { blur: { muted: true, locked: true }, second: { locked: true }, other: { muted: true } };
    const text = toClip(chain, new Set(['blur', 'second']), { frames: [], notes: [], states });
    const { ids, canvas } = pasted(text);
    expect(canvas).toEqual([{ op: 'setCanvasItem', kind: 'nodes', id: ids[0], item: { muted: true } }]);
    const strange = text.replace('"muted"', '"mutedd"');
    expect(paste(strange)).toMatchObject({ ok: false });
  });

  it('gives new names where the old ones are taken, each its own', () => {
    const taken = new Set(chain.nodes.map(({ id }) => id));
    const both = applied(chain, pasted(toClip(chain, new Set(['blur', 'second'])), taken).operations);
    expect(both.nodes).toHaveLength(chain.nodes.length + 2);
    expect(new Set(both.nodes.map(({ id }) => id)).size).toBe(both.nodes.length);
  });

  it('carries ten thousand nodes', () => {
    const nodes = Array.from({ length: 10_000 }, (_, i) => node(`n${i}`, i));
    const clip = toClip({ nodes, connections: [] }, new Set(nodes.map(({ id }) => id)));
    expect(pasted(clip).ids).toHaveLength(10_000);
  });

  it.each(['', 'hello', '{}', '[]', '{"a":', 'null', 'x'.repeat(50 * 1024 * 1024)])(
    'says so of text that is no copy of nodes (%.20s)',
    (text) => {
      expect(paste(text)).toEqual({ ok: false, problem: 'The clipboard holds no nodes.', isText: true });
    },
  );

  const clip = (nodes: string, connections = '[]') =>
    `{"kind":"patchbay/nodes","version":1,"nodes":${nodes},"connections":${connections}}`;
  const at = (x: string) => `{"id":"a","type":"image/blur","position":{"x":${x},"y":0}}`;

  it.each([
    [
      '50 MB',
      clip(`[{"id":"a","type":"b/c","title":"${'x'.repeat(50 * 1024 * 1024)}"}]`),
      'larger than 32 MB',
    ],
    ['5,000,000 entries', clip(`[${'{},'.repeat(4_999_999)}{}]`), 'more than 500,000 items'],
    [
      'more nodes than a project may hold',
      clip(`[${`${at('0')},`.repeat(MAX_NODES)}${at('0')}]`),
      'A list here may hold 50,000 items',
    ],
    ['a place that is no number', clip(`[${at('1e999')}]`), 'nodes.0.position.x'],
    ['a place that is text', clip(`[${at('"left"')}]`), 'nodes.0.position.x'],
    ['places too far apart', clip(`[${at('-1e308')},${at('1e308')}]`), 'too far apart'],
    ['an id that is a number', clip('[{"id":1,"type":"image/blur"}]'), 'nodes.0.id'],
    ['a wire that is none', clip(`[${at('0')}]`, '[7]'), 'connections.0'],
    [
      'deep nesting',
      `{"kind":"patchbay/nodes","nodes":${'['.repeat(100_000)}`,
      'nested deeper than 100 levels',
    ],
  ])('refuses a copy with %s in a sentence', (_name, text, sentence) => {
    const result = paste(text);
    expect(result).toEqual({
      ok: false,
      problem: expect.stringContaining(sentence) as string,
      isText: false,
    });
  });
});
