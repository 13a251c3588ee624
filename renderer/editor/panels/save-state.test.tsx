import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { openSession } from '../session/open-session.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { SaveState } from './save-state.tsx';

it('while a key is needed and the disk is full it does not say that changes are saved', async () => {
  const ports = standIn({
    nodes: [{ id: 'text', type: 'input/text', inputs: { value: { type: 'string', value: 'one' } } }],
    connections: [],
  });
  // Nothing that is written down is answered before the test says so.
  const session = await openSession({
    ...ports,
    journal: { ...ports.journal, append: () => new Promise(() => undefined) },
  });
  await renderPage(<SaveState session={session} />);
  session.setInput('text', 'value', { type: 'string', value: 'two' });
  session.sync.dispatch({ type: 'journal-failed', message: 'The disk of this computer is full.' });
  session.sync.dispatch({ type: 'fetch-failed', outcome: { kind: 'key' } });
  await expect
    .element(
      page.getByRole('button', {
        name: /The disk of this computer is full\. Until then 1 change is in this window only\./,
      }),
    )
    .toBeVisible();
  const ids = session.sync.state.pending.map(({ id }) => id);
  session.sync.dispatch({ type: 'journaled', ids });
  await expect
    .element(
      page.getByRole('button', { name: /Changes are saved on this computer until there is another one\./ }),
    )
    .toBeVisible();
  session.dispose();
});

it('while keys come one after the other it says Saving, and that all is saved once nothing comes any more', async () => {
  const session = await openSession(
    standIn({
      nodes: [{ id: 'text', type: 'input/text', inputs: { value: { type: 'string', value: '' } } }],
      connections: [],
    }),
  );
  await renderPage(<SaveState session={session} />);
  await expect.element(page.getByText(/Saved v/)).toBeVisible();
  const said: string[] = [];
  const button = page
    .getByText(/Saved v/)
    .element()
    .closest('button')!;
  const watch = new MutationObserver(() => said.push(button.textContent));
  watch.observe(button, { subtree: true, childList: true, characterData: true });
  for (const typed of ['a', 'ab', 'abc']) {
    session.setInput('text', 'value', { type: 'string', value: typed });
    session.sync.dispatch({ type: 'journaled', ids: session.sync.state.pending.map(({ id }) => id) });
  }
  expect(session.sync.status.kind).toBe('journaled');
  await expect.element(page.getByText('Saving')).toBeVisible();
  await expect.element(page.getByText(/Saved/)).toBeVisible();
  watch.disconnect();
  expect(said[0]).toBe('Saving');
  session.dispose();
});

it('says how many changes wait while the service is away, and no number where none does', async () => {
  const ports = standIn({
    nodes: [{ id: 'text', type: 'input/text', inputs: { value: { type: 'string', value: '' } } }],
    connections: [],
  });
  let isAway = false;
  // What is tried again while it is away gets no answer.
  const api: typeof ports.api = (endpoint, options) =>
    isAway ? new Promise(() => undefined) : ports.api(endpoint, options);
  const session = await openSession({ ...ports, api });
  await renderPage(<SaveState session={session} />);
  isAway = true;
  session.sync.dispatch({ type: 'fetch-failed', outcome: { kind: 'unreachable' } });
  await expect.element(page.getByText('Offline', { exact: true })).toBeVisible();
  session.setInput('text', 'value', { type: 'string', value: 'one' });
  await expect.element(page.getByText('Offline · 1 change', { exact: true })).toBeVisible();
  session.dispose();
});
