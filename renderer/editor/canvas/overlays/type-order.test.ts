import { expect, it, vi } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { openSession } from '../../session/open-session.ts';
import { standIn, type StandInType } from '../../testing/editor-stand-in.ts';
import { findTypes } from './node-search.ts';

/** In which order node types are offered while nothing is typed. */

const pin = (name: string, type: string) => ({ name, label: name, type, exposed: true });
const kind = (title: string, inputs: readonly string[], outputs: readonly string[]): StandInType => ({
  title,
  inputs: inputs.map((type) => pin(type, type)),
  outputs: outputs.map((type) => pin(type, type)),
});
const types: Readonly<Record<string, StandInType>> = {
  'ai/image': kind('Make an image', ['image'], ['image']),
  'audio/tone': kind('Tone', ['number'], ['audio']),
  'control/delay': kind('Delay', ['any'], ['any']),
  'image/blur': kind('Blur', ['image'], ['image']),
  'image/gradient': kind('Gradient', ['number'], ['image']),
  'input/photo': kind('Photo', ['image'], ['image']),
};
const node = (id: string, type: string) => ({ id, type, position: { x: 0, y: 0 }, inputs: {} });

async function open(graph: Graph) {
  const session = await openSession(standIn(graph, undefined, types));
  await vi.waitFor(() => {
    for (const type of Object.keys(types)) expect(session.catalog.pinsOf(type)).toBeDefined();
  });
  return session;
}
const ours = (found: ReturnType<typeof findTypes>): string[] =>
  found.map(({ entry }) => entry.summary.type).filter((type) => Object.hasOwn(types, type));

it('a graph begins with what needs no wire; what only serves its order comes last', async () => {
  const session = await open({ nodes: [], connections: [] });
  const order = ours(findTypes(session, '', null));
  expect(order[0]).toBe('input/photo');
  expect(order.indexOf('image/gradient')).toBeLessThan(order.indexOf('ai/image'));
  expect(order.at(-1)).toBe('control/delay');
  session.dispose();
});

it('behind a wire comes what works on its value, however often sources are used', async () => {
  const session = await open({
    nodes: [node('a', 'input/photo'), node('b', 'input/photo'), node('c', 'control/delay')],
    connections: [],
  });
  expect(ours(findTypes(session, '', { side: 'output', pin: ['a', 'image'] }))).toEqual([
    'image/blur',
    'ai/image',
    'input/photo',
    'control/delay',
  ]);
  session.dispose();
});
