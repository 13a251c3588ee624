// @module-tag rig
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { playCompositions } from '#renderer/testing/compositions.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { CommandPalette } from './command-palette.tsx';
import { listenForHotkeys } from './key-commands.ts';
import { commands } from './registry.ts';

it('the words of an input method stay in the search of commands: commands/command-palette.tsx', async () => {
  const done: string[] = [];
  onTestFinished(commands.register('templates', { 'editor.find': () => done.push('find') }));
  onTestFinished(listenForHotkeys());
  await renderPage(<CommandPalette open onClose={() => done.push('closed')} />);
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  expect(await playCompositions(() => [...done])).toBe(80);
});
