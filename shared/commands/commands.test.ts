import { describe, expect, test } from 'vitest';
import { emptyContext } from './context.ts';
import type { CommandDescription } from './description.ts';
import { commandIds, commandMenus, commandTable, keyScopes, type KeyScope } from './index.ts';
import { menuIds } from './menus.ts';

/** Rows as they are written: a test runs before anybody has looked at their types. */
type Rows = Readonly<Record<string, Partial<CommandDescription>>>;

/** Two meanings of one key within one scope: of two commands, or of a command and a key of the scope itself. */
function keyClashes(rows: Rows): string[] {
  const owners = new Map<string, string[]>();
  const own = (scope: string, key: string, owner: string): void => {
    const name = `${key} (${scope})`;
    owners.set(name, [...(owners.get(name) ?? []), owner]);
  };
  for (const [id, { keys = {} }] of Object.entries(rows)) {
    for (const [scope, chords] of Object.entries(keys)) for (const chord of chords) own(scope, chord, id);
  }
  for (const [scope, { keys }] of Object.entries(keyScopes)) {
    for (const key of keys) {
      if (!('held' in key)) for (const chord of key.keys) own(scope, chord, `“${key.title}”`);
    }
  }
  return [...owners]
    .filter(([, all]) => all.length > 1)
    .map(([key, all]) => `${key} means ${all.join(' and ')}: give one of them another key.`);
}

function titleProblems(rows: Rows): string[] {
  const seen = new Map<string, string>();
  return Object.entries(rows).flatMap(([id, { title }]) => {
    if (title === undefined || title.trim() === '')
      return [`${id} has no title: say in its row what it does.`];
    const other = seen.get(title);
    seen.set(title, id);
    return other === undefined ? [] : [`${id} has the title of ${other}: people could not tell them apart.`];
  });
}

/** A command that nobody can find. */
const unreachable = (rows: Rows): string[] =>
  Object.entries(rows).flatMap(([id, { palette, keys, menus }]) =>
    palette === false && !keys && !menus
      ? [`${id} is offered nowhere: give it a menu or a key, or let the palette offer it.`]
      : [],
  );

const row = (part: Partial<CommandDescription>): CommandDescription => ({
  title: 'Something',
  icon: 'plus',
  handledBy: ['app'],
  ...part,
});

describe('the table', () => {
  test('no key has two meanings in one place', () => {
    expect(keyClashes(commandTable)).toEqual([]);
  });
  test('each command has a title of its own', () => {
    expect(titleProblems(commandTable)).toEqual([]);
  });
  test('each command is offered somewhere', () => {
    expect(unreachable(commandTable)).toEqual([]);
  });
  test('each group of a menu has commands', () => {
    const empty = menuIds.flatMap((menu) =>
      commandMenus[menu].groups
        .filter((group) => !commandIds.some((id) => commandTable[id].menus?.[menu] === group))
        .map((group) => `The group ${group} of the menu ${menu} has no command: remove it from menus.ts.`),
    );
    expect(empty).toEqual([]);
  });
  test('what a page without anything shows has a title as well', () => {
    const untitled = commandIds.filter((id) => commandTable[id].dynamicTitle?.(emptyContext).trim() === '');
    expect(untitled).toEqual([]);
  });
});

describe('a fault in the table is named', () => {
  test('a key that is taken in its scope, by a command or by the scope', () => {
    const taken = (scope: KeyScope): Rows => ({
      'a.one': row({ keys: { [scope]: ['Enter'] } }),
      'a.two': row({ keys: { [scope]: ['Enter'] } }),
    });
    expect(keyClashes(taken('canvas'))).toEqual([
      'Enter (canvas) means a.one and a.two: give one of them another key.',
    ]);
    expect(keyClashes({ 'a.one': row({ keys: { files: ['Enter'] } }) })).toEqual([
      'Enter (files) means a.one and “Add the file to the canvas”: give one of them another key.',
    ]);
    expect(
      keyClashes({
        'a.one': row({ keys: { page: ['Enter'] } }),
        'a.two': row({ keys: { canvas: ['Enter'] } }),
      }),
    ).toEqual([]);
  });
  test('a title that is missing or another one’s', () => {
    expect(titleProblems({ 'a.one': row({ title: ' ' }) })).toEqual([
      'a.one has no title: say in its row what it does.',
    ]);
    expect(titleProblems({ 'a.one': { icon: 'plus', handledBy: ['app'] } })).toEqual([
      'a.one has no title: say in its row what it does.',
    ]);
    expect(titleProblems({ 'a.one': row({}), 'a.two': row({}) })).toEqual([
      'a.two has the title of a.one: people could not tell them apart.',
    ]);
  });
  test('a command that is offered nowhere', () => {
    expect(unreachable({ 'a.one': row({ palette: false }) })).toEqual([
      'a.one is offered nowhere: give it a menu or a key, or let the palette offer it.',
    ]);
  });
});
