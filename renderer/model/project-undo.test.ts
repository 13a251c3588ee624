import { expect, test } from 'vitest';
import { ProjectUndo, stepLabel, type ScopeSteps, type UndoScope } from './project-undo.ts';

const place = { connectionId: 'local', projectId: 'prj' };

/** Parts that keep their steps as documents do. */
function bench() {
  const undo = new ProjectUndo();
  const stacks: Record<UndoScope, { done: string[]; undone: string[] }> = {
    graph: { done: ['an old edit'], undone: [] },
    storyboard: { done: [], undone: [] },
    timeline: { done: [], undone: [] },
  };
  const stateOf = (part: UndoScope): ScopeSteps => {
    const { done, undone } = stacks[part];
    return {
      undoName: done.at(-1) ?? null,
      redoName: undone.at(-1) ?? null,
      done: done.length,
      undone: undone.length,
    };
  };
  const note = (part: UndoScope) => undo.note(place, part, stateOf(part));
  for (const part of ['graph', 'storyboard', 'timeline'] as const) note(part);
  return {
    undo,
    edit: (part: UndoScope, name: string) => {
      stacks[part] = { done: [...stacks[part].done, name], undone: [] };
      note(part);
    },
    /** @returns what was done, as `part: name`. */
    go: (way: 'undo' | 'redo', own: UndoScope): string | null => {
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
  undo.request(place, 'timeline', 'undo');
  expect(undo.take(place, 'graph')).toBeNull();
  expect([undo.take(place, 'timeline'), undo.take(place, 'timeline')]).toEqual(['undo', null]);
});

/** Storage of a browser. */
function storageOf(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: () => null,
    length: 0,
  };
}

const steps = (done: string[], undone: string[] = []): ScopeSteps => ({
  undoName: done.at(-1) ?? null,
  redoName: undone.at(-1) ?? null,
  done: done.length,
  undone: undone.length,
});

test('the order holds over a restart, before the pages of the parts were opened', () => {
  const storage = storageOf();
  const before = new ProjectUndo();
  before.rememberIn(storage);
  for (const part of ['graph', 'storyboard', 'timeline'] as const) before.note(place, part, steps([]));
  before.note(place, 'timeline', steps(['move a clip']));
  before.note(place, 'graph', steps(['add a node']));
  before.note(place, 'storyboard', steps(['write a shot']));
  before.note(place, 'storyboard', steps([], ['write a shot']));

  const after = new ProjectUndo();
  after.rememberIn(storage);
  after.note(place, 'graph', steps(['add a node']));
  expect(after.next(place, 'timeline', 'undo')).toEqual({ part: 'graph', name: 'add a node' });
  expect(after.next(place, 'graph', 'redo')).toEqual({ part: 'storyboard', name: 'write a shot' });
  after.note(place, 'graph', steps([], ['add a node']));
  expect(after.next(place, 'graph', 'undo')).toEqual({ part: 'timeline', name: 'move a clip' });
  // Its steps were lost meanwhile: there is nothing to go to.
  after.note(place, 'timeline', steps([]));
  expect(after.next(place, 'graph', 'undo')).toBeNull();
});

test('where a part comes back with fewer steps, its oldest are out of the order', () => {
  const storage = storageOf();
  const before = new ProjectUndo();
  before.rememberIn(storage);
  for (const part of ['graph', 'timeline'] as const) before.note(place, part, steps([]));
  before.note(place, 'timeline', steps(['one']));
  before.note(place, 'timeline', steps(['one', 'two']));
  before.note(place, 'graph', steps(['add a node']));
  before.note(place, 'timeline', steps(['one', 'two', 'three']));
  const after = new ProjectUndo();
  after.rememberIn(storage);
  after.note(place, 'timeline', steps(['two', 'three']));
  expect(after.next(place, 'graph', 'undo')).toEqual({ part: 'timeline', name: 'three' });
  after.note(place, 'timeline', steps(['two'], ['three']));
  expect(after.next(place, 'timeline', 'undo')).toEqual({ part: 'graph', name: 'add a node' });
  after.note(place, 'graph', steps([], ['add a node']));
  expect(after.next(place, 'graph', 'undo')).toEqual({ part: 'timeline', name: 'two' });
});

test('what is no order in the storage is as good as nothing', () => {
  const storage = storageOf();
  storage.setItem('patchbay.undo-order', '[{"key":7}');
  const undo = new ProjectUndo();
  undo.rememberIn(storage);
  expect(undo.next(place, 'graph', 'undo')).toBeNull();
});

test('an entry of another project that is out of bounds leaves the order of the rest', () => {
  const storage = storageOf();
  const before = new ProjectUndo();
  before.rememberIn(storage);
  before.note(place, 'storyboard', steps([]));
  before.note(place, 'timeline', steps([]));
  before.note(place, 'timeline', steps(['trim']));
  before.note(place, 'storyboard', steps(['split']));
  const part = { undoName: 'x'.repeat(2000), redoName: null, done: 1, undone: 0 };
  const broken = { key: 'other', parts: { graph: part }, done: [], undone: [] };
  const written = storage.getItem('patchbay.undo-order') ?? '[]';
  storage.setItem('patchbay.undo-order', `[${JSON.stringify(broken)},${written.slice(1)}`);
  const after = new ProjectUndo();
  after.rememberIn(storage);
  expect(after.next(place, 'timeline', 'undo')).toEqual({ part: 'storyboard', name: 'split' });
});
