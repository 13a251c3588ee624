import { expect, test } from 'vitest';
import { ProjectUndo, stepLabel, type PartSteps, type UndoPart } from './project-undo.ts';

const place = { connectionId: 'local', projectId: 'prj' };

/** Parts that keep their steps as documents do. */
function bench() {
  const undo = new ProjectUndo();
  const stacks: Record<UndoPart, { done: string[]; undone: string[] }> = {
    graph: { done: ['an old edit'], undone: [] },
    storyboard: { done: [], undone: [] },
    timeline: { done: [], undone: [] },
  };
  const stateOf = (part: UndoPart): PartSteps => {
    const { done, undone } = stacks[part];
    return {
      undoName: done.at(-1) ?? null,
      redoName: undone.at(-1) ?? null,
      done: done.length,
      undone: undone.length,
    };
  };
  const note = (part: UndoPart) => undo.note(place, part, stateOf(part));
  for (const part of ['graph', 'storyboard', 'timeline'] as const) note(part);
  return {
    undo,
    edit: (part: UndoPart, name: string) => {
      stacks[part] = { done: [...stacks[part].done, name], undone: [] };
      note(part);
    },
    /** @returns what was done, as `part: name`. */
    go: (way: 'undo' | 'redo', own: UndoPart): string | null => {
      const next = undo.next(place, own, way);
      if (!next) return null;
      const { done, undone } = stacks[next.part];
      if (way === 'undo') undone.push(done.pop() ?? '');
      else done.push(undone.pop() ?? '');
      note(next.part);
      return `${next.part}: ${next.name}`;
    },
  };
}

test('steps of all parts are taken back and made again in the order they were made', () => {
  const { edit, go } = bench();
  edit('storyboard', 'write a shot');
  edit('timeline', 'move a clip');
  edit('graph', 'add a node');
  edit('storyboard', 'move 2 shots');
  expect([go('undo', 'graph'), go('undo', 'graph'), go('undo', 'graph'), go('undo', 'graph')]).toEqual([
    'storyboard: move 2 shots',
    'graph: add a node',
    'timeline: move a clip',
    'storyboard: write a shot',
  ]);
  // Before this window there was only what the page itself has.
  expect(go('undo', 'timeline')).toBeNull();
  expect(go('undo', 'graph')).toBe('graph: an old edit');
  expect([1, 2, 3, 4, 5, 6].map(() => go('redo', 'timeline'))).toEqual([
    'graph: an old edit',
    'storyboard: write a shot',
    'timeline: move a clip',
    'graph: add a node',
    'storyboard: move 2 shots',
    null,
  ]);
});

test('a new step ends what could be made again in other parts', () => {
  const { edit, go, undo } = bench();
  edit('timeline', 'move a clip');
  expect(go('undo', 'storyboard')).toBe('timeline: move a clip');
  edit('storyboard', 'write a shot');
  expect(undo.next(place, 'storyboard', 'redo')).toBeNull();
  expect(go('undo', 'timeline')).toBe('storyboard: write a shot');
});

test('a step of another part is called by that part, and asked for once', () => {
  const { edit, undo } = bench();
  edit('timeline', 'move a clip');
  const next = undo.next(place, 'graph', 'undo');
  expect([stepLabel(next, 'graph'), stepLabel(next, 'timeline')]).toEqual([
    'move a clip (timeline)',
    'move a clip',
  ]);
  undo.ask(place, 'timeline', 'undo');
  expect(undo.take(place, 'graph')).toBeNull();
  expect([undo.take(place, 'timeline'), undo.take(place, 'timeline')]).toEqual(['undo', null]);
});
