import type { AgentToolName, GraphScene, ToolInput } from '#shared/agents/index.ts';
import type { ApiClient } from '#shared/api/index.ts';
import type {
  DescribedNodeTypes,
  FileRecord,
  KindSamples,
  OutputDetails,
  OutputPage,
  OutputSearch,
  PriceOf,
} from '#shared/desk/index.ts';
import type { Clock } from '../options.ts';
import type { AgentRows } from './agent-rows.ts';
import type { StoredAgent } from './agent-store.ts';
import type { ProposalStore } from './proposal-store.ts';

/** What the tools of agents work with. None of it holds a key. */
export interface ToolSources {
  api: (connectionId: string) => ApiClient;
  describeTypes: (connectionId: string, types: string[]) => Promise<DescribedNodeTypes>;
  searchOutputs: (search: OutputSearch) => OutputPage | Promise<OutputPage>;
  /** @throws DeskError `NOT_FOUND` */
  getOutput: (outputId: string) => OutputDetails | Promise<OutputDetails>;
  listFiles: (connectionId: string, projectId: string) => readonly FileRecord[];
  /** The beginning of a text file. */
  readText: (
    connectionId: string,
    fileId: string,
    maxBytes: number,
    signal: AbortSignal,
  ) => Promise<{ text: string; isComplete: boolean }>;
  /** A file as it is, or as a small picture. */
  readMedia: (
    connectionId: string,
    fileId: string,
    variant: 'original' | 'thumbnail' | 'preview',
    signal: AbortSignal,
  ) => Promise<Response>;
  /** A graph as a picture. @returns a WebP. @throws DeskError */
  drawGraph: (scene: GraphScene, signal: AbortSignal) => Promise<Uint8Array>;
  prices: (connectionId: string) => Promise<PriceOf>;
  kinds: (connectionId: string) => readonly KindSamples[];
  rows: AgentRows;
  proposals: ProposalStore;
  proposalsChanged: (connectionId: string, projectId: string) => void;
  clock: Clock;
}

/** One call of a tool. */
export interface ToolContext {
  agent: StoredAgent;
  signal: AbortSignal;
  /** Tells how far a long call is. */
  progress: (progress: number, total: number, message: string) => void;
}

/** What a tool answers. */
export interface ToolResponse {
  /** In Patchbay's own words. */
  text: string;
  /** What comes from the work: it is marked as such. */
  content?: { label: string; text: string };
  pictures?: { bytes: Uint8Array; contentType: string }[];
  /** For programs, as JSON. */
  data?: unknown;
  /** The cursor of what follows. */
  cursor?: string | null;
}

export type ToolHandlers = {
  [Name in AgentToolName]: (input: ToolInput<Name>, context: ToolContext) => Promise<ToolResponse>;
};

/** A refusal for an agent. The message says what to do next. */
export class ToolError extends Error {
  override name = 'ToolError';
}
