import type { DeskStatus } from '#shared/desk/index.ts';
import type { ResponseCache } from './response-cache/response-cache.ts';
import type { DocumentCache } from './response-cache/document-cache.ts';
import { normalizeBaseUrl } from './api/base-url.ts';
import { LOCAL_CONNECTION_ID } from './connections/connection-store.ts';
import { checkedKey, type Connections } from './connections/connections.ts';
import { failedTest, testConnection } from './connections/test-connection.ts';
import { DeskError } from './desk-error.ts';
import type { FileLibrary } from './history/file-library.ts';
import type { RunWatcher } from './history/run-watcher.ts';
import type { RunHistory } from './history/run-history.ts';
import type { RunSnapshots } from './history/run-snapshots.ts';
import type { DeskEvents } from './http/desk-events.ts';
import type { DeskHandlers } from './http/desk-router.ts';
import type { Journal } from './journal/journal.ts';
import type { Supervisor } from './local-service/supervisor.ts';
import type { Media } from './media/media.ts';
import type { MediaTokens } from './media/media-token.ts';
import type { Notices } from './notices.ts';
import type { Clock, CoreLog } from './options.ts';
import type { Transfers } from './project-files/transfers.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import type { Uploads } from './uploads/uploads.ts';
import type { ProjectDetailsStore } from './versions/project-details.ts';
import type { VersionRecorder } from './versions/recorder.ts';
import type { VersionStore } from './versions/version-store.ts';

export interface DeskParts {
  status: () => DeskStatus;
  notices: Notices;
  responseCache: ResponseCache;
  documents: DocumentCache;
  connections: Connections;
  supervisor: Supervisor;
  settings: SettingsStore;
  uploads: Uploads;
  media: Media;
  tokens: MediaTokens;
  /** Without a trailing slash. */
  mediaOrigin: () => string;
  journal: Journal;
  runs: RunHistory;
  snapshots: RunSnapshots;
  watcher: RunWatcher;
  files: FileLibrary;
  versions: VersionStore;
  recorder: VersionRecorder;
  details: ProjectDetailsStore;
  transfers: Transfers;
  events: DeskEvents;
  clock: Clock;
  log: CoreLog;
  /** See CoreOptions. */
  responseTimeoutMs: number | undefined;
}

/** A handler for each row of the desk table. */
export function createDeskHandlers(parts: DeskParts): DeskHandlers {
  const {
    connections,
    supervisor,
    settings,
    uploads,
    media,
    tokens,
    journal,
    runs,
    files,
    versions,
    events,
  } = parts;

  return {
    status: () => parts.status(),
    dismissNotice: ({ params }) => parts.notices.dismiss(params.noticeId),

    listConnections: () => connections.list(),
    addConnection: ({ body }) => connections.add(body),
    async changeConnection({ params, body }) {
      const before = connections.get(params.connectionId).baseUrl;
      const changed = await connections.change(params.connectionId, body);
      if (changed.baseUrl !== before) {
        // Another service: what is known is of the one before.
        parts.responseCache.forgetConnection(params.connectionId);
        parts.documents.forgetConnection(params.connectionId);
      }
      return changed;
    },
    async removeConnection({ params }) {
      await uploads.forgetConnection(params.connectionId);
      await connections.remove(params.connectionId);
      await media.forgetConnection(params.connectionId);
      runs.forgetConnection(params.connectionId);
      parts.watcher.forgetConnection(params.connectionId);
      files.forgetConnection(params.connectionId);
      await versions.forgetConnection(params.connectionId);
      parts.details.forgetConnection(params.connectionId);
      parts.responseCache.forgetConnection(params.connectionId);
      parts.documents.forgetConnection(params.connectionId);
    },
    activateConnection: ({ params }) => connections.activate(params.connectionId),
    async testConnection({ body, request }) {
      if (body.id === LOCAL_CONNECTION_ID) await supervisor.ready(request.signal);
      const kept = body.id === undefined ? null : connections.get(body.id);
      let baseUrl: string;
      try {
        baseUrl = body.baseUrl === undefined ? (kept?.baseUrl ?? '') : normalizeBaseUrl(body.baseUrl);
      } catch (error) {
        if (error instanceof DeskError) return failedTest('address', error.message);
        throw error;
      }
      if (!baseUrl) {
        throw new DeskError('INVALID_REQUEST', 'Enter the address of the service.', {
          details: { field: 'baseUrl' },
        });
      }
      // The stored key goes to the stored address only: a page must not be able to send it elsewhere.
      const storedKey = kept && kept.baseUrl === baseUrl ? await connections.readKeyOf(kept.id) : null;
      const key = body.key === undefined ? storedKey : checkedKey(body.key.trim());
      if (!key) {
        throw new DeskError('INVALID_REQUEST', 'Enter the API key to test.', { details: { field: 'key' } });
      }
      const target = { baseUrl, key };
      const result = await testConnection(
        target,
        parts.clock,
        parts.log,
        request.signal,
        parts.responseTimeoutMs,
      );
      if (result.ok) await connections.testPassed(baseUrl, key);
      return result;
    },
    async restartLocalService() {
      await supervisor.restart();
      return parts.status();
    },

    listUploads: () => ({ uploads: uploads.list() }),
    getUpload: ({ params }) => uploads.get(params.uploadId),
    cancelUpload: ({ params }) => uploads.cancel(params.uploadId),
    pauseUpload: ({ params }) => uploads.pause(params.uploadId),
    resumeUpload: ({ params }) => uploads.resumeOne(params.uploadId),
    retryUpload: ({ params }) => uploads.retry(params.uploadId),
    settleUpload: ({ params }) => uploads.settle(params.uploadId),

    mediaUrls({ body }) {
      connections.get(body.connectionId);
      const origin = parts.mediaOrigin();
      return {
        urls: body.items.map(({ source, variant }) => {
          const url = `${origin}/media/${tokens.sign({ connectionId: body.connectionId, source, variant })}`;
          return { url, downloadUrl: `${url}?download=1` };
        }),
      };
    },

    claimJournal: ({ params, body }) => journal.claim(params.connectionId, params.projectId, body),
    appendJournal: ({ params, body }) => journal.append(params.connectionId, params.projectId, body),
    journalSending: ({ params, body }) => journal.sending(params.connectionId, params.projectId, body),
    journalAcknowledge: ({ params, body }) =>
      journal.acknowledge(params.connectionId, params.projectId, body),
    replaceJournal: ({ params, body }) => journal.replace(params.connectionId, params.projectId, body),
    leaveJournal: ({ params, body }) => journal.leave(params.connectionId, params.projectId, body.writer),

    startExport: ({ body }) => parts.transfers.startExport(body),
    getTransfer: ({ params }) => parts.transfers.get(params.transferId),
    cancelTransfer: ({ params }) => parts.transfers.cancel(params.transferId),

    listVersions({ params, query }) {
      connections.get(params.connectionId);
      return versions.list(params.connectionId, params.projectId, {
        cursor: query.cursor,
        ...(query.limit === undefined ? {} : { limit: Number(query.limit) }),
        namedOnly: query.named === 'true',
      });
    },
    async keepVersion({ params, body }) {
      connections.get(params.connectionId);
      // What was saved before comes before it.
      await parts.recorder.flush(params.connectionId, params.projectId);
      const kept = await versions.keep({ ...params, ...body, name: body.name ?? null });
      events.emit({ type: 'versions', ...params });
      return kept;
    },
    getVersion: ({ params }) => versions.document(params.connectionId, params.projectId, params.versionId),
    changeVersion({ params: { connectionId, projectId, versionId }, body }) {
      const changed = versions.change(connectionId, projectId, versionId, body);
      events.emit({ type: 'versions', connectionId, projectId });
      return changed;
    },
    async deleteVersion({ params: { connectionId, projectId, versionId } }) {
      await versions.delete(connectionId, projectId, versionId);
      events.emit({ type: 'versions', connectionId, projectId });
    },
    getKnownProject: ({ params: { connectionId, projectId } }) => ({
      project: parts.details.find(connectionId, projectId),
    }),

    listRuns: ({ query }) => ({ runs: runs.list(query.connectionId, query) }),
    listUnseenRuns: () => ({ runs: runs.unseen() }),
    markRunSeen({ params }) {
      const record = runs.markSeen(params.connectionId, params.runId);
      if (record) events.emit({ type: 'run', run: record });
    },
    getRunSnapshot: ({ params }) => ({ snapshot: parts.snapshots.find(params.connectionId, params.runId) }),
    async keepRunSnapshot({ params: { connectionId, runId }, body }) {
      if (!runs.noteSeen(connectionId, runId, body.lastEventId)) {
        throw new DeskError('NOT_FOUND', 'This run has not been seen on this computer.');
      }
      await parts.snapshots.keep(connectionId, runId, body.snapshot);
    },
    listFiles: ({ query }) => ({ files: files.list(query.connectionId, query.projectId ?? null) }),

    getSettings: () => settings.get(),
    async changeSettings({ body }) {
      const changed = await settings.change(body);
      events.emit({ type: 'settings', settings: changed });
      return changed;
    },
  };
}
