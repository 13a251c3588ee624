// @module-tag rig
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { playCompositions } from '#renderer/testing/compositions.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { KindProps } from './field-props.ts';
import { TextInput } from './text-input.tsx';

function Form({ onSend }: { onSend: () => void }): ReactElement {
  const [value, setValue] = useState<KindProps['value']>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <TextInput
        label="Words"
        type={{ base: 'text' }}
        value={value}
        onValueChange={setValue}
        onProblem={() => undefined}
      />
    </form>
  );
}

it('the words of an input method stay in a field of a form: fields/text-input.tsx', async () => {
  let sent = 0;
  await renderPage(<Form onSend={() => (sent += 1)} />);
  await page.getByRole('textbox', { name: 'Words' }).click();
  expect(await playCompositions(() => sent)).toBe(80);
});
