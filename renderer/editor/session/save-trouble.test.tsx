import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { standIn } from '../testing/editor-stand-in.ts';
import { useSaveProblem } from './editor-context.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';

it('what is typed and saved renders nothing that waits for trouble, and a key that is needed does', async () => {
  const session = await openSession(
    standIn({
      nodes: [{ id: 'text', type: 'input/text', inputs: { value: { type: 'string', value: '' } } }],
      connections: [],
    }),
  );
  const shown: (string | undefined)[] = [];
  const Waiting = ({ of }: { of: EditorSession }): ReactElement => {
    const kind = useSaveProblem(of)?.kind;
    shown.push(kind);
    return <p>{kind ?? 'no trouble'}</p>;
  };
  await renderPage(<Waiting of={session} />);
  await expect.element(page.getByText('no trouble')).toBeVisible();
  shown.length = 0;
  for (const typed of ['a', 'ab']) {
    session.setInput('text', 'value', { type: 'string', value: typed });
    expect(session.sync.status.kind).toBe('saving');
    session.sync.dispatch({ type: 'journaled', ids: session.sync.state.pending.map(({ id }) => id) });
    expect(session.sync.status.kind).toBe('journaled');
  }
  session.sync.dispatch({ type: 'fetch-failed', outcome: { kind: 'key' } });
  await expect.element(page.getByText('key-needed')).toBeVisible();
  expect(new Set(shown)).toEqual(new Set(['key-needed']));
  session.dispose();
});
