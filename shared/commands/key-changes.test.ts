import { expect, test } from 'vitest';
import { isChord } from './chord.ts';
import { commandIds, commandTable, keyScopeIds, keyScopes } from './index.ts';
import { canChangeKeys, keyMapOf, meaningOf, withKeys } from './key-changes.ts';

test('without changes each command has the keys of the table', () => {
  const map = keyMapOf({});
  for (const id of commandIds) {
    for (const scope of keyScopeIds)
      expect(map.chordsOf(id, scope)).toEqual(commandTable[id].keys?.[scope] ?? []);
  }
});

test('every key of the table and of the scopes is a chord', () => {
  const chords = [
    ...commandIds.flatMap((id) => Object.values(commandTable[id].keys ?? {}).flat()),
    ...keyScopeIds.flatMap((scope) => keyScopes[scope].keys.flatMap(({ keys }) => [...keys])),
  ];
  expect(chords.filter((chord) => !isChord(chord))).toEqual([]);
  expect(['', 'Q+Mod', 'Shift+Mod+A', 'mod+a', 'Mod+', 'F13', 'A+B'].filter(isChord)).toEqual([]);
});

test('a key that is given to a command is taken from the one that had it, and comes back with it', () => {
  const changed = withKeys({}, 'page', 'editor.tidy', ['Mod+D']);
  const map = keyMapOf(changed);
  expect(map.chordsOf('editor.tidy', 'page')).toEqual(['Mod+D']);
  expect(map.chordsOf('editor.duplicate', 'page')).not.toContain('Mod+D');
  expect(meaningOf(map, 'page', 'Mod+D')).toBe('editor.tidy');
  const back = withKeys(withKeys(changed, 'page', 'editor.duplicate', null), 'page', 'editor.tidy', null);
  expect(back).toEqual({});
});

test('no key has two meanings in a scope, whatever was changed', () => {
  const changed = withKeys(withKeys({}, 'page', 'editor.tidy', ['Mod+Z', 'F9']), 'page', 'edit.undo', ['F9']);
  const chords = keyMapOf(changed)
    .bindingsOf('page')
    .map(({ chord }) => chord);
  expect(new Set(chords).size).toBe(chords.length);
});

test('what is stored and not known is ignored, and fixed keys stay', () => {
  const map = keyMapOf({
    'page no.such-command': ['F9'],
    'page editor.duplicate': ['nonsense', 'F8'],
    'canvas canvas.walk': ['F7'],
    'page editor.copy': [],
  });
  expect(map.chordsOf('editor.duplicate', 'page')).toEqual(['F8']);
  expect(map.chordsOf('canvas.walk', 'canvas')).toContain('ArrowLeft');
  expect(map.chordsOf('editor.copy', 'page')).toEqual(commandTable['editor.copy'].keys?.page);
  expect(canChangeKeys('canvas.cancel', 'canvas')).toBe(false);
});

test('a key of the scope itself is named', () => {
  expect(meaningOf(keyMapOf({}), 'files', 'Enter')).toEqual({ index: 1 });
  expect(meaningOf(keyMapOf({}), 'files', 'F9')).toBeNull();
});
