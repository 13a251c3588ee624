import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { jsonLinter } from './json-linter.ts';

/** What is marked in a text, and where. */
async function marksIn(doc: string): Promise<[number, string][]> {
  const view = new EditorView({ state: EditorState.create({ doc }) });
  try {
    const diagnostics = await jsonLinter()(view);
    return diagnostics.map(({ from, to }) => [from, doc.slice(from, to)]);
  } finally {
    view.destroy();
  }
}

describe('a JSON value that is no JSON', () => {
  it.each([
    ['a word without quotes', '{\n  "size": 3,\n  "fit": cover\n}', 24, 'cover'],
    ['a number as other languages write it', '{ "size": .5 }', 10, '.'],
    ['curly quotes', '{ "size": “3” }', 10, '“'],
    ['an unfinished word', '{ "shown": tru }', 11, 'tru'],
    ['a comma too many', '[1, 2, ]', 7, ''],
    ['two values without a comma', '{ "a": 1\n  "b": 2 }', 11, ''],
    ['a text without its end', '{ "a": "x }', 7, '"x'],
    ['nothing', '', 0, ''],
  ])('has a mark at its place: %s', async (_, text, at, marked) => {
    expect(await marksIn(text)).toEqual([[at, marked]]);
  });

  it('has no mark once it is right', async () => {
    expect(await marksIn('{ "size": 0.5 }')).toEqual([]);
  });
});
