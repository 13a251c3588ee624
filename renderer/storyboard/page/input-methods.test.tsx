// @module-tag rig
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { playCompositions } from '#renderer/testing/compositions.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { InlineTextField } from '../parts/in-place-text.tsx';
import { SecondsField } from '../parts/seconds-field.tsx';

function Name({ lines }: { lines: 'one' | 'many' }): ReactElement {
  const [text, setText] = useState('');
  return (
    <article>
      <button type="button" data-shot>
        Frame
      </button>
      <InlineTextField label="Name" value={text} placeholder="Name" lines={lines} onChange={setText} />
    </article>
  );
}

it.each(['one', 'many'] as const)(
  'the words of an input method stay in the name of a shot, %s: storyboard/parts/in-place-text.tsx',
  async (lines) => {
    await renderPage(<Name lines={lines} />);
    await page.getByLabelText('Name').click();
    expect(await playCompositions()).toBe(80);
  },
);

it('the words of an input method stay in the length of a shot: storyboard/parts/seconds-field.tsx', async () => {
  const taken: unknown[] = [];
  await renderPage(
    <SecondsField seconds={4} defaultSeconds={3} onChange={(seconds) => taken.push(seconds)} />,
  );
  await page.getByRole('textbox', { name: 'Seconds' }).click();
  expect(await playCompositions(() => [...taken])).toBe(80);
});
