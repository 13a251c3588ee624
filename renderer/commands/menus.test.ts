import { expect, it, vi } from 'vitest';
import {
  commandIds,
  commandMenus,
  menuGroups,
  type CommandContext,
  type CommandId,
  type PageMenuId,
} from '#shared/commands/index.ts';
import { menuIds } from '#shared/commands/menus.ts';
import { RICH_CONTEXT } from '#renderer/testing/rich-context.ts';
import type { MenuEntries, MenuEntry } from '#renderer/ui/index.ts';
import { commandMenu } from './command-menu.tsx';
import { createCommandRegistry, type CommandHandlers } from './registry.ts';

const VARIANTS: readonly Partial<CommandContext>[] = [
  {},
  { selectedNodes: 3, galleryOutputs: 1, gallerySelected: 0 },
  { film: { playing: false, loops: false, muted: false, hasRange: true }, gallerySelected: 0 },
  { selectedNodes: 0, selectedWires: 1, drawnWires: 1, reroutedWires: 1 },
  { selectedNodes: 0, selectedItems: 1, selectedFrames: 1, namedWires: 1, selectedWires: 1 },
  { selectedFrames: 1, collapsedFrames: 1, selectedItems: 1, gridResult: false, storyboardShots: 1 },
  {
    selectedNodes: 0,
    selectedItems: 1,
    selectedGroups: 1,
    linkedGroups: 1,
    groupsWithSource: 1,
    openGroups: 1,
  },
];

const pageMenus = menuIds.filter((id): id is PageMenuId => commandMenus[id].scope === 'page');

type Usable = Extract<MenuEntry, { onSelect: () => void }>;
const flat = (entries: MenuEntries): Usable[] =>
  entries.flatMap((entry): Usable[] => {
    if (!entry) return [];
    if (entry.kind === 'submenu') return flat(entry.entries);
    return 'onSelect' in entry ? [entry] : [];
  });

function registryWithAll(): {
  ran: CommandId[];
  said: string[];
  registry: ReturnType<typeof createCommandRegistry>;
} {
  const ran: CommandId[] = [];
  const said: string[] = [];
  const registry = createCommandRegistry((_id, why) => said.push(why));
  const all: Partial<CommandHandlers<'app'>> = Object.fromEntries(
    commandIds.map((id) => [id, () => ran.push(id)]),
  );
  registry.register('app', all as CommandHandlers<'app'>);
  return { ran, said, registry };
}

it.each(pageMenus)(
  'every entry that the menu %s offers acts, though the page knows nothing of what it assumes',
  (menu) => {
    vi.useFakeTimers();
    const offered = new Set<string>();
    const silent: string[] = [];
    for (const variant of VARIANTS) {
      const { ran, said, registry } = registryWithAll();
      const assumed = { ...RICH_CONTEXT, ...variant };
      for (const entry of flat(commandMenu(menu, { assumed, registry }))) {
        if (entry.disabled) {
          if (!/[a-z]/.test(entry.detail ?? entry.disabledReason ?? '')) silent.push(entry.id);
          continue;
        }
        offered.add(entry.id);
        ran.length = 0;
        entry.onSelect();
        vi.runAllTimers();
        expect({ entry: entry.id, ran, said }).toEqual({ entry: entry.id, ran: [entry.id], said: [] });
      }
    }
    vi.useRealTimers();
    expect(silent).toEqual([]);
    expect([...offered].toSorted()).toEqual(
      menuGroups(menu)
        .flatMap(({ ids }) => ids)
        .toSorted(),
    );
  },
);

it('what is asked for by name and cannot be done says why, once, and nothing happens', () => {
  const { ran, said, registry } = registryWithAll();
  expect(registry.run('project.rename')).toBe(false);
  expect(registry.run('editor.duplicate')).toBe(false);
  expect(said).toEqual(['Choose a project first.', 'Select a node first.']);
  expect(registry.run('project.rename', { assumed: { projectSelected: true } })).toBe(true);
  expect(ran).toEqual(['project.rename']);
  expect(createCommandRegistry().reason('project.rename')).toBe('“Rename project” cannot be done here now.');
});
