import { z } from 'zod';
import type { BridgeCall } from './bridge-channels.ts';
import { CHANNEL_LIMITS } from './channel.ts';
import { commandIds, isChord, type CommandId } from '../commands/index.ts';

/**
 * What only a desktop window can do: `window.patchbay`, there in Electron and absent in a browser tab, where the page
 * does the same by the browser's own means. Each call that crosses to the desktop process is one row of
 * `bridgeCalls`; the other side checks what arrives by the row's schema.
 */

/**
 * For each command whether it can be chosen now (default: no), for toggles whether it is ticked, and its key where the
 * person changed it (null: none).
 */
export const MenuState = z.partialRecord(
  z.enum(commandIds as [CommandId, ...CommandId[]]),
  z.object({
    enabled: z.boolean().optional(),
    checked: z.boolean().optional(),
    key: z.string().max(40).refine(isChord).nullable().optional(),
  }),
);
export type MenuState = z.infer<typeof MenuState>;

const ThemeChoice = z.enum(['system', 'light', 'dark']);
type ThemeChoice = z.infer<typeof ThemeChoice>;

export const SaveFileRequest = z.object({
  /** A URL that `POST /desk/media` gave. */
  mediaUrl: z.string().max(4096),
  /** Proposed file name, without folders. */
  name: z.string().min(1).max(255),
  /** What is saved beside it, under its name with another ending behind it. */
  sidecar: z
    .object({ mediaUrl: z.string().max(4096), ending: z.string().regex(/^(?:\.[a-z]{1,12}){1,2}$/) })
    .optional(),
});
export type SaveFileRequest = z.infer<typeof SaveFileRequest>;

/** `saved` names the file as the person chose it; a failure says what to do next. */
export const SaveFileResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), name: z.string() }),
  z.object({ outcome: z.literal('canceled') }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);
export type SaveFileResult = z.infer<typeof SaveFileResult>;

/** So many files are saved as one folder. */
const MAX_FOLDER_FILES = 10_000;

export const SaveFolderRequest = z.object({
  /** Proposed name of the folder that is made where the person says. */
  name: z.string().min(1).max(255),
  files: z.array(SaveFileRequest).min(1).max(MAX_FOLDER_FILES),
});
export type SaveFolderRequest = z.infer<typeof SaveFolderRequest>;

/** `saved` names the folder that was made, and how many files could not be read. */
export const SaveFolderResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), name: z.string(), missing: z.int() }),
  z.object({ outcome: z.literal('canceled') }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);
export type SaveFolderResult = z.infer<typeof SaveFolderResult>;

/** `opened` once another program was asked to show it; a failure says what to do next. */
export const OpenFileResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('opened') }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);
export type OpenFileResult = z.infer<typeof OpenFileResult>;

/** `ready` when the file is on the disk and can be dragged out of the window by its id. */
export const PreparedDrag = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ready'), id: z.string() }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);
export type PreparedDrag = z.infer<typeof PreparedDrag>;

const DragIds = z.array(z.string().max(64)).min(1).max(200);

const NotificationRequest = z.object({
  title: z.string().min(1).max(120),
  body: z.string().max(400),
  /** Path within the app that a click opens, for example `/projects/prj_1`. */
  path: z
    .string()
    .max(400)
    .regex(/^\/(?!\/)/)
    .optional(),
});
type NotificationRequest = z.infer<typeof NotificationRequest>;

const WindowTitle = z.string().max(200);
/** What goes on: how much, and how far it is from 0 to 1; null while nothing says how far. */
const WindowProgress = z.object({ count: z.int().min(0), fraction: z.number().min(0).max(1).nullable() });
type WindowProgress = z.infer<typeof WindowProgress>;
/** The desktop process parses it again before opening. */
const ExternalUrl = z
  .string()
  .max(2048)
  .regex(/^https:\/\/[^\s]+$/, 'Only https addresses open.');

/** What the page sends by each channel; the desktop process refuses anything else. */
export const bridgeCalls = {
  'patchbay:menu-state': MenuState,
  'patchbay:save-file': SaveFileRequest,
  'patchbay:save-folder': SaveFolderRequest,
  'patchbay:open-file': SaveFileRequest,
  'patchbay:prepare-drag': SaveFileRequest,
  'patchbay:start-drag': DragIds,
  'patchbay:notify': NotificationRequest,
  'patchbay:open-external': ExternalUrl,
  'patchbay:theme': ThemeChoice,
  'patchbay:title': WindowTitle,
  'patchbay:progress': WindowProgress,
  'patchbay:call-desk': z.string().max(CHANNEL_LIMITS.characters),
} as const satisfies Record<BridgeCall, z.ZodType>;

export interface PatchbayBridge {
  readonly host: 'electron';
  readonly platform: 'linux' | 'win32' | 'darwin';
  /** Calls back for each menu item chosen; returns the function that stops it. */
  onCommand(listener: (id: CommandId) => void): () => void;
  /** Calls back with a path within the app that should be shown. */
  onNavigate(listener: (path: string) => void): () => void;
  setMenuState(state: MenuState): Promise<void>;
  /** Asks where to save, then writes the bytes there. */
  saveFile(request: SaveFileRequest): Promise<SaveFileResult>;
  /** Asks for a place, then writes the files there into a folder of their own. */
  saveFolder(request: SaveFolderRequest): Promise<SaveFolderResult>;
  /** Opens a copy of the file with the computer's own program for it. */
  openFile(request: SaveFileRequest): Promise<OpenFileResult>;
  /** Puts a copy of the file on the disk, from where it can be dragged. */
  prepareDrag(request: SaveFileRequest): Promise<PreparedDrag>;
  /** Takes over a drag of prepared files; called while the pointer is down. */
  startDrag(ids: readonly string[]): Promise<void>;
  notify(request: NotificationRequest): Promise<void>;
  /** Opens an https address in the person's browser. */
  openExternal(url: string): Promise<void>;
  /** Window frame, menus and dialogs follow; `prefers-color-scheme` in the page as well. */
  setTheme(theme: ThemeChoice): Promise<void>;
  setTitle(title: string): Promise<void>;
  /** Shows on the window's button and on the app's icon how much goes on. */
  setProgress(progress: WindowProgress): Promise<void>;
  /** The channel: a `ChannelCall` as JSON. @returns its `ChannelResponse` as JSON. */
  callDesk(message: string): Promise<string>;
}
