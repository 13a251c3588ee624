import {
  ApiError,
  endpoints,
  type ApiClient,
  type PatchOperation,
  type PublicNodeTypePin,
} from '#shared/api/index.ts';
import type { GroupContent, LibraryGroup, Snippet, Upload } from '#shared/desk/index.ts';
import { applyOperations } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import { settingsWith } from '#shared/testing/settings.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { EditorPorts } from '../ports.ts';

/** What component tests of the editor stand on. */

const types = {
  'input/image': {
    title: 'Image',
    inputs: [{ name: 'file', label: 'File', type: 'image' }],
    outputs: [{ name: 'image', label: 'Image', type: 'image' }],
  },
  'image/blur': {
    title: 'Blur',
    inputs: [
      { name: 'image', label: 'Image', type: 'image' },
      { name: 'sigma', label: 'Strength', type: 'number(0..100)', default: 8 },
    ],
    outputs: [{ name: 'image', label: 'Image', type: 'image' }],
  },
  'image/resize': {
    title: 'Resize',
    inputs: [
      { name: 'image', label: 'Image', type: 'image' },
      { name: 'width', label: 'Width', type: 'number(8..8192 step 8)', default: 512 },
      // What may stay empty has a default of null; what has none must be set.
      { name: 'ground', label: 'Ground', type: 'color', default: null, exposed: false },
    ],
    outputs: [{ name: 'image', label: 'Image', type: 'image' }],
  },
  'input/audio': {
    title: 'Sound',
    inputs: [{ name: 'file', label: 'File', type: 'file' }],
    outputs: [{ name: 'audio', label: 'Audio', type: 'audio' }],
  },
  'input/text': {
    title: 'Text',
    inputs: [{ name: 'value', label: 'Text', type: 'text', default: '' }],
    outputs: [{ name: 'text', label: 'Text', type: 'text' }],
  },
  'ai/text': {
    title: 'Write text',
    inputs: [
      { name: 'prompt', label: 'Prompt', type: 'text(multiline)', default: '' },
      { name: 'model', label: 'Model', type: 'text', default: '', exposed: false },
    ],
    outputs: [{ name: 'text', label: 'Text', type: 'text' }],
  },
  'output/value': {
    title: 'Output',
    inputs: [
      { name: 'value', label: 'Value', type: 'any' },
      { name: 'name', label: 'Name', type: 'text', default: 'Result' },
    ],
    outputs: [],
  },
} as const;

export const noRuns: NodeRunTable = {
  get: () => undefined,
  resultOf: () => undefined,
  subscribe: () => () => undefined,
  subscribeAll: () => () => undefined,
};

export interface StandIn extends EditorPorts {
  /** What the service holds. */
  graph: () => Graph;
  sent: PatchOperation[][];
  someoneElse(operations: PatchOperation[]): void;
}

/** Snippets as the desktop process gives them, gone with the test. */
function snippetsInMemory(): NonNullable<EditorPorts['snippets']> {
  let saved: Snippet[] = [];
  return {
    list: () => Promise.resolve(saved),
    create: (draft) => {
      saved = [...saved, { ...draft, id: `s${saved.length}`, createdAt: '2026-01-01T00:00:00Z' }];
      return Promise.resolve();
    },
    rename: (id, name) => {
      saved = saved.map((snippet) => (snippet.id === id ? { ...snippet, name } : snippet));
      return Promise.resolve();
    },
    remove: (id) => {
      saved = saved.filter((snippet) => snippet.id !== id);
      return Promise.resolve();
    },
  };
}

/** The library of groups as the desktop process gives it, gone with the test. */
function groupsInMemory(): NonNullable<EditorPorts['groupLibrary']> {
  const saved = new Map<string, LibraryGroup & { definitions: string[] }>();
  const add = (
    group: LibraryGroup & { definitions: string[] },
    { definition, types, nodeCount }: GroupContent,
  ) => {
    const version = group.definitions.length + 1;
    const versions = [...group.versions, { version, savedAt: '2026-01-01T00:00:00Z', nodeCount }];
    const next = { ...group, types, versions, definitions: [...group.definitions, definition] };
    saved.set(group.id, next);
    return Promise.resolve(next);
  };
  return {
    list: () => Promise.resolve([...saved.values()]),
    create: ({ name, ...content }) =>
      add({ id: `g${saved.size + 1}`, name, types: [], versions: [], definitions: [] }, content),
    saveVersion: (id, { after, ...content }) => {
      const group = saved.get(id)!;
      return group.definitions.length === after
        ? add(group, content)
        : Promise.reject(new Error('A later version of this group was saved meanwhile.'));
    },
    definition: (id, version) => Promise.resolve(saved.get(id)!.definitions[version - 1]!),
    rename: (id, name) => Promise.resolve(saved.set(id, { ...saved.get(id)!, name })),
    remove: (id) => Promise.resolve(saved.delete(id)),
  };
}

let projects = 0;

/** A node type as a test adds it. */
export interface StandInType {
  title: string;
  inputs: readonly PublicNodeTypePin[];
  outputs: readonly PublicNodeTypePin[];
}

/**
 * The desktop process and a service behind it, as small as the canvas needs; each test has its own.
 * @param projectId another one each time, unless given: the window remembers where it left a project.
 * @param moreTypes besides the usual ones.
 */
export function standIn(
  start: Graph,
  projectId = `p${++projects}`,
  moreTypes: Readonly<Record<string, StandInType>> = {},
): StandIn {
  const known: Readonly<Record<string, StandInType>> = { ...types, ...moreTypes };
  let graph = start;
  let version = 1;
  const sent: PatchOperation[][] = [];
  const change = (operations: PatchOperation[]): void => {
    const applied = applyOperations(graph, operations);
    if (!applied.ok) throw new Error(applied.rejection.reason);
    graph = applied.graph;
    version += 1;
  };
  const document = () => ({ projectId, name: 'Test', version, document: { graph } });
  const summaries = Object.entries(known).map(([type, { title }]) => ({
    type,
    title,
    category: type.split('/')[0],
  }));
  const call = (
    endpoint: { id: string },
    args: { params?: Record<string, string>; body?: unknown },
  ): unknown => {
    switch (endpoint.id) {
      case endpoints.projects.getDocument.id:
        return document();
      case endpoints.projects.get.id:
        return { id: projectId, name: 'Test', nodeCount: graph.nodes.length, version };
      case endpoints.projects.patchDocument.id: {
        const { expectedVersion, operations } = args.body as {
          expectedVersion: number;
          operations: PatchOperation[];
        };
        if (expectedVersion !== version) {
          throw new ApiError({ status: 409, code: 'CONFLICT', message: 'The project changed.' });
        }
        change(operations);
        sent.push(operations);
        return { ...document(), appliedOperations: operations.length };
      }
      case endpoints.nodeTypes.list.id:
        return { data: summaries, hasMore: false };
      case endpoints.nodeTypes.get.id: {
        const type = args.params?.['node_type'] ?? '';
        const description = known[type];
        if (!description) {
          throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'There is no such node type.' });
        }
        return { type, category: type.split('/')[0], ...description };
      }
      default:
        throw new Error(`The canvas does not call ${endpoint.id}.`);
    }
  };
  return {
    connectionId: 'local',
    projectId,
    api: ((endpoint: { id: string }, args: object) =>
      Promise.resolve().then(() => call(endpoint, args))) as unknown as ApiClient,
    journal: {
      window: 'window',
      previousWindows: [],
      claim: () =>
        Promise.resolve({ writing: true, entries: [], inFlight: [], history: { done: [], undone: [] } }),
      append: () => Promise.resolve(),
      sending: () => Promise.resolve(),
      acknowledge: () => Promise.resolve(),
      replace: () => Promise.resolve(),
      leave: () => undefined,
      watch: () => () => undefined,
      carryHistory: () => Promise.resolve(),
    },
    supportedOperations: () => Promise.resolve(null),
    mediaUrls: () => Promise.resolve([]),
    listFiles: () => Promise.resolve([]),
    startUpload: (file, { uploadId, nodeId, input }): Promise<Upload> =>
      Promise.resolve({
        id: uploadId,
        connectionId: 'local',
        projectId,
        nodeId,
        input,
        settled: false,
        filename: file.name,
        contentType: file.type,
        sizeBytes: file.size,
        receivedBytes: file.size,
        sentBytes: file.size,
        progress: 1,
        problem: null,
        state: 'done',
        fileId: 'file_1.png',
        error: null,
        retryable: false,
        createdAt: '2026-01-01T00:00:00Z',
      }),
    cancelUpload: () => Promise.reject(new Error('not here')),
    retryUpload: () => Promise.reject(new Error('not here')),
    pauseUpload: () => Promise.reject(new Error('not here')),
    resumeUpload: () => Promise.reject(new Error('not here')),
    settleUpload: () => Promise.reject(new Error('not needed')),
    listUploads: () => Promise.resolve([]),
    settings: () => Promise.resolve(settingsWith({ theme: 'light' })),
    snippets: snippetsInMemory(),
    groupLibrary: groupsInMemory(),
    subscribe: () => () => undefined,
    graph: () => graph,
    sent,
    someoneElse: change,
  };
}
