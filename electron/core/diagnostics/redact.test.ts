import * as fc from '#shared/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { EditableGraph, PatchOperation } from '#shared/api/schemas/documents.ts';
import { applyLenient, sameGraph, type Graph } from '#shared/graph/index.ts';
import { z } from 'zod';
import { createRedactor } from './redact.ts';

const redactor = createRedactor(new Uint8Array(32).fill(7));

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const pins = fc.constantFrom('text', 'value', 'type');
const values = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
);
const inputs = fc.oneof(
  values.map((value) => ({ value })),
  values.map((value) => ({ type: 'text', value })),
);
const position = fc.record({ x: fc.integer(), y: fc.integer() });
const nodes = fc.record({
  id: ids,
  type: fc.constant('text/template'),
  title: fc.option(fc.string()),
  position,
  inputs: fc.dictionary(pins, inputs),
});
const operations = fc.oneof(
  nodes.map((node): PatchOperation => ({ op: 'addNode', node })),
  ids.map((nodeId): PatchOperation => ({ op: 'removeNode', nodeId })),
  fc.tuple(ids, position).map(([nodeId, at]): PatchOperation => ({ op: 'moveNode', nodeId, position: at })),
  fc
    .tuple(ids, fc.option(fc.string()))
    .map(([nodeId, title]): PatchOperation => ({ op: 'setNodeTitle', nodeId, title })),
  fc
    .tuple(ids, pins, inputs)
    .map(([nodeId, input, value]): PatchOperation => ({ op: 'setNodeInput', nodeId, input, value })),
  fc
    .tuple(ids, ids, pins)
    .map(([from, to, pin]): PatchOperation => ({ op: 'connect', from: [from, 'text'], to: [to, pin] })),
);
const graphs = fc
  .uniqueArray(nodes, { selector: ({ id }) => id })
  .map((list): Graph => ({ nodes: list, connections: [] }));

describe('redaction', () => {
  test('edits mean the same afterwards: editing, then hiding, is hiding, then editing', () => {
    fc.assert(
      fc.property(graphs, fc.array(operations, { maxLength: 12 }), (graph, edits) => {
        const edited = redactor.edits(applyLenient(graph, edits).graph);
        const replayed = applyLenient(
          EditableGraph.parse(redactor.edits(graph)),
          z.array(PatchOperation).parse(redactor.edits(edits)),
        ).graph;
        expect(sameGraph(EditableGraph.parse(edited), replayed)).toBe(true);
      }),
      { numRuns: fc.runs(500) },
    );
  });

  test('the same text has the same stand-in within a bundle, and another in the next', () => {
    expect(redactor.placeholder('a prompt')).toBe(redactor.placeholder('a prompt'));
    expect(redactor.placeholder('a prompt')).not.toBe(redactor.placeholder('another'));
    expect(createRedactor(new Uint8Array(32)).placeholder('a prompt')).not.toBe(
      redactor.placeholder('a prompt'),
    );
  });

  test.each([
    ['Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['key pb_live_0123456789abcdef0123 refused', '0123456789abcdef0123'],
    ['sk-proj-ABCDEF0123456789ABCDEF', 'ABCDEF0123456789ABCDEF'],
    ['GET https://u:secret@host.example/a/b?sig=zzz#tok', 'secret'],
    ['GET https://host.example/a/b?sig=zzz#tok', 'zzz'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig', 'eyJzdWIiOiIxIn0'],
    ['ENOENT: no such file, open /home/person/Films/wedding/a.mov', 'person'],
    ['C:\\Users\\person\\AppData\\Patchbay\\desk.log', 'person'],
  ])('%j of our own is cleaned', (text, secret) => {
    expect(redactor.scrub(text)).not.toContain(secret);
  });

  test('a document of many nodes is hidden in pieces, with the same result', () => {
    const nodes = Array.from({ length: 5000 }, (_, index) => ({
      id: `n${index}`,
      type: 'text/join',
      title: `Node ${index}`,
      inputs: { a: { value: `text ${index}` } },
    }));
    const slices = redactor.editsInSlices({ nodes });
    let pieces = 1;
    let step = slices.next();
    for (; !step.done; step = slices.next()) pieces += 1;
    expect(step.value).toEqual(redactor.edits({ nodes }));
    expect(pieces).toBeGreaterThan(50);
  });
});
