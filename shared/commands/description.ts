import type { Chord } from './chord.ts';
import type { CommandContext } from './context.ts';
import type { KeyScope } from './key-scopes.ts';
import type { MenuGroup, MenuId } from './menus.ts';
import type { Reason } from './reasons.ts';

/** The parts of the pages that do what commands ask for. Each hands a handler for all of its commands, by types. */
export type CommandProvider =
  /** Everywhere. */
  | 'app'
  | 'project-files'
  /** Every page of one project. */
  | 'project-views'
  /** The pages of a project but for the editor. */
  | 'project-page'
  /** The page of the editor: panels and runs. */
  | 'workspace'
  | 'canvas'
  /** The list of a project's runs. */
  | 'runs'
  /** The outputs of the shown run, below the canvas. */
  | 'run-outputs'
  /** A storyboard or timeline that is edited. */
  | 'document'
  /** The list of versions. */
  | 'history'
  | 'comparison'
  | 'comparison-canvas'
  /** An output at full size. */
  | 'output'
  /** A video or sound that is played. */
  | 'player'
  /** Outputs beside each other. */
  | 'output-comparison'
  | 'projects'
  /** What a new project can begin from. */
  | 'beginnings'
  /** A grid of results. */
  | 'grid'
  /** Outputs in the gallery. */
  | 'gallery'
  | 'templates'
  | 'storyboard'
  | 'timeline'
  /** Where a timeline is seen and played. */
  | 'monitor';

/** One row of the command table: everything about a command but what it does. */
export interface CommandDescription {
  /** In the application menu, on the Shortcuts page, in tooltips. */
  title: string;
  /** The title by what is going on now, for menus of the page and the command palette. */
  dynamicTitle?: (context: CommandContext) => string;
  /** What else people call it: it is found by these words too. */
  words?: string;
  /** A name of the `lucide` icons. */
  icon: string;
  /** By where the focus is; of several keys the first is shown in menus. */
  keys?: { readonly [Scope in KeyScope]?: readonly [Chord, ...Chord[]] };
  /** Which of its keys was pressed says where to, so that they cannot be changed. */
  fixedKeys?: true;
  /** It goes on while its key is held. */
  repeats?: true;
  /** The menus it stands in, with its group there. */
  menus?: { readonly [Menu in MenuId]?: MenuGroup<Menu> };
  /** The system's own menu item, which acts in text fields too; its key reaches the page as an event of the clipboard. */
  nativeRole?: 'cut' | 'copy' | 'paste';
  /** The command palette offers it, unless this is false. */
  palette?: false;
  /** Whether it can be used; always, when left out. */
  when?: (context: CommandContext) => boolean;
  /** What its key says while it is there but cannot be used; nothing, when left out. */
  disabled?: Reason;
  /** Why it cannot be used now, where that is not plain to see; null where there is nothing to say. */
  disabledReason?: (context: CommandContext) => Reason | null;
  /** Makes it a toggle: whether it is on. */
  checked?: (context: CommandContext) => boolean;
  /** It takes something away; menus show it in red. */
  destructive?: true;
  /** Who does it. Of several that are shown the innermost does. */
  handledBy: readonly [CommandProvider, ...CommandProvider[]];
}
