import { describe, expect, expectTypeOf, it } from 'vitest';
import { commandIds, commandTable, emptyContext, type CommandContext } from '#shared/commands/index.ts';
import { menuState } from './native-menu.ts';
import {
  createCommandRegistry,
  type CommandHandler,
  type CommandHandlers,
  type CommandState,
} from './registry.ts';
import { searchCommands } from './search-commands.ts';

const nothing: CommandHandler = () => undefined;

describe('handlers', () => {
  it('of the newest count, and the older ones come back', () => {
    const registry = createCommandRegistry();
    const ran: string[] = [];
    registry.register('templates', { 'editor.find': () => ran.push('old') });
    const remove = registry.register('templates', { 'editor.find': () => ran.push('new') });
    registry.run('editor.find');
    remove();
    registry.run('editor.find');
    expect(ran).toEqual(['new', 'old']);
    expect(registry.snapshot()).toHaveLength(1);
  });

  it('are those of the provider in the table: none missing, none too many', () => {
    expectTypeOf<keyof CommandHandlers<'templates'>>().toEqualTypeOf<'editor.find'>();
    expectTypeOf<keyof CommandHandlers<'project-page'>>().toEqualTypeOf<
      'project.rename' | 'project.delete'
    >();
    expectTypeOf<object>().not.toExtend<CommandHandlers<'templates'>>();
  });

  it('get what the caller knows', () => {
    const registry = createCommandRegistry();
    const calls: unknown[] = [];
    registry.register('templates', { 'editor.find': (call) => calls.push(call) });
    registry.run('editor.find', { chord: 'Mod+F' });
    expect(calls).toEqual([{ chord: 'Mod+F' }]);
  });
});

describe('the context', () => {
  it('decides what can be used', () => {
    const registry = createCommandRegistry();
    let renamed = 0;
    registry.register('project-page', { 'project.rename': () => (renamed += 1), 'project.delete': nothing });
    expect(registry.run('project.rename')).toBe(false);
    registry.provide({ projectSelected: true });
    expect(registry.run('project.rename')).toBe(true);
    expect(registry.run('project.new')).toBe(false);
    expect(renamed).toBe(1);
  });

  it('is made of parts, of which the later counts while it is there', () => {
    const registry = createCommandRegistry();
    const seen: CommandContext['selectedNodes'][] = [];
    registry.subscribe(() => seen.push(registry.context().selectedNodes));
    const first = registry.provide({ selectedNodes: 1 });
    const second = registry.provide({ selectedNodes: 2 });
    second.replace({ selectedNodes: 2 });
    second.remove();
    first.replace({ selectedNodes: 5 });
    first.remove();
    expect(seen).toEqual([1, 2, 1, 5, 0]);
  });

  it('tells the title and the tick of the moment, and what they would be', () => {
    const registry = createCommandRegistry();
    registry.provide({ rightPanel: 'runs', selectedNodes: 3 });
    expect(registry.state('view.runs').checked).toBe(true);
    expect(registry.state('view.history').checked).toBe(false);
    expect(registry.state('editor.delete').title).toBe('Delete 3 nodes');
    expect(registry.state('editor.delete', { selectedNodes: 0, selectedWires: 1 }).title).toBe('Disconnect');
  });

  it('closes what is on the canvas while a comparison stands before it, but for what goes on there', () => {
    const open = { ...emptyContext, selectedNodes: 3, canUndo: true, canRedo: true };
    const enabled = (context: CommandContext) =>
      commandIds.filter(
        (id) => commandTable[id].handledBy.includes('canvas') && commandTable[id].when?.(context) !== false,
      );
    expect(enabled(open).length).toBeGreaterThan(20);
    expect(enabled({ ...open, canvasCovered: true })).toEqual([
      'edit.undo',
      'edit.redo',
      // The comparison has a view of its own, which these then act on.
      'view.zoom-in',
      'view.zoom-out',
      'view.fit',
    ]);
  });
});

it('the application menu receives every command, and ticks for toggles alone', () => {
  const registry = createCommandRegistry();
  registry.register('templates', { 'editor.find': nothing });
  registry.provide({ minimapVisible: true });
  const state = menuState(registry);
  expect(state['editor.find']).toEqual({ enabled: true });
  expect(state['run.apply']).toEqual({ enabled: false });
  expect(state['view.minimap']).toEqual({ enabled: false, checked: true });
});

it('commands are found by words, beginnings first, unusable ones last', () => {
  const make = (id: CommandState['id'], title: string, enabled = true): CommandState => ({
    id,
    title,
    enabled,
  });
  const all = [
    make('run.cancel', 'Cancel run'),
    make('run.to-here', 'Run to here', false),
    make('run.start', 'Run'),
    make('editor.tidy', 'Tidy up'),
  ];
  expect(searchCommands(all, 'run').map(({ title }) => title)).toEqual(['Run', 'Cancel run', 'Run to here']);
});

it('what is about the selection comes before what is not, for the same words', () => {
  const all = (['go.connections', 'editor.connect'] as const).map((id) => ({
    id,
    title: commandTable[id].title,
    enabled: true,
  }));
  const ids = (isAbout: boolean) =>
    searchCommands(all, 'connect', (id) => isAbout && id === 'editor.connect').map(({ id }) => id);
  expect(ids(true)).toEqual(['editor.connect', 'go.connections']);
  expect(ids(false)).toEqual(['go.connections', 'editor.connect']);
});

describe('the command palette', () => {
  const all = commandIds
    .filter((id) => commandTable[id].palette !== false)
    .map((id): CommandState => ({ id, title: commandTable[id].title, enabled: true }));

  it('finds every command by its name', () => {
    const lost = all.filter(({ id, title }) => !searchCommands(all, title).some((one) => one.id === id));
    expect(lost).toEqual([]);
  });

  it('leaves out only what has no key that works on the whole page', () => {
    const pageKeys = (id: (typeof commandIds)[number]): boolean => {
      const { keys }: { keys?: { page?: unknown } } = commandTable[id];
      return keys?.page !== undefined;
    };
    expect(commandIds.filter((id) => commandTable[id].palette === false && pageKeys(id))).toEqual([
      'app.command-palette',
      // The palette gives the focus back where it was.
      'view.pane',
    ]);
  });

  it.each([
    ['bookmark', 'editor.set-bookmark'],
    ['next bookmark', 'editor.go-to-bookmark'],
    ['arrange', 'editor.tidy'],
    ['reroute', 'wire.add-point'],
    ['reroute wire', 'wire.add-point'],
    ['bypass', 'editor.mute'],
    ['group', 'editor.add-frame'],
    ['comment', 'editor.add-note'],
    ['variants', 'run.vary'],
    ['preferences', 'go.settings'],
    ['cancel', 'run.cancel'],
  ])('finds by “%s” what people mean by it', (query, id) => {
    const registered = all.map((command) => ({
      ...command,
      title: commandTable[command.id].dynamicTitle?.(emptyContext) ?? command.title,
    }));
    expect(searchCommands(registered, query).map((one) => one.id)).toContain(id);
  });
});
