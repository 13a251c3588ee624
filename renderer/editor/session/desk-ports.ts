import type { ApiClient } from '#shared/api/index.ts';
import {
  endpoints,
  patchOperationNames,
  readResponseJson,
  readApiError,
  SCHEMA_LIMITS,
} from '#shared/api/index.ts';
import { acceptCachedHeader, LOCAL_CONNECTION_ID, Upload } from '#shared/desk/index.ts';
import {
  apiPath,
  callDesk,
  deskFetch,
  loadMediaUrl,
  onDeskEvent,
  onDeskReconnect,
  consumePrefetched,
  previousWindowIds,
  windowId,
  type Desk,
  readResponse,
} from '#renderer/desk/index.ts';
import { uploadTypeOf } from '#shared/http/upload-type.ts';
import type { EditorPorts } from '../ports.ts';
import { createModelChoices } from './model-choices.ts';

/** The editor's ports over the desktop process. */
export function createDeskPorts(options: {
  connectionId: string;
  projectId: string;
  api: ApiClient;
  desk?: Desk;
}): EditorPorts {
  const { connectionId, projectId, api, desk = callDesk } = options;
  const params = { connectionId, projectId };
  return {
    connectionId,
    projectId,
    api,
    journal: createJournalPort(connectionId, projectId, desk),
    documentAhead: () => consumePrefetched(connectionId, projectId),
    async lastVersion() {
      const { versions } = await desk('listVersions', { params, query: { kind: 'graph', limit: '20' } });
      const [last] = versions
        .filter(({ damaged }) => !damaged)
        .toSorted((a, b) => b.version - a.version || b.at.localeCompare(a.at));
      if (!last) return null;
      const read = await desk('getVersion', { params: { ...params, versionId: last.id } });
      return 'graph' in read ? { version: last.version, graph: read.graph } : null;
    },
    cachedProject: async () => (await desk('getKnownProject', { params })).project,
    async supportedOperations() {
      const response = await deskFetch(apiPath(connectionId, '/api/v1/openapi.json'), {
        headers: { [acceptCachedHeader]: '1' },
      });
      if (!response.ok) return null;
      return patchOperationNames(await readResponseJson(response, SCHEMA_LIMITS));
    },
    describeNodeTypes: (types) =>
      desk('describeNodeTypes', { params: { connectionId }, body: { types: [...types] } }),
    mediaUrls: (items) =>
      Promise.all(items.map(({ source, variant }) => loadMediaUrl(connectionId, source, variant))),
    listFiles: async (limit) =>
      (
        await desk('listFiles', {
          query: { connectionId, ...(limit !== undefined && { limit: String(limit) }) },
        })
      ).files,
    async startUpload(file, { uploadId, nodeId, input }, signal) {
      const query = new URLSearchParams({
        connectionId,
        projectId,
        uploadId,
        nodeId,
        input,
        filename: file.name.slice(-255),
        sizeBytes: String(file.size),
      });
      const response = await deskFetch(`/desk/uploads?${query}`, {
        method: 'POST',
        headers: { 'content-type': uploadTypeOf(file) },
        body: file,
        signal,
      });
      if (!response.ok) throw await readApiError(response);
      return readResponse(Upload, response);
    },
    cancelUpload: (uploadId) => desk('cancelUpload', { params: { uploadId } }),
    retryUpload: (uploadId) => desk('retryUpload', { params: { uploadId } }),
    pauseUpload: (uploadId) => desk('pauseUpload', { params: { uploadId } }),
    resumeUpload: (uploadId) => desk('resumeUpload', { params: { uploadId } }),
    settleUpload: (uploadId) => desk('settleUpload', { params: { uploadId } }),
    listUploads: async () => (await desk('listUploads', {})).uploads,
    settings: () => desk('getSettings', {}),
    changeSettings: (change) => desk('changeSettings', { body: change }),
    ...libraryPorts(desk),
    ...(connectionId === LOCAL_CONNECTION_ID && {
      templates: templatesOf(api, desk),
      availableModels: createModelChoices(desk),
    }),
    async keepVersion(state) {
      await desk('keepVersion', { params, body: { kind: 'graph', ...state, reason: 'merge' } });
    },
    subscribe: onDeskEvent,
  };
}

/** What belongs to the person and to no project. */
const libraryPorts = (desk: Desk): Pick<EditorPorts, 'snippets' | 'groupLibrary'> => ({
  snippets: {
    list: async () => (await desk('listSnippets', {})).snippets,
    create: (draft) => desk('createSnippet', { body: draft }),
    rename: (snippetId, name) => desk('renameSnippet', { params: { snippetId }, body: { name } }),
    remove: (snippetId) => desk('deleteSnippet', { params: { snippetId } }),
  },
  groupLibrary: {
    list: async () => (await desk('listLibraryGroups', {})).groups,
    create: (draft) => desk('createLibraryGroup', { body: draft }),
    saveVersion: (groupId, draft) => desk('saveGroupVersion', { params: { groupId }, body: draft }),
    definition: async (groupId, version) =>
      (await desk('getGroupDefinition', { params: { groupId, version: String(version) } })).definition,
    rename: (groupId, name) => desk('renameLibraryGroup', { params: { groupId }, body: { name } }),
    remove: (groupId) => desk('deleteLibraryGroup', { params: { groupId } }),
  },
});

/** Templates that are listed to be placed as groups: the newest. */
const MAX_TEMPLATES = 200;

/** Templates of the local service, which alone gives their graphs. */
const templatesOf = (api: ApiClient, desk: Desk): NonNullable<EditorPorts['templates']> => ({
  list: async () => {
    const { data } = await api(endpoints.templates.list, { query: { limit: MAX_TEMPLATES } });
    return data.map(({ templateId: id, name, updatedAt, createdAt, nodeCount }) => ({
      id,
      name,
      version: updatedAt ?? createdAt ?? '',
      nodeCount: nodeCount ?? 0,
    }));
  },
  graph: (templateId) => desk('getTemplateGraph', { params: { templateId } }),
});

/** This window's part in the journal of a project. */
function createJournalPort(connectionId: string, projectId: string, desk: Desk): EditorPorts['journal'] {
  const params = { connectionId, projectId };
  const writer = windowId;
  return {
    window: windowId,
    previousWindows: previousWindowIds,
    claim: (force) => desk('claimJournal', { params, body: { writer, take: force } }),
    append: (entries, history, writeId) =>
      desk('appendJournal', {
        params,
        body: { writer, entries: [...entries], history: [...history], writeId },
      }),
    sending: (inFlight) => desk('journalSending', { params, body: { writer, inFlight } }),
    acknowledge: (entryIds) =>
      desk('journalAcknowledge', { params, body: { writer, entryIds: [...entryIds] } }),
    replace: ({ replaced, entries }) =>
      desk('replaceJournal', {
        params,
        body: { writer, replaced: [...replaced], entries: [...entries] },
      }),
    async carryHistory(to, history) {
      const target = { connectionId, projectId: to };
      await desk('appendJournal', {
        params: target,
        body: { writer, entries: [], history: [...history], writeId: crypto.randomUUID() },
      });
      await desk('leaveJournal', { params: target, body: { writer } });
    },
    // A window that does not come to say so is missed all the same: its event stream ends.
    leave: () => void desk('leaveJournal', { params, body: { writer } }).catch(() => undefined),
    watch(listener) {
      const ends = [
        onDeskEvent((event) => {
          if (event.type !== 'journal') return;
          if (event.connectionId === connectionId && event.projectId === projectId) listener(event.change);
        }),
        onDeskReconnect(() => listener('missed')),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
