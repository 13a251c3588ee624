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
      page.getByTitle(/The disk of this computer is full\. Until then 1 change is in this window only\./),
    )
    .toBeVisible();
  const ids = session.sync.state.pending.map(({ id }) => id);
  session.sync.dispatch({ type: 'journaled', ids });
  await expect
    .element(page.getByTitle(/Changes are saved on this computer until there is another one\./))
    .toBeVisible();
  session.dispose();
});
