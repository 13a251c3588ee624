// @module-tag rig
import { useState, type ReactElement } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { commandMenu, commands } from '#renderer/commands/index.ts';
import type { CommandHandlers } from '#renderer/commands/registry.ts';
import { Button, Menu, type MenuEntries } from '#renderer/ui/index.ts';
import { pressEveryEntry } from './press-menus.ts';
import { renderPage } from './render-page.tsx';

type Say = (word: string) => void;
type EntriesOf = (say: Say) => MenuEntries;

function Page({ entriesOf }: { entriesOf: EntriesOf }): ReactElement {
  const [word, say] = useState('nothing');
  return (
    <>
      <p>{word}</p>
      <Menu trigger={<Button>More</Button>} entries={() => entriesOf(say)} />
    </>
  );
}

/** Presses the entries of a page that shows the word that was said last. @returns what was pressed, and on how many pages. */
async function press(entriesOf: EntriesOf): Promise<{ pressed: string[]; pages: number }> {
  let pages = 0;
  let shown: Awaited<ReturnType<typeof renderPage>>;
  const pressed = await pressEveryEntry({
    show: async () => {
      pages += 1;
      shown = await renderPage(<Page entriesOf={entriesOf} />);
    },
    leave: () => shown.unmount(),
    target: () => document.querySelector('button'),
  });
  return { pressed, pages };
}

const icon = <svg />;
const plain = (label: string, onSelect: () => void) => ({ id: label, label, icon, onSelect });

/** The menu of a project in which one command can be used, after something was selected for it. */
function projectMenu(say: Say, rename: () => void): MenuEntries {
  const handlers: Partial<CommandHandlers<'projects'>> = { 'project.rename': rename };
  onTestFinished(commands.register('projects', handlers as CommandHandlers<'projects'>));
  return commandMenu('project', {
    assumed: { projectSelected: true },
    prepare: () => say('selected'),
  });
}

it('an entry that changes the page acts, and each one is pressed on a page as it was first', async () => {
  const { pressed, pages } = await press((say) => [
    plain('Say', () => say('a')),
    plain('Tell', () => say('b')),
  ]);
  expect(pressed).toEqual(['Say', 'Tell']);
  expect(pages).toBe(2);
});

it('an entry that does nothing is found, though its menu opens and closes', async () => {
  await expect(
    press((say) => [plain('Say', () => say('a')), plain('Idle', () => undefined)]),
  ).rejects.toThrow('“Idle” does nothing that can be noticed');
});

it('a command that acts after its object was selected acts', async () => {
  const { pressed } = await press((say) => projectMenu(say, () => say('renamed')));
  expect(pressed).toContain('Rename project');
});

it.each([
  ['does nothing that can be noticed', () => undefined],
  [
    'throws: Error: broken',
    () => {
      throw new Error('broken');
    },
  ],
])('a command that only selects its object is found: %s', async (problem, rename) => {
  await expect(press((say) => projectMenu(say, rename))).rejects.toThrow(`“Rename project” ${problem}`);
});

it('an entry with the title of a command that runs none is found', async () => {
  const entriesOf: EntriesOf = (say) =>
    projectMenu(say, () => say('renamed')).map((entry) =>
      entry && 'onSelect' in entry ? { ...entry, onSelect: () => say('selected') } : entry,
    );
  await expect(press(entriesOf)).rejects.toThrow('“Rename project” asks for no command');
});

it('what is outside the page counts: the clipboard, and what a place observes', async () => {
  const copied = vi.fn<() => void>();
  const { pages } = await press(() => [
    plain('Copy', () => {
      copied();
      void navigator.clipboard.writeText('a');
    }),
    plain('Copy again', () => void navigator.clipboard.writeText('b')),
  ]);
  expect(copied).toHaveBeenCalledOnce();
  // The page stayed as it was, so one was enough for all.
  expect(pages).toBe(1);
});
