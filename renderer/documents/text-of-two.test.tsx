// @module-tag rig
import { useSyncExternalStore, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { TextArea } from '#renderer/ui/index.ts';
import type { OpenDocument } from './document-session.ts';
import { createFakeDesk, setItem, testDocument, type TestDocument } from './testing/fake-desk.ts';
import { FakeJournal } from './testing/fake-journal.ts';

/** Two sessions of one document, as two people at two computers have them, and the same text in both. */

const SAVED = 4000;
type Session = OpenDocument<TestDocument>;
const noteIn = (session: Session) => session.getState().document.items[0]?.note;

function Field({ session, label }: { session: Session; label: string }): ReactElement {
  const { document } = useSyncExternalStore(session.subscribe, session.getState);
  return (
    <TextArea
      label={label}
      value={document.items[0]?.note ?? ''}
      onValueChange={(note) => session.change('write', setItem('a', { note }), { gesture: label })}
    />
  );
}

async function show() {
  const desk = createFakeDesk(testDocument('a'));
  const [one, two] = [await desk.open('one'), await desk.open('two', new FakeJournal())];
  await renderPage(
    <>
      <Field session={one} label="First" />
      <Field session={two} label="Second" />
    </>,
  );
  return { desk, one, two, first: page.getByLabelText('First'), second: page.getByLabelText('Second') };
}

it('what both wrote in one text is there for both, and nothing is replaced under a cursor', async () => {
  const { desk, one, two, first, second } = await show();
  two.change('write', setItem('a', { note: 'A dog barks' }));
  await userEvent.click(first);
  await userEvent.keyboard('The lamp is lit');
  await one.flush();
  // The second window did not know of it and saves now.
  await two.flush();
  const both = 'The lamp is lit\nA dog barks';
  expect(desk.service.document.items[0]?.note).toBe(both);
  expect(desk.said).toEqual([
    'Somebody else wrote in the same text meanwhile: note. Both texts are there: look them over.',
  ]);
  await expect.element(second).toHaveValue(both);
  desk.tell({ kind: 'saved', version: desk.service.version });
  await desk.pass(SAVED);
  expect(noteIn(one)).toBe(both);
  await expect.element(first).toHaveValue('The lamp is lit');
  await expect.element(page.getByText('Somebody else wrote here as well.', { exact: false })).toBeVisible();
  await userEvent.keyboard(' at night');
  await expect.element(first).toHaveValue('The lamp is lit at night');
  await one.flush();
  expect(desk.service.document.items[0]?.note).toBe('The lamp is lit at night\nA dog barks');
  (first.element() as HTMLTextAreaElement).blur();
  await expect.element(first).toHaveValue('The lamp is lit at night\nA dog barks');
});

it('undo takes back what was written here and leaves what somebody else wrote', async () => {
  const { desk, one, two, first } = await show();
  await userEvent.click(first);
  await userEvent.keyboard('The lamp is lit');
  await one.flush();
  two.change('write', setItem('a', { note: 'A dog barks' }));
  await two.flush();
  desk.tell({ kind: 'saved', version: desk.service.version });
  await desk.pass(SAVED);
  one.undo();
  await expect.element(first).toHaveValue('\nA dog barks');
  expect(noteIn(one)).not.toContain('lamp');
});

it('both write on at once, saved again and again, and every word of both is there', async () => {
  const { desk, one, two } = await show();
  const words = { one: ['red', 'green', 'blue', 'pink'], two: ['oak', 'elm', 'ash', 'fir'] };
  const typed = { one: '', two: '' };
  for (let turn = 0; turn < 4; turn += 1) {
    for (const [name, session] of [
      ['one', one],
      ['two', two],
    ] as const) {
      typed[name] += ` ${words[name][turn]}`;
      const note = `${noteIn(session) ?? ''} ${words[name][turn]}`;
      session.change('write', setItem('a', { note }));
    }
    await one.flush();
    await two.flush();
    if (turn % 2 === 0) desk.tell({ kind: 'saved', version: desk.service.version });
    await desk.pass(SAVED);
  }
  const note = desk.service.document.items[0]?.note;
  for (const word of [...words.one, ...words.two]) expect(note).toContain(word);
});
