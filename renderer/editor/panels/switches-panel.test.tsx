import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { openSession } from '../session/open-session.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { SwitchesPanel } from './switches-panel.tsx';

const COUNT = 2000;

async function open() {
  const nodes = Array.from({ length: COUNT }, (_, index) => ({
    id: `n${index}`,
    type: 'input/text',
    title: `Node ${index}`,
    position: { x: 0, y: index * 400 },
  }));
  const session = await openSession(standIn({ nodes, connections: [] }));
  onTestFinished(() => session.dispose());
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  await renderPage(
    <div style={{ display: 'flex', flexDirection: 'column', width: 260, height: 400 }}>
      <SwitchesPanel session={session} isVisible />
    </div>,
  );
  return session;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('nodes and frames stand there with their switches, a press goes there, and a switch can be turned back', async () => {
  const session = await open();
  await expect.element(page.getByText('Nothing is switched off')).toBeVisible();
  session.store.select(['n1', 'n2']);
  session.items.addFrame();
  session.items.edit(null);
  session.toggles.mute(['n1']);
  await expect.element(button('Unmute Node 1')).toBeVisible();
  expect(button('Go to Node 2').elements()).toEqual([]);
  // The frame mutes what is left in it.
  await button('Mute all in Frame').click();
  expect(session.states.isMuted('n2')).toBe(true);
  await button('Unmute all in Frame').click();
  expect([session.states.isMuted('n1'), session.states.isMuted('n2')]).toEqual([false, false]);
  await button('Lock Node 2').click();
  expect(session.states.isLocked('n2')).toBe(true);
  await button('Go to Node 2').click();
  expect([...session.store.selectedNodes]).toEqual(['n2']);
  session.undo();
  await expect.element(button('Lock Node 2')).toBeVisible();
});

it('thousands of switched nodes have only the rows near the view', async () => {
  const session = await open();
  session.selectAll();
  session.toggles.mute();
  await expect.element(button('Unmute Node 0')).toBeVisible();
  expect(page.getByRole('listitem').elements().length).toBeLessThan(60);
});

it('nodes of one name are told apart by which of them they are', async () => {
  const session = await open();
  for (const id of ['n0', 'n1', 'n2']) session.setTitle(id, 'Sky');
  session.toggles.mute(['n0', 'n2']);
  await expect.element(button('Go to Sky, 1 of 3')).toHaveTextContent('Sky1 of 3');
  await button('Unmute Sky, 3 of 3').click();
  expect([session.states.isMuted('n0'), session.states.isMuted('n2')]).toEqual([true, false]);
  session.setTitle('n1', 'Sea');
  await expect.element(button('Go to Sky, 2 of 2')).toBeVisible();
});
