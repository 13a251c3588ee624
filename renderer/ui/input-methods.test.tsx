// @module-tag rig
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { playCompositions } from '#renderer/testing/compositions.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Button } from './button.tsx';
import { ColorInput } from './color-field.tsx';
import { Dialog } from './dialog.tsx';
import { InlineNameField } from './inline-name-field.tsx';
import { NumberField } from './number-field.tsx';
import { PickField } from './pick-field.tsx';
import { SuggestField } from './suggest-field.tsx';
import { TextArea, TextField } from './text-field.tsx';

/** Every field of all pages that a person types in, in a dialog with a form, which have keys of their own. */
const FIELDS: Readonly<Record<string, (set: (text: string) => void, text: string) => ReactElement>> = {
  'ui/text-field.tsx': (set, text) => <TextField label="Field" value={text} onValueChange={set} />,
  'ui/text-field.tsx, several lines': (set, text) => (
    <TextArea label="Field" value={text} onValueChange={set} />
  ),
  'ui/inline-name-field.tsx': (set) => (
    <InlineNameField label="Field" name="" onEnd={() => set('ended')} onCancel={() => set('given up')} />
  ),
  'ui/number-field.tsx': (set) => (
    <NumberField label="Field" value={4} onValueCommitted={(value) => set(`committed ${value}`)} />
  ),
  'ui/color-field.tsx': (set) => (
    <ColorInput
      label="Field"
      inputClassName=""
      value="#ff0000"
      onValueChange={set}
      onCommit={() => set('committed')}
    />
  ),
  'ui/suggest-field.tsx': (set, text) => (
    <SuggestField label="Field" value={text} suggestions={['港', '港町', 'é']} onValueChange={set} picks />
  ),
};

function InDialog({ field, ended }: { field: keyof typeof FIELDS; ended: string[] }): ReactElement {
  const [text, setText] = useState('');
  return (
    <Dialog open onClose={() => ended.push('closed')} title="Asked">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ended.push('sent');
        }}
      >
        {FIELDS[field]?.((next) => {
          if (/^(ended|given up|committed)/.test(next)) ended.push(next);
          else setText(next);
        }, text)}
      </form>
    </Dialog>
  );
}

it.each(Object.keys(FIELDS))('the words of an input method stay in the field: %s', async (name) => {
  const ended: string[] = [];
  await renderPage(<InDialog field={name} ended={ended} />);
  const field = document.querySelector('form input:not([hidden]), form textarea');
  if (!(field instanceof HTMLElement)) throw new Error(`${name} has no field.`);
  field.focus();
  expect(await playCompositions(() => [...ended])).toBe(80);
});

it('the words of an input method press no main button: ui/dialog.tsx', async () => {
  const pressed: string[] = [];
  function Asking(): ReactElement {
    const [text, setText] = useState('');
    return (
      <Dialog
        open
        onClose={() => pressed.push('closed')}
        title="Asked"
        footer={
          <Button variant="primary" onClick={() => pressed.push('saved')}>
            Save
          </Button>
        }
      >
        <TextField label="Field" value={text} onValueChange={setText} />
      </Dialog>
    );
  }
  await renderPage(<Asking />);
  page.getByRole('textbox', { name: 'Field' }).element().focus();
  expect(await playCompositions(() => [...pressed])).toBe(80);
});

it('the words of an input method stay in the search of a list: ui/pick-field.tsx', async () => {
  const picked: string[] = [];
  await renderPage(
    <PickField
      label="Input"
      searchLabel="Search inputs"
      emptyText="Nothing"
      value=""
      groups={[{ id: 'sun', title: 'Sun', items: ['港', 'é'].map((label) => ({ value: label, label })) }]}
      onValueChange={(value) => picked.push(value)}
    />,
  );
  await page.getByRole('combobox', { name: 'Input' }).click();
  const search = page.getByLabelText('Search inputs');
  await expect.element(search).toHaveFocus();
  expect(await playCompositions(() => [...picked])).toBe(80);
});

it('Enter of the person acts after the words were chosen', async () => {
  const ended: string[] = [];
  await renderPage(<InDialog field="ui/inline-name-field.tsx" ended={ended} />);
  await playCompositions(() => [...ended]);
  const { activeElement } = document;
  activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true }),
  );
  expect(ended).toEqual(['ended']);
});
