import { expect, test } from 'vitest';
import { emptyContext, type CommandContext } from '../context.ts';
import { commandIds, commandTable } from '../index.ts';
import { disabledReason } from '../why-not.ts';
import { englishCommandWords, type CommandWords } from '../words.ts';
import { germanCommandWords } from './index.ts';

const { timeline } = emptyContext;
const CONTEXTS: readonly Partial<CommandContext>[] = [
  {},
  { selectedNodes: 3, storyboardShots: 3, galleryOutputs: 3, activeRuns: 2, runOutputsMarked: 2 },
  { selectedNodes: 1, storyboardShots: 1, galleryStarred: true, galleryHidden: true, runOutputStarred: true },
  { selectedWires: 1, namedWires: 1, gridStarred: true, gridDropped: true, page: 'projects' },
  {
    selectedItems: 1,
    selectedFrames: 1,
    page: 'templates',
    undoLabel: 'Clip trimmen',
    redoLabel: 'Ton abtrennen',
  },
  { selectedItems: 2, selectedFrames: 2, collapsedFrames: 2 },
  { selectedItems: 1, film: { playing: true, loops: false, muted: false, hasRange: false } },
  {
    timeline: { ...timeline, clips: 3, editable: true, underPlayhead: 'clip', dissolve: 'has', linked: true },
  },
  { timeline: { ...timeline, marker: true, dissolve: 'can', crossFades: true, longestDissolve: 1.5 } },
  { timeline: { ...timeline, gap: true } },
];

const LANGUAGES: readonly CommandWords[] = [englishCommandWords, germanCommandWords];

/** Titles that both languages have. */
const SAME = new Set(['Graph', 'Storyboard', 'Takes', 'Details', 'Pause']);

test('titles of the moment are German, with the numbers and names of the English ones', () => {
  const wrong = commandIds.flatMap((id) =>
    CONTEXTS.flatMap((part) => {
      const context = { ...emptyContext, ...part };
      const [en, de] = LANGUAGES.map(({ commands }) => {
        const { title, dynamicTitle } = commands[id];
        return dynamicTitle?.(context) ?? title;
      });
      const numbers = (text = ''): string[] => text.replaceAll(',', '.').match(/\d+(?:\.\d+)?|…/g) ?? [];
      const isFine =
        (en !== de || SAME.has(en ?? '')) &&
        numbers(en).join(' ') === numbers(de).join(' ') &&
        /^\S.*\S$/.test(de ?? '');
      return isFine ? [] : [`${id}: ${en} – ${de}`];
    }),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

test('no two commands of one menu have one German title', () => {
  const { commands } = germanCommandWords;
  const twice = commandIds.filter(
    (id, at) => commandIds.findIndex((other) => commands[other].title === commands[id].title) !== at,
  );
  expect(twice).toEqual([]);
});

test('why a command cannot be used is said in German', () => {
  const why = (id: (typeof commandIds)[number], isHandled = true) =>
    disabledReason(id, emptyContext, germanCommandWords.commands[id].title, isHandled, germanCommandWords);
  expect(why('edit.undo')).toBe('Nichts rückgängig zu machen');
  expect(why('editor.find-replace', false)).toBe('„Suchen und ersetzen“ ist hier gerade nicht möglich.');
  const english = new Set(Object.values(englishCommandWords.reasons));
  const unusable = commandIds.filter((id) => commandTable[id].when?.(emptyContext) === false);
  expect(unusable.filter((id) => english.has(why(id)))).toEqual([]);
});
