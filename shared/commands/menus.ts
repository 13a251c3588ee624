/** What a menu is, beside the commands that stand in it. */
export interface MenuDescription {
  /** Of the application menu, and above its commands on the Shortcuts page. */
  title: string;
  /** Where the menu is: in the application menu, or in the page. */
  scope: 'application' | 'page';
  /** In their order; a line stands between two. */
  groups: readonly [string, ...string[]];
  /** Groups that are a menu of their own, by what it is called, in front of the group that follows. */
  submenus?: Readonly<Record<string, string>>;
  /** In menus of the page: what becomes of commands that cannot be used now. */
  disabled?: 'hidden' | 'disabled';
}

/** Every menu that commands stand in. */
export const commandMenus = {
  file: {
    title: 'Projects and files',
    scope: 'application',
    groups: ['project', 'files', 'project-file', 'interchange', 'app'],
  },
  edit: {
    title: 'Editing',
    scope: 'application',
    groups: ['history', 'clipboard', 'selection', 'add', 'align', 'arrange'],
    submenus: { align: 'Align and distribute' },
  },
  view: {
    title: 'View',
    scope: 'application',
    groups: ['app', 'project', 'zoom', 'panels', 'theme'],
  },
  run: { title: 'Running', scope: 'application', groups: ['run', 'outputs'] },
  help: { title: 'Help', scope: 'application', groups: ['help', 'diagnostics'] },

  node: {
    title: 'A node',
    scope: 'page',
    groups: ['run', 'node', 'clipboard', 'align', 'arrange', 'delete'],
    submenus: { align: 'Align and distribute' },
    disabled: 'hidden',
  },
  pin: { title: 'A pin', scope: 'page', groups: ['wire', 'delete'], disabled: 'hidden' },
  'node-type': { title: 'A node type', scope: 'page', groups: ['add'], disabled: 'disabled' },
  wire: { title: 'A wire', scope: 'page', groups: ['ends', 'points', 'delete'], disabled: 'hidden' },
  'canvas-item': {
    title: 'A frame, note or line',
    scope: 'page',
    groups: ['item', 'clipboard', 'delete'],
    disabled: 'hidden',
  },
  canvas: {
    title: 'The canvas',
    scope: 'page',
    groups: ['add', 'clipboard', 'selection', 'view'],
    disabled: 'disabled',
  },
  'run-button': {
    title: 'More ways to run',
    scope: 'page',
    groups: ['start', 'current'],
    disabled: 'disabled',
  },
  'run-entry': {
    title: 'A run in the list of runs',
    scope: 'page',
    groups: ['look', 'graph', 'stop'],
    disabled: 'hidden',
  },
  'run-output': {
    title: 'An output below the canvas',
    scope: 'page',
    groups: ['look', 'mark', 'save', 'graph'],
    disabled: 'hidden',
  },
  'grid-cell': {
    title: 'A cell of a grid',
    scope: 'page',
    groups: ['look', 'mark', 'graph'],
    disabled: 'disabled',
  },
  'gallery-output': {
    title: 'An output in the gallery',
    scope: 'page',
    groups: ['look', 'mark', 'save', 'graph', 'delete'],
    disabled: 'disabled',
  },
  'timeline-clip': {
    title: 'A clip of the timeline',
    scope: 'page',
    groups: ['look', 'clipboard', 'edit', 'delete'],
    disabled: 'disabled',
  },
  'timeline-track': {
    title: 'A track of the timeline',
    scope: 'page',
    groups: ['track', 'state', 'clipboard', 'order', 'add', 'captions', 'delete'],
    disabled: 'disabled',
  },
  'timeline-ruler': {
    title: 'The ruler of the timeline',
    scope: 'page',
    groups: ['playhead', 'clipboard'],
    disabled: 'disabled',
  },
  export: {
    title: 'Export of a timeline',
    scope: 'page',
    groups: ['film', 'cut', 'captions'],
    disabled: 'disabled',
  },
  shot: {
    title: 'A shot',
    scope: 'page',
    groups: ['look', 'add', 'edit', 'delete'],
    disabled: 'hidden',
  },
  'new-project': { title: 'More ways to begin', scope: 'page', groups: ['from'], disabled: 'hidden' },
  project: { title: 'A project', scope: 'page', groups: ['open', 'delete'], disabled: 'disabled' },
  more: {
    title: 'More of the project',
    scope: 'page',
    groups: ['project', 'panels', 'theme', 'help'],
    submenus: { theme: 'Theme' },
    disabled: 'hidden',
  },
  theme: { title: 'Theme', scope: 'page', groups: ['theme'], disabled: 'disabled' },
} as const satisfies Record<string, MenuDescription>;

export type MenuId = keyof typeof commandMenus;
export type MenuGroup<Menu extends MenuId> = (typeof commandMenus)[Menu]['groups'][number];

export const menuIds = Object.keys(commandMenus) as readonly MenuId[];

/** The menus of the application menu. */
export type NativeMenuId = {
  [Menu in MenuId]: (typeof commandMenus)[Menu]['scope'] extends 'application' ? Menu : never;
}[MenuId];

/** The menus of the page itself. */
export type PageMenuId = Exclude<MenuId, NativeMenuId>;

export const nativeMenuIds = menuIds.filter(
  (id): id is NativeMenuId => commandMenus[id].scope === 'application',
);
