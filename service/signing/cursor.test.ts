import { describe, expect, it } from 'vitest';
import { createCursors } from './cursor.ts';

describe('cursors', () => {
  const cursors = createCursors(Buffer.alloc(32, 1));

  it('opens what it sealed, for the same binding only', () => {
    const cursor = cursors.seal(['list', 'me', 'x'], [5, 'five']);
    expect(cursors.open(['list', 'me', 'x'], cursor)).toEqual([5, 'five']);
    expect(cursors.open(['list', 'you', 'x'], cursor)).toBeNull();
    expect(cursors.open(['list', 'mex', ''], cursor)).toBeNull();
    expect(createCursors(Buffer.alloc(32, 2)).open(['list', 'me', 'x'], cursor)).toBeNull();
  });

  it.each(['', '.', 'a', 'a.b', 'a.b.c', '%%%.%%%'])('refuses %j', (text) => {
    expect(cursors.open(['list'], text)).toBeNull();
  });
});
