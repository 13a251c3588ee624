/**
 * What a person can ask the app to do, by name. The application menu, the shortcuts and the command palette are all
 * made from this table; the pages decide what each does and when it is possible.
 */

/** `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export interface CommandDescription {
  /** In the menu and the palette. */
  title: string;
  /** For example `Mod+Shift+Z`. The pages listen for it; the menu only shows it. */
  shortcut?: string;
  /** The menu it stands in; without one it is in the palette only. */
  menu?: 'file' | 'edit' | 'view' | 'run' | 'help';
  /** Commands of one group stand together, between separators. */
  group?: string;
  /** A tick mark is shown by `MenuState.checked`. */
  toggle?: true;
}

const table = {
  'project.new': { title: 'New project', shortcut: 'Mod+N', menu: 'file', group: 'project' },
  'go.projects': { title: 'All projects', shortcut: 'Mod+Shift+O', menu: 'file', group: 'project' },
  'project.rename': { title: 'Rename project', menu: 'file', group: 'project' },
  'project.delete': { title: 'Delete project', menu: 'file', group: 'project' },
  'editor.add-files': { title: 'Add files…', shortcut: 'Mod+I', menu: 'file', group: 'files' },
  'project.import': { title: 'Import project…', menu: 'file', group: 'project-file' },
  'project.export': { title: 'Export project…', menu: 'file', group: 'project-file' },
  'timeline.import': { title: 'Import OTIO…', shortcut: 'Mod+Shift+I', menu: 'file', group: 'interchange' },
  'timeline.export': { title: 'Export OTIO…', shortcut: 'Mod+Shift+E', menu: 'file', group: 'interchange' },
  'go.templates': { title: 'Templates', menu: 'file', group: 'app' },
  'go.connections': { title: 'Connections', menu: 'file', group: 'app' },
  'go.settings': { title: 'Settings', shortcut: 'Mod+,', menu: 'file', group: 'app' },

  'edit.undo': { title: 'Undo', shortcut: 'Mod+Z', menu: 'edit', group: 'history' },
  'edit.redo': { title: 'Redo', shortcut: 'Mod+Shift+Z', menu: 'edit', group: 'history' },
  'editor.duplicate': { title: 'Duplicate', shortcut: 'Mod+D', menu: 'edit', group: 'selection' },
  'editor.delete': { title: 'Delete', shortcut: 'Delete', menu: 'edit', group: 'selection' },
  // Cut, copy and paste stand in the system's own menu; the canvas answers the clipboard's events.
  'editor.cut': { title: 'Cut', shortcut: 'Mod+X' },
  'editor.copy': { title: 'Copy', shortcut: 'Mod+C' },
  'editor.paste': { title: 'Paste', shortcut: 'Mod+V' },
  'editor.rename': { title: 'Rename node', shortcut: 'F2', menu: 'edit', group: 'selection' },
  'editor.select-all': { title: 'Select all', shortcut: 'Mod+A', menu: 'edit', group: 'selection' },
  'editor.quick-add': { title: 'Add node…', shortcut: 'Space', menu: 'edit', group: 'add' },
  'editor.find': { title: 'Find in project…', shortcut: 'Mod+F', menu: 'edit', group: 'add' },
  'editor.connect': { title: 'Connect to…', menu: 'edit', group: 'add' },
  'editor.tidy': { title: 'Tidy up', menu: 'edit', group: 'add' },
  'editor.align-left': { title: 'Align left edges', menu: 'edit', group: 'arrange' },
  'editor.align-center': { title: 'Align centers', menu: 'edit', group: 'arrange' },
  'editor.align-right': { title: 'Align right edges', menu: 'edit', group: 'arrange' },
  'editor.align-top': { title: 'Align top edges', menu: 'edit', group: 'arrange' },
  'editor.align-middle': { title: 'Align middles', menu: 'edit', group: 'arrange' },
  'editor.align-bottom': { title: 'Align bottom edges', menu: 'edit', group: 'arrange' },
  'editor.distribute-x': { title: 'Distribute horizontally', menu: 'edit', group: 'arrange' },
  'editor.distribute-y': { title: 'Distribute vertically', menu: 'edit', group: 'arrange' },

  'app.command-palette': { title: 'Command palette…', shortcut: 'Mod+K', menu: 'view', group: 'app' },
  'view.graph': { title: 'Graph', shortcut: 'Mod+Shift+1', menu: 'view', group: 'project', toggle: true },
  'view.timeline': {
    title: 'Timeline',
    shortcut: 'Mod+Shift+2',
    menu: 'view',
    group: 'project',
    toggle: true,
  },
  'view.storyboard': {
    title: 'Storyboard',
    shortcut: 'Mod+Shift+3',
    menu: 'view',
    group: 'project',
    toggle: true,
  },
  'view.spend': { title: 'Spend', shortcut: 'Mod+Shift+4', menu: 'view', group: 'project', toggle: true },
  'view.zoom-in': { title: 'Zoom in', shortcut: 'Mod+=', menu: 'view', group: 'zoom' },
  'view.zoom-out': { title: 'Zoom out', shortcut: 'Mod+-', menu: 'view', group: 'zoom' },
  'view.zoom-reset': { title: 'Zoom to 100 %', shortcut: 'Mod+0', menu: 'view', group: 'zoom' },
  'view.fit': { title: 'Fit to view', shortcut: 'Shift+1', menu: 'view', group: 'zoom' },
  'view.fit-selection': { title: 'Fit selection', shortcut: 'Shift+2', menu: 'view', group: 'zoom' },
  'view.palette': { title: 'Node palette', menu: 'view', group: 'panels', toggle: true },
  'view.inspector': { title: 'Inspector', menu: 'view', group: 'panels', toggle: true },
  'view.runs': { title: 'Runs', menu: 'view', group: 'panels', toggle: true },
  'view.history': {
    title: 'History',
    shortcut: 'Mod+Shift+H',
    menu: 'view',
    group: 'panels',
    toggle: true,
  },
  'versions.close': { title: 'Close the comparison', shortcut: 'Escape', menu: 'view', group: 'panels' },
  'view.outputs': { title: 'Outputs', menu: 'view', group: 'panels', toggle: true },
  'view.minimap': { title: 'Minimap', menu: 'view', group: 'panels', toggle: true },
  'view.theme-system': { title: 'Theme: as the system', menu: 'view', group: 'theme', toggle: true },
  'view.theme-light': { title: 'Theme: light', menu: 'view', group: 'theme', toggle: true },
  'view.theme-dark': { title: 'Theme: dark', menu: 'view', group: 'theme', toggle: true },

  'run.start': { title: 'Run', shortcut: 'Mod+Enter', menu: 'run', group: 'run' },
  'run.to-here': { title: 'Run to here', shortcut: 'Mod+Shift+Enter', menu: 'run', group: 'run' },
  'run.cancel': { title: 'Cancel run', shortcut: 'Mod+.', menu: 'run', group: 'run' },
  'run.apply': { title: 'Apply outputs…', menu: 'run', group: 'outputs' },

  'help.shortcuts': { title: 'Keyboard shortcuts', shortcut: 'Mod+/', menu: 'help', group: 'help' },
  'help.diagnostics': { title: 'Save diagnostics…', menu: 'help', group: 'diagnostics' },
} as const satisfies Record<string, CommandDescription>;

export type CommandId = keyof typeof table;

export const commandTable: Readonly<Record<CommandId, CommandDescription>> = table;

/** In the order of the table, which is the order of the menus. */
export const commandIds = Object.keys(table) as readonly CommandId[];

export function isCommandId(text: string): text is CommandId {
  return Object.hasOwn(table, text);
}
