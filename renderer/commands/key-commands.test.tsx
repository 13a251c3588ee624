import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { listenForHotkeys, useCommandContext, useCommands } from './index.ts';

let stop = () => {};
beforeEach(() => {
  stop = listenForHotkeys();
});
afterEach(() => stop());

/** A document with one step to take back. */
function Steps() {
  const [isDone, setDone] = useState(true);
  useCommandContext({ canUndo: isDone, canRedo: !isDone });
  useCommands('document', { 'edit.undo': () => setDone(false), 'edit.redo': () => setDone(true) });
  return <p>{isDone ? 'Written' : 'Empty'}</p>;
}

it('the keys of undo and redo say so where there is nothing more to take back or make again', async () => {
  await renderPage(<Steps />);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(page.getByText('Nothing to redo')).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Empty')).toBeVisible();
  expect(page.getByText('Nothing to undo').elements()).toHaveLength(0);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  await expect.element(page.getByText('Empty')).toBeVisible();
});

it('says nothing on pages where nothing can be undone', async () => {
  await renderPage(<p>A list</p>);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('A list')).toBeVisible();
  expect(page.getByText('Nothing to undo').elements()).toHaveLength(0);
});
