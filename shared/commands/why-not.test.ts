import { expect, test } from 'vitest';
import { emptyContext, type CommandContext } from './context.ts';
import { commandIds, commandTable } from './index.ts';
import { disabledReason } from './why-not.ts';
import { englishCommandWords } from './words.ts';

const CONTEXTS: Readonly<Record<string, CommandContext>> = {
  'an empty page': { ...emptyContext, canZoomIn: false, canZoomOut: false },
  'a graph with nothing selected': { ...emptyContext, page: 'graph', nodes: 4, projectSelected: true },
  'a graph with a node': {
    ...emptyContext,
    page: 'graph',
    nodes: 4,
    projectSelected: true,
    selectedNodes: 1,
  },
  'a comparison before a graph': { ...emptyContext, page: 'graph', nodes: 4, canvasCovered: true },
  'a timeline': { ...emptyContext, page: 'timeline', timeline: { ...emptyContext.timeline, editable: true } },
  'a cell with its result': { ...emptyContext, page: 'grids', gridCell: true, gridResult: true },
};

test.each(Object.entries(CONTEXTS))(
  'on %s each command that cannot be used says what is missing',
  (_, context) => {
    const disabled = commandIds.filter((id) => commandTable[id].when?.(context) === false);
    expect(disabled.length).toBeGreaterThan(10);
    const vague = disabled.filter((id) => {
      const { title } = commandTable[id];
      const why = disabledReason(id, context, title, true);
      return why === englishCommandWords.unavailable(title.replace('…', '')) || !/[a-z]/.test(why);
    });
    expect(vague).toEqual([]);
  },
);

test('the sentence is about what would help', () => {
  const graph = { ...emptyContext, nodes: 4 };
  const why = (id: (typeof commandIds)[number], context = graph) => disabledReason(id, context, 'It', true);
  expect(why('editor.duplicate')).toBe('Select a node first.');
  expect(why('wire.go-to-source')).toBe('Select one wire first.');
  expect(why('project.rename')).toBe('Choose a project first.');
  expect(why('editor.duplicate', { ...graph, canvasCovered: true, selectedNodes: 1 })).toBe(
    'Close the comparison first.',
  );
  expect(why('edit.undo')).toBe('Nothing to undo');
});

test('a command that no part of the page does says so with its name', () => {
  expect(disabledReason('project.rename', emptyContext, 'Rename project', false)).toBe(
    '“Rename project” cannot be done here now.',
  );
});
