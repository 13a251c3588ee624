import { expect, it } from 'vitest';
import { standIn } from '../testing/editor-stand-in.ts';
import { openSession } from './open-session.ts';
import { walk } from './walk.ts';

const node = (id: string, x: number, y: number) => ({
  id,
  type: 'input/image',
  position: { x, y },
  inputs: {},
});

it('arrows go along a wire, else to the nearest node that way', async () => {
  const graph = {
    nodes: [
      node('left', 0, 0),
      node('right', 500, 40),
      node('far', 900, 40),
      { ...node('wired', 520, 900), type: 'image/blur' },
    ],
    connections: [
      { from: ['left', 'image'] as [string, string], to: ['wired', 'image'] as [string, string] },
    ],
  };
  const session = await openSession(standIn(graph));
  const goes = (from: string, direction: Parameters<typeof walk>[1]): string | undefined => {
    session.store.select([from]);
    walk(session, direction);
    return [...session.store.selectedNodes][0];
  };
  expect(goes('left', 'right')).toBe('wired');
  expect(goes('right', 'right')).toBe('far');
  expect(goes('far', 'left')).toBe('right');
  expect(goes('right', 'left')).toBe('left');
  expect(goes('far', 'right')).toBe('far');
  expect(goes('left', 'down')).toBe('right');
  session.dispose();
});
