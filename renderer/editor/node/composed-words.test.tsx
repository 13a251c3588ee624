import { expect, it, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';

/** Words that an input method puts together in Chromium itself, sign by sign, in fields whose value goes to the document and back. */

const graph: Graph = {
  nodes: [
    {
      id: 'writer',
      type: 'ai/text',
      title: 'Writer',
      position: { x: 40, y: 40 },
      inputs: { prompt: { type: 'string', value: 'A harbor' } },
    },
    { id: 'resize', type: 'image/resize', position: { x: 400, y: 40 }, inputs: {} },
  ],
  connections: [],
};

/** What stands in place of the syllable as each key is pressed; the next one begins where the last is still open. */
const SYLLABLES: readonly (readonly string[])[] = [
  ['ㅎ', '하', '한'],
  ['ㄱ', '그', '글'],
];

async function type(syllables: readonly (readonly string[])[], seen: () => unknown): Promise<unknown[]> {
  const states: unknown[] = [];
  for (const steps of syllables) {
    for (const text of steps) {
      await cdp().send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
      await new Promise(requestAnimationFrame);
      states.push(seen());
    }
    await cdp().send('Input.insertText', { text: steps.at(-1) ?? '' });
  }
  return states;
}

it('Korean syllables stay together in the middle of a text of several lines', async () => {
  const { session } = await showCanvas(standIn(graph));
  const prompt = page.getByRole('textbox', { name: 'Prompt of Writer' });
  await userEvent.click(prompt);
  const field = prompt.element() as HTMLTextAreaElement;
  field.setSelectionRange(2, 2);
  const states = await type(SYLLABLES, () => field.value);
  expect(states).toEqual(['ㅎ', '하', '한', '한ㄱ', '한그', '한글'].map((words) => `A ${words}harbor`));
  expect([field.selectionStart, field.selectionEnd]).toEqual([4, 4]);
  await vi.waitFor(() =>
    expect(session.store.getNode('writer')?.inputs?.['prompt']?.value).toBe('A 한글harbor'),
  );
  // What changes elsewhere on the canvas meanwhile does not end a composition.
  await cdp().send('Input.imeSetComposition', { text: '하', selectionStart: 1, selectionEnd: 1 });
  session.setTitle('resize', 'Poster', 'title resize');
  session.setInput('writer', 'model', { type: 'string', value: 'gpt' });
  await expect.element(page.getByRole('article', { name: 'Poster' })).toBeVisible();
  await cdp().send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 });
  await cdp().send('Input.insertText', { text: '한' });
  expect(field.value).toBe('A 한글한harbor');
});

it('digits of a Japanese keyboard are a number as soon as they are chosen', async () => {
  const { session } = await showCanvas(standIn(graph));
  const width = page.getByRole('spinbutton', { name: 'Width of Resize' });
  await userEvent.click(width);
  const field = width.element() as HTMLInputElement;
  field.focus();
  field.select();
  await type([['６', '６４', '６４０']], () => field.value);
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(session.store.getNode('resize')?.inputs?.['width']?.value).toBe(640));
});
