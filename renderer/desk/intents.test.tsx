import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { sendIntent, consumeIntent, useIntent, usePendingIntent } from './intents.ts';

const here = { connectionId: 'local', projectId: 'prj_1' };

/** A page that says which nodes it was told to show. */
function Graph({ projectId }: { projectId: string }): ReactElement {
  const [nodes, setNodes] = useState<readonly string[]>([]);
  useIntent('show-node', { ...here, projectId }, ({ nodeId }) => setNodes((before) => [...before, nodeId]));
  const isPending = usePendingIntent(['show-node']);
  return (
    <p role="status">
      {projectId}: {nodes.join(' ')} {isPending ? 'pending' : 'taken'}
    </p>
  );
}

it('is taken once by the page it is for, whether that is opened before or after', async () => {
  sendIntent({ kind: 'show-node', ...here, nodeId: 'a' });
  await renderPage(<Graph projectId="prj_1" />);
  await expect.element(page.getByRole('status')).toHaveTextContent('prj_1: a taken');
  sendIntent({ kind: 'show-node', ...here, nodeId: 'b' });
  await expect.element(page.getByRole('status')).toHaveTextContent('prj_1: a b taken');
  expect(consumeIntent(['show-node'], here)).toBeNull();
});

it('waits for its own project and kind', async () => {
  sendIntent({ kind: 'show-node', ...here, nodeId: 'a' });
  await renderPage(<Graph projectId="prj_2" />);
  await expect.element(page.getByRole('status')).toHaveTextContent('prj_2: pending');
  expect(consumeIntent(['show-clip'], here)).toBeNull();
  expect(consumeIntent(['show-clip', 'show-node'], null)).toMatchObject({ nodeId: 'a' });
});

it('is the newest one', () => {
  sendIntent({ kind: 'show-node', ...here, nodeId: 'a' });
  sendIntent({ kind: 'vary-inputs', ...here });
  expect(consumeIntent(['show-node'], here)).toBeNull();
  expect(consumeIntent(['vary-inputs'], here)).toEqual({ kind: 'vary-inputs', ...here });
});
