import type { ApiClient } from '#shared/api/index.ts';
import { patchOperationNames, readApiError } from '#shared/api/index.ts';
import { Upload } from '#shared/desk/index.ts';
import { apiPath, callDesk, deskFetch, loadMediaUrl, onDeskEvent, type Desk } from '#renderer/desk/index.ts';
import type { EditorPorts } from '../ports.ts';
import { joinJournal } from './journal-writer.ts';

/** The editor's ports over the desktop process. */
export function createDeskPorts(options: {
  connectionId: string;
  projectId: string;
  api: ApiClient;
  desk?: Desk;
}): EditorPorts {
  const { connectionId, projectId, api, desk = callDesk } = options;
  const params = { connectionId, projectId };
  const writer = joinJournal(connectionId, projectId);
  return {
    connectionId,
    projectId,
    api,
    journal: {
      claim: async () =>
        desk('claimJournal', { params, body: { writer: writer.id, living: await writer.living() } }),
      append: (entries) => desk('appendJournal', { params, body: { writer: writer.id, entries } }),
      sending: (inFlight) => desk('journalSending', { params, body: { writer: writer.id, inFlight } }),
      acknowledge: (entryIds) => desk('journalAcknowledge', { params, body: { entryIds } }),
      replace: (change) => desk('replaceJournal', { params, body: { writer: writer.id, ...change } }),
      leave: () => writer.leave(),
    },
    async supportedOperations() {
      const response = await deskFetch(apiPath(connectionId, '/api/v1/openapi.json'));
      if (!response.ok) return null;
      return patchOperationNames(await response.json());
    },
    mediaUrls: (items) =>
      Promise.all(items.map(({ source, variant }) => loadMediaUrl(connectionId, source, variant))),
    listFiles: async () => (await desk('listFiles', { query: { connectionId } })).files,
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
        headers: { 'content-type': file.type || 'application/octet-stream' },
        body: file,
        signal,
      });
      if (!response.ok) throw await readApiError(response);
      return Upload.parse(await response.json());
    },
    cancelUpload: (uploadId) => desk('cancelUpload', { params: { uploadId } }),
    retryUpload: (uploadId) => desk('retryUpload', { params: { uploadId } }),
    pauseUpload: (uploadId) => desk('pauseUpload', { params: { uploadId } }),
    resumeUpload: (uploadId) => desk('resumeUpload', { params: { uploadId } }),
    settleUpload: (uploadId) => desk('settleUpload', { params: { uploadId } }),
    listUploads: async () => (await desk('listUploads', {})).uploads,
    settings: () => desk('getSettings', {}),
    async keepVersion(state) {
      await desk('keepVersion', { params, body: { ...state, reason: 'merge' } });
    },
    subscribe: onDeskEvent,
  };
}
