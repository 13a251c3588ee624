import type { ApiClient } from '#shared/api/index.ts';
import type { CanvasItems } from '#shared/canvas/items.ts';
import type { ModelKind, PriceUnit, TemplateGraph } from '#shared/administration/index.ts';
import type {
  DescribedNodeTypes,
  FileRecord,
  GroupDraft,
  GroupVersionDraft,
  LibraryGroup,
  JournalEntry,
  MediaRequest,
  KnownProject,
  MediaResponse,
  Settings,
  Snippet,
  SnippetDraft,
  UndoChange,
  Upload,
} from '#shared/desk/index.ts';
import type { GraphDocument } from '#shared/graph-saving/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { z } from 'zod';
import type { EditJournal, ReadDocument } from '#renderer/desk/index.ts';
import type { UploadPorts } from '#renderer/uploads/index.ts';

/** What the editor needs from the world, as functions, so that it can be played without one. */

/** The journal of the graph of one project. */
export interface JournalPort extends EditJournal<JournalEntry, GraphDocument> {
  /** This window, and those that it was before it was loaded anew. */
  readonly window: string;
  readonly previousWindows: readonly string[];
  /** Starts the undo history of another project. */
  carryHistory(projectId: string, history: readonly UndoChange[]): Promise<void>;
}

type MediaItem = z.infer<typeof MediaRequest>['items'][number];
type MediaUrl = z.infer<typeof MediaResponse>['urls'][number];

/** A template as lists show it. */
export interface TemplateEntry {
  id: string;
  name: string;
  /** When it was published last: another one than before after each publication. */
  version: string;
  nodeCount: number;
}

/** What a service of models offers for a use. */
export interface ModelChoices {
  provider: string;
  /** Those whose name speaks for the use, and all others of its list. */
  fitting: readonly string[];
  remaining: readonly string[];
  /** Whether the service keeps a list at all: others are named by hand. */
  hasList: boolean;
  /** Used where a node names none; null: the node has to. */
  defaultModel: string | null;
  /** Microcredits a unit; 0 for what is free or was not said. */
  price: number;
  unit: PriceUnit;
  /** Why there is no list, in a sentence. */
  problem: string | null;
}

/** What the desktop process offers the editor, bound to one connection and project. */
export interface EditorPorts extends UploadPorts {
  connectionId: string;
  projectId: string;
  api: ApiClient;
  journal: JournalPort;
  /** The document, when it was asked for before the journal was claimed; once, and null when it was not. */
  documentAhead?(): Promise<ReadDocument> | null;
  /** Names of the patch operations the server's OpenAPI schema lists; null when it could not be read. */
  supportedOperations(): Promise<readonly string[] | null>;
  /** Descriptions of many node types in one answer; left out where each is asked for by itself. */
  describeNodeTypes?(this: void, types: readonly string[]): Promise<DescribedNodeTypes>;
  mediaUrls(items: MediaItem[]): Promise<MediaUrl[]>;
  /** Newest first. @param limit files, at most; else as many as lists usually have. */
  listFiles(limit?: number): Promise<FileRecord[]>;
  listUploads(): Promise<Upload[]>;
  settings(): Promise<Settings>;
  /** Left out where settings cannot be changed. */
  changeSettings?(change: Pick<Settings, 'typeUses'>): Promise<unknown>;
  /** Selections saved by name on this computer; left out where there is no place for them. */
  snippets?: {
    list(): Promise<readonly Snippet[]>;
    create(draft: SnippetDraft): Promise<unknown>;
    rename(id: string, name: string): Promise<unknown>;
    remove(id: string): Promise<unknown>;
  };
  /** The person's library of groups on this computer; left out where there is no place for it. */
  groupLibrary?: {
    list(): Promise<readonly LibraryGroup[]>;
    create(draft: GroupDraft): Promise<LibraryGroup>;
    saveVersion(id: string, draft: GroupVersionDraft): Promise<LibraryGroup>;
    /** @returns its text. */
    definition(id: string, version: number): Promise<string>;
    rename(id: string, name: string): Promise<unknown>;
    remove(id: string): Promise<unknown>;
  };
  /** Templates whose graph can be read; left out where a service does not give it. */
  templates?: {
    list(): Promise<readonly TemplateEntry[]>;
    graph(id: string): Promise<TemplateGraph>;
  };
  /**
   * What the service of models offers that a node asks; left out where services are kept elsewhere.
   * @param provider as the node names it; empty: the only one. Null where it cannot be told which one answers.
   */
  availableModels?(this: void, kind: ModelKind, provider: string): Promise<ModelChoices | null>;
  /** The newest state of the project in the local history; null when there is none. */
  lastVersion?(): Promise<{ version: number; graph: Graph } | null>;
  /** What it was called, what was noted on it and what stands beside its graph, as far as this computer knows. */
  cachedProject?(): Promise<KnownProject | null>;
  /** Keeps a state of the project, made on `version`, in the local history. */
  keepVersion?(state: { version: number; graph: Graph; canvas?: CanvasItems }): Promise<void>;
}
