import { z } from 'zod';
import { recordUpTo } from '../reading/index.ts';
import { Batch, BatchItem } from './batch-schemas.ts';
import { ConnectionList } from './connection-schemas.ts';
import { DocumentJournalEvent, MediaDocumentKind } from './document-journal.ts';
import { JournalEvent } from './journal.ts';
import { LANGUAGES } from './languages.ts';
import { RunPurpose } from './run-occasion.ts';
import { Transfer } from './transfer-schemas.ts';

/**
 * What the pages may ask of the desktop process beside the API itself: connections, uploads, media, the edit journal,
 * run history, settings. Served below `/desk` on the pages' own origin.
 */

/** What a person should know, a sentence each. */
const Notices = z.array(z.object({ id: z.string(), text: z.string() }));

export const DeskStatus = z.object({
  host: z.enum(['electron', 'browser']),
  version: z.string(),
  platform: z.string(),
  /** Origin that media is served from; never the pages' own. */
  mediaOrigin: z.string(),
  activeConnectionId: z.string(),
  localService: z.object({
    state: z.enum(['starting', 'running', 'stopped', 'failed']),
    message: z.string().nullable(),
  }),
  /** What a person should know about this start, a sentence each, until they have put it away. */
  notices: Notices.optional(),
});
export type DeskStatus = z.infer<typeof DeskStatus>;

export const UploadState = z.enum([
  'receiving', // the page is handing the bytes over
  'queued',
  'uploading',
  'completing',
  'waiting', // the service is away or busy: it goes on by itself
  'paused',
  'done',
  'failed',
  'canceled',
]);
export type UploadState = z.infer<typeof UploadState>;

const TERMINAL_UPLOAD_STATES = ['done', 'failed', 'canceled'] as const satisfies readonly UploadState[];

/** True when nothing more comes of an upload by itself. A failed one may still be tried again by hand. */
export const isTerminalUploadState = (state: string): boolean =>
  TERMINAL_UPLOAD_STATES.some((terminal) => terminal === state);

/** Why an upload failed, as far as that decides what a person can do about it. */
export const UploadProblem = z.enum([
  'no-room', // 507: the account is full
  'too-large', // 413
  'not-accepted', // 400, 415, 422
  'expired', // 410, again and again
  'key', // 401, 403
  'away', // cannot be reached, or busy: it waits
  'disk-full', // of this computer
  'lost', // the bytes are not here any more: the file has to be added again
  'other',
]);
export type UploadProblem = z.infer<typeof UploadProblem>;

export const Upload = z.object({
  id: z.string(),
  connectionId: z.string(),
  projectId: z.string().nullable(),
  /** The input of a node that the file is for. */
  nodeId: z.string().nullable(),
  input: z.string().nullable(),
  /** The page has put the file where it belongs, or given it up: nobody waits for this upload any more. */
  settled: z.boolean(),
  filename: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  /** Bytes received from the page so far. */
  receivedBytes: z.int(),
  /** Bytes the service has taken so far. */
  sentBytes: z.int(),
  /** 0 to 1 over the whole way; never goes back. */
  progress: z.number(),
  state: UploadState,
  fileId: z.string().nullable(),
  /** A sentence with the next step, when failed or waiting. */
  error: z.string().nullable(),
  problem: UploadProblem.nullable(),
  /** Whether "Try again" can help. */
  retryable: z.boolean(),
  createdAt: z.string(),
});
export type Upload = z.infer<typeof Upload>;

/** Query of `POST /desk/uploads`; the body is the file's bytes. */
export const UploadStartQuery = z.object({
  connectionId: z.string(),
  projectId: z.string().optional(),
  /** Chosen by the page, so that it can follow and cancel the upload before the response. */
  uploadId: z
    .string()
    .regex(/^upload_[A-Za-z0-9-]{8,60}$/)
    .optional(),
  /** Where the file goes, for a page that is opened while the upload goes on or after it ended. */
  nodeId: z.string().max(200).optional(),
  input: z.string().max(200).optional(),
  filename: z.string().min(1).max(255),
  sizeBytes: z.string().regex(/^\d{1,15}$/),
});
export type UploadStartQuery = z.infer<typeof UploadStartQuery>;

export const RunRecord = z.object({
  runId: z.string(),
  connectionId: z.string(),
  /** Also of a run of a graph that was not saved: the project it was started from. */
  projectId: z.string().nullable(),
  /** Of a run of a template: its `taskId` is the run's id. */
  templateId: z.string().optional(),
  endpointId: z.string().optional(),
  /** The grid or batch that it is an item of. */
  batchId: z.string().optional(),
  status: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  projectVersion: z.int().nullable(),
  executionTimeMs: z.int().nullable(),
  creditsUsedMicrocredits: z.string().nullable(),
  /** What a model may have charged whose answer is lost, in microcredits. */
  perhapsCharged: z.string().optional(),
  /** Where the event stream was left. */
  lastEventId: z.string().nullable(),
  /** What it was for, where that is not its project as it stands. */
  occasion: RunPurpose.optional(),
  /** Somebody else of the account started it: who; null where their key belongs to no person. */
  startedBy: z.string().nullable().optional(),
  /** It ended while no page followed it, and nobody has been notified yet. */
  unseen: z.boolean().optional(),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** The runs of a grid or batch that was started on another computer: what is known of it is known from them. */
export const RemoteBatch = z.object({
  batchId: z.string(),
  connectionId: z.string(),
  runs: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  /** When its first run was started. */
  createdAt: z.string(),
  startedBy: RunRecord.shape.startedBy,
  /** Microcredits of all of them. */
  microcredits: z.string(),
});
export type RemoteBatch = z.infer<typeof RemoteBatch>;

/** Panels, keys, node types and connections that settings are about. */
const MAX_SETTING_KEYS = 20_000;

const preferences = {
  theme: z.enum(['system', 'light', 'dark']),
  /** Of the pages, from their next loading. */
  language: z.enum(['system', ...LANGUAGES]),
  /** Sizes and states of panels, by name; the pages decide what they mean. */
  layout: recordUpTo(MAX_SETTING_KEYS, z.unknown()),
  navigation: z.enum(['mouse', 'trackpad']),
  /** What one finger does on an empty part of the canvas. */
  fingers: z.enum(['pans', 'selects']),
  snapToGrid: z.boolean(),
  /** Runs and batches that end while nobody looks are notified outside the window. */
  notifyOnRunEnd: z.boolean(),
  /** Saved outputs carry the settings that made them. */
  settingsInFiles: z.boolean(),
  /** Saved files say how much of them came from models. */
  markInFiles: z.boolean(),
  /** Keys that the person changed: what a command has instead, by `scope command`; pages ignore what they do not know. */
  keys: recordUpTo(MAX_SETTING_KEYS, z.array(z.string().max(40)).max(8), z.string().max(100)),
  /** Hints on the canvas that went away: what they say was done, or they were put away. */
  hintsDone: z.array(z.string().max(40)).max(20),
  /** Chosen last, the newest first, as `#rrggbb` or `#rrggbbaa`. */
  recentColors: z.array(z.string().max(9)).max(16),
  /** Heavy and odd media are played as smaller copies. */
  filmProxies: z.boolean(),
  /** Lines and equal gaps while nodes are dragged. */
  showGuides: z.boolean(),
  /** How often a person added each node type, so that the search shows those first. */
  typeUses: recordUpTo(MAX_SETTING_KEYS, z.int().nonnegative(), z.string().max(200)),
  /** Microcredits by connection: a run that may cost more asks first. Without one, none does. */
  runLimits: recordUpTo(MAX_SETTING_KEYS, z.int().nonnegative()),
};

/** Preferences of the person, stored on this computer. Unknown names are refused. */
export const Settings = z.object({
  theme: preferences.theme.default('system'),
  language: preferences.language.default('system'),
  layout: preferences.layout.default({}),
  navigation: preferences.navigation.default('mouse'),
  fingers: preferences.fingers.default('pans'),
  snapToGrid: preferences.snapToGrid.default(true),
  notifyOnRunEnd: preferences.notifyOnRunEnd.default(true),
  settingsInFiles: preferences.settingsInFiles.default(false),
  markInFiles: preferences.markInFiles.default(true),
  keys: preferences.keys.default({}),
  hintsDone: preferences.hintsDone.default([]),
  recentColors: preferences.recentColors.default([]),
  filmProxies: preferences.filmProxies.default(true),
  showGuides: preferences.showGuides.default(true),
  typeUses: preferences.typeUses.default({}),
  runLimits: preferences.runLimits.default({}),
} satisfies Record<keyof typeof preferences, z.ZodType>);
export type Settings = z.infer<typeof Settings>;
/** Not `Settings.partial()`: a default would fill in, and so reset, every name the change leaves out. */
export const SettingsChange = z.strictObject(preferences).partial();

const documentKey = { connectionId: z.string(), projectId: z.string(), kind: MediaDocumentKind };

/** Stars, notes and collections, as a service stores them for all people of its account. */
export const TeamStatus = z.object({
  /** Whether the service does. */
  isShared: z.boolean(),
  /** Changes that it does not have yet. */
  pending: z.int(),
});
export type TeamStatus = z.infer<typeof TeamStatus>;

/** What changed in the desktop process; a page reads this stream instead of polling. */
export const DeskEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('upload'), upload: Upload }),
  z.object({ type: z.literal('connections'), list: ConnectionList }),
  z.object({ type: z.literal('local-service'), status: DeskStatus.shape.localService }),
  z.object({ type: z.literal('notices'), notices: Notices }),
  z.object({ type: z.literal('run'), run: RunRecord }),
  z.object({ type: z.literal('settings'), settings: Settings }),
  z.object({ type: z.literal('transfer'), transfer: Transfer }),
  /** A batch as it is now; null when it was deleted. */
  z.object({ type: z.literal('batch'), batchId: z.string(), batch: Batch.nullable() }),
  /** Items that changed, as they are now. */
  z.object({ type: z.literal('batch-items'), batchId: z.string(), items: z.array(BatchItem) }),
  /** The saved versions of a project are others than before. */
  z.object({ type: z.literal('versions'), connectionId: z.string(), projectId: z.string() }),
  /** Outputs were recorded or changed; of one project where they all are. */
  z.object({ type: z.literal('outputs'), connectionId: z.string(), projectId: z.string().nullable() }),
  /** Files were given names or tags, or are gone. */
  z.object({ type: z.literal('files'), connectionId: z.string() }),
  z.object({ type: z.literal('collections'), connectionId: z.string() }),
  z.object({ type: z.literal('team'), connectionId: z.string(), ...TeamStatus.shape }),
  /** The door for agents, or what is known of one of them, changed. */
  z.object({ type: z.literal('agents') }),
  /** A question of an agent came, or is over. */
  z.object({ type: z.literal('agent-questions') }),
  /** A proposal for a project came, or was decided on. */
  z.object({ type: z.literal('proposals'), connectionId: z.string(), projectId: z.string() }),
  /** The conversation about a project went on. */
  z.object({ type: z.literal('chat'), connectionId: z.string(), projectId: z.string() }),
  /** A run has added to what is known of nodes. */
  z.object({ type: z.literal('estimates'), connectionId: z.string() }),
  /** Runs or batches of a connection began, went on or ended. */
  z.object({ type: z.literal('queue'), connectionId: z.string() }),
  /** The service may describe node types otherwise than before: a model was connected, changed or removed. */
  z.object({ type: z.literal('node-types'), connectionId: z.string() }),
  /** A window of this computer has saved a storyboard or timeline as this version. */
  z.object({ type: z.literal('document-saved'), ...documentKey, version: z.int() }),
  /** What the window that writes has edited of a storyboard or timeline. */
  z.object({
    type: z.literal('document-journal'),
    ...documentKey,
    change: DocumentJournalEvent,
  }),
  z.object({
    type: z.literal('journal'),
    connectionId: z.string(),
    projectId: z.string(),
    change: JournalEvent,
  }),
]);
export type DeskEvent = z.infer<typeof DeskEvent>;

/**
 * Sent with a GET to the API that may be answered with what was known last, while the service is away. Never for a
 * read whose version a write then builds on: such a read has to fail.
 */
export const acceptCachedHeader = 'x-patchbay-accept-cached';
/** On such a response: when it was known (ISO 8601). */
export const cachedAtHeader = 'x-patchbay-cached-at';

/** `GET {path}/{openedFileId}`: the bytes of a file that the system handed to the app. */
export const launchFilesPath = '/desk/opened-files';
/** On that response: the file's name, as `encodeURIComponent` writes it. */
export const launchFileNameHeader = 'x-patchbay-file-name';

/**
 * Sent with the start of a run whose graph is not the saved one: the project it was started from. It stays on this
 * computer, so that the run is found again where it was started.
 */
export const runOfProjectHeader = 'x-patchbay-run-of-project';

/** Sent beside it, as `1`, where a graph that ran before runs once more. It stays on this computer too. */
export const runOnceHeader = 'x-patchbay-run-once';

/**
 * Sent with a save of a storyboard or timeline: what was done since the one before, a list of names as `encodeURIComponent`
 * writes its JSON. It stays on this computer, for the history.
 */
export const savedStepsHeader = 'x-patchbay-saved-steps';

/** `GET`: what helps to find a fault, as a ZIP without anything personal. */
export const diagnosticsPath = '/desk/diagnostics';

/** Failures of the desktop process itself (not of the service behind it). Same shape as the API's error body. */
export const DeskErrorCode = z.enum([
  'NOT_FOUND',
  'NOT_ALLOWED', // not in the endpoint table
  'INVALID_REQUEST',
  'UNREACHABLE', // network: DNS, refused, timeout, TLS; `details.problem` is a ConnectionProblem
  'BAD_RESPONSE', // the service answered more, or something else, than can be read; nothing of it is used
  'KEY_NEEDED',
  'LOCAL_SERVICE_DOWN',
  'DISK_FULL',
  'DISK_FAILED', // the disk reported an error
  'FOLDER_NOT_WRITABLE', // the data folder is read-only, or belongs to somebody else
  'NOT_WRITER', // another window of this computer writes the journal of this project
  'INTERNAL',
]);
export type DeskErrorCode = z.infer<typeof DeskErrorCode>;
