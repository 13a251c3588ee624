import { z } from 'zod';
import { FileUsers } from '../administration/index.ts';
import { administrationRoutes } from './administration-routes.ts';
import { agentRoutes } from './agent-routes.ts';
import { chatRoutes } from './chat-routes.ts';
import { batchRoutes } from './batch-routes.ts';
import { diskUseRoutes } from './disk-use.ts';
import { documentJournalRoutes } from './document-journal.ts';
import { draftRoutes } from './draft-routes.ts';
import * as j from './journal.ts';
import * as l from './library-schemas.ts';
import { queueRoutes } from './queue-routes.ts';
import { route } from './route.ts';
import { ProjectHeat } from './node-heat.ts';
import { RunSamples } from './run-estimate.ts';
import { maskDraftRoutes } from './mask-draft-routes.ts';
import { LastPreviews } from './last-preview-schemas.ts';
import * as m from './media-schemas.ts';
import { nodeTypeRoutes } from './node-type-routes.ts';
import * as connections from './connection-schemas.ts';
import * as files from './file-schemas.ts';
import * as s from './schemas.ts';
import { groupRoutes } from './group-routes.ts';
import { snippetRoutes } from './snippet-routes.ts';
import * as t from './transfer-schemas.ts';
import * as v from './version-schemas.ts';

/**
 * The table of `/desk` routes. The core dispatches by it, the pages' client is typed by it.
 *
 * Beside these rows the core answers:
 * - the rows of `stream-routes.ts`, whose request or response is a stream of bytes;
 * - `/api/{connectionId}/v1/...`: the API of that connection, by the endpoint table of `shared/api`;
 *   `/api/{connectionId}/v1/openapi.json` is let through as well;
 * - `GET /media/{token}` on the media origin: bytes, Range, no credentials.
 */

const journal = '/desk/journal/{connectionId}/{projectId}' as const;
const lastPreviews = '/desk/last-previews/{connectionId}/{projectId}' as const;
const versions = '/desk/versions/{connectionId}/{projectId}' as const;

export const deskRoutes = {
  status: route('GET', '/desk/status', { response: s.DeskStatus }),
  dismissNotice: route('POST', '/desk/notices/{noticeId}/dismiss'),

  listConnections: route('GET', '/desk/connections', { response: connections.ConnectionList }),
  addConnection: route('POST', '/desk/connections', {
    body: connections.ConnectionDraft,
    response: connections.Connection,
  }),
  changeConnection: route('PATCH', '/desk/connections/{connectionId}', {
    body: connections.ConnectionChange,
    response: connections.Connection,
  }),
  removeConnection: route('DELETE', '/desk/connections/{connectionId}'),
  activateConnection: route('POST', '/desk/connections/{connectionId}/activate', {
    response: connections.ConnectionList,
  }),
  testConnection: route('POST', '/desk/connections/test', {
    body: connections.ConnectionTestRequest,
    response: connections.ConnectionTestResult,
  }),
  restartLocalService: route('POST', '/desk/local-service/restart', { response: s.DeskStatus }),

  ...administrationRoutes,
  ...nodeTypeRoutes,
  ...maskDraftRoutes,

  listUploads: route('GET', '/desk/uploads', { response: z.object({ uploads: z.array(s.Upload) }) }),
  getUpload: route('GET', '/desk/uploads/{uploadId}', { response: s.Upload }),
  cancelUpload: route('POST', '/desk/uploads/{uploadId}/cancel', { response: s.Upload }),
  pauseUpload: route('POST', '/desk/uploads/{uploadId}/pause', { response: s.Upload }),
  /** Goes on with one that is paused. */
  resumeUpload: route('POST', '/desk/uploads/{uploadId}/resume', { response: s.Upload }),
  retryUpload: route('POST', '/desk/uploads/{uploadId}/retry', { response: s.Upload }),
  settleUpload: route('POST', '/desk/uploads/{uploadId}/settle', { response: s.Upload }),

  mediaUrls: route('POST', '/desk/media', { body: files.MediaRequest, response: files.MediaResponse }),
  /** Refused with a sentence for what is no picture, video or sound, or a damaged one. */
  mediaFacts: route('POST', '/desk/media/facts', { body: m.MediaFileRequest, response: m.MediaFacts }),
  mediaWaveform: route('POST', '/desk/media/waveform', {
    body: m.MediaFileRequest,
    response: m.MediaWaveform,
  }),
  /** Begins to make a small copy of a medium where there is none, and says how far it is. */
  mediaProxy: route('POST', '/desk/media/proxy', { body: m.MediaProxyRequest, response: m.MediaProxy }),
  /** What the nodes of a project showed last of live previews, with pictures that are on this disk. */
  getLastPreviews: route('GET', lastPreviews, { response: LastPreviews }),
  keepLastPreviews: route('PUT', lastPreviews, { body: LastPreviews }),
  mediaText: route('POST', '/desk/media/text', { body: m.MediaTextRequest, response: m.MediaText }),

  claimJournal: route('POST', `${journal}/claim`, { body: j.JournalClaim, response: j.JournalState }),
  appendJournal: route('POST', `${journal}/entries`, { body: j.JournalAppend }),
  journalSending: route('POST', `${journal}/sending`, { body: j.JournalSending }),
  journalAcknowledge: route('POST', `${journal}/acknowledge`, { body: j.JournalAcknowledge }),
  replaceJournal: route('PUT', journal, { body: j.JournalReplace }),
  leaveJournal: route('POST', `${journal}/leave`, { body: j.JournalLeave }),

  listVersions: route('GET', versions, { query: v.VersionListQuery, response: v.VersionPage }),
  /** Null where there is nothing worth going back to, or it is stored as it is already. */
  keepVersion: route('POST', versions, {
    body: v.VersionKeepRequest,
    response: z.object({ version: v.ProjectVersion.nullable() }),
  }),
  getVersion: route('GET', `${versions}/{versionId}`, { response: v.VersionDocument }),
  changeVersion: route('PATCH', `${versions}/{versionId}`, {
    body: v.VersionChange,
    response: v.ProjectVersion,
  }),
  deleteVersion: route('DELETE', `${versions}/{versionId}`),
  /** Null of a project that was never opened on this computer. */
  getKnownProject: route('GET', '/desk/known-projects/{connectionId}/{projectId}', {
    response: z.object({ project: v.KnownProject.nullable() }),
  }),

  startExport: route('POST', '/desk/exports', { body: t.ExportRequest, response: t.Transfer }),
  getTransfer: route('GET', '/desk/transfers/{transferId}', { response: t.Transfer }),
  cancelTransfer: route('POST', '/desk/transfers/{transferId}/cancel', { response: t.Transfer }),

  listRuns: route('GET', '/desk/runs', {
    query: z.object({
      connectionId: z.string(),
      projectId: z.string().optional(),
      templateId: z.string().optional(),
      /** Those of a grid or batch, first started first. */
      batchId: z.string().optional(),
    }),
    response: z.object({ runs: z.array(s.RunRecord) }),
  }),
  /** Grids and batches of a project that were started on another computer, newest first. */
  listRemoteBatches: route('GET', '/desk/remote-batches', {
    query: z.object({ connectionId: z.string(), projectId: z.string() }),
    response: z.object({ batches: z.array(s.RemoteBatch).max(200) }),
  }),
  /** Runs that ended unseen, of all connections, newest first. */
  listRunsToView: route('GET', '/desk/runs/unseen', {
    response: z.object({ runs: z.array(s.RunRecord) }),
  }),
  /** A person has seen how the run ended; every page is notified, and none shows it again. */
  markRunSeen: route('POST', '/desk/runs/{connectionId}/{runId}/seen'),
  /** What the events of a run made of it, as far as they were read: to be painted again from there. */
  getRunSnapshot: route('GET', '/desk/runs/{connectionId}/{runId}/snapshot', {
    response: z.object({ snapshot: z.unknown() }),
  }),
  keepRunSnapshot: route('PUT', '/desk/runs/{connectionId}/{runId}/snapshot', {
    body: z.object({ lastEventId: z.string(), snapshot: z.unknown() }),
  }),
  /** Projects that were made to show a run as it was: of one run, or the one that a project is. */
  listRunCopies: route('GET', '/desk/run-copies/{connectionId}', {
    query: z.object({ runId: z.string().optional(), projectId: z.string().optional() }),
    response: z.object({ copies: z.array(l.RunCopy) }),
  }),
  recordRunCopy: route('POST', '/desk/run-copies/{connectionId}', { body: l.RunCopy }),
  /** What nodes took on a connection, and how good estimates from it were. */
  getRunSamples: route('GET', '/desk/estimates/{connectionId}', { response: RunSamples }),
  getProjectHeat: route('GET', '/desk/estimates/{connectionId}/projects/{projectId}', {
    response: ProjectHeat,
  }),
  listFiles: route('GET', '/desk/files', {
    query: files.FileListQuery,
    response: z.object({ files: z.array(files.FileRecord) }),
  }),
  /** Looks for files that a document of a project names and this computer has not seen yet; those found are listed from then on. */
  findFiles: route('POST', '/desk/files/find', {
    body: files.FileSearch,
    response: z.object({ files: z.array(files.FileRecord) }),
  }),
  /** What uses a file, before it is deleted; null where only the service knows. */
  getFileUsers: route('GET', '/desk/files/{connectionId}/{fileId}/users', {
    response: z.object({ users: FileUsers.nullable() }),
  }),
  /** What still wants each of these files: all that is not listed is used nowhere. */
  findFileUses: route('POST', '/desk/files/{connectionId}/uses', {
    body: files.FileUsesQuestion,
    response: files.FileUses,
  }),
  changeFile: route('PATCH', '/desk/files/{connectionId}/{fileId}', {
    body: files.FileChange,
    response: files.FileRecord,
  }),

  /** Outputs of all runs that this computer has seen, a page at a time. */
  searchOutputs: route('POST', '/desk/outputs/search', { body: l.OutputSearch, response: l.OutputPage }),
  outputFacets: route('POST', '/desk/outputs/facets', {
    body: z.strictObject({ connectionId: z.string(), projectId: z.string().optional() }),
    response: l.OutputFacets,
  }),
  /** The first outputs of each run, at most four. */
  outputsOfRuns: route('POST', '/desk/outputs/of-runs', {
    body: z.strictObject({ connectionId: z.string(), runIds: z.array(z.string().max(200)).max(200) }),
    response: z.object({ outputs: z.array(l.LibraryOutput) }),
  }),
  changeOutputs: route('PATCH', '/desk/outputs', {
    body: l.OutputsChange,
    response: z.object({ outputs: z.array(l.LibraryOutput) }),
  }),
  getOutput: route('GET', '/desk/outputs/{outputId}', { response: l.OutputDetails }),
  /** What a run was asked to do, with its graph as it was. */
  getRunSource: route('GET', '/desk/run-sources/{connectionId}/{runId}', { response: l.RunSource }),
  /** How much of an output came from models. */
  getProvenance: route('POST', '/desk/provenance', {
    body: z.strictObject({ connectionId: z.string(), runId: z.string(), nodeId: z.string() }),
    response: l.OutputProvenance,
  }),
  /** Prepares an output to be saved with what goes along in its file. */
  saveWithSettings: route('POST', '/desk/saved-outputs', {
    body: l.SavedOutputRequest,
    response: l.SavedOutputResponse,
  }),
  createArchive: route('POST', '/desk/archives', { body: l.ArchiveRequest, response: l.ArchiveAnswer }),
  /** Breaks off a ZIP that is being loaded, by its id in the queue. */
  cancelZip: route('POST', '/desk/zips/{zipId}/cancel'),

  getTeamStatus: route('GET', '/desk/team/{connectionId}', { response: s.TeamStatus }),

  listCollections: route('GET', '/desk/collections', {
    query: z.object({ connectionId: z.string() }),
    response: z.object({ collections: z.array(l.OutputCollection) }),
  }),
  createCollection: route('POST', '/desk/collections', {
    body: l.CollectionCreate,
    response: l.OutputCollection,
  }),
  changeCollection: route('PATCH', '/desk/collections/{collectionId}', {
    body: l.CollectionChange,
    response: l.OutputCollection,
  }),
  changeCollectionItems: route('POST', '/desk/collections/{collectionId}/items', {
    body: l.CollectionItems,
    response: l.OutputCollection,
  }),

  /** Pictures, drawings and last openings of projects. */
  projectFaces: route('POST', '/desk/project-faces', {
    body: l.ProjectFacesRequest,
    response: z.object({ faces: z.array(l.ProjectFace) }),
  }),
  /** Chooses the output that stands for a project; null leaves it to the latest. */
  chooseCover: route('PUT', '/desk/project-faces/{connectionId}/{projectId}/cover', {
    body: z.strictObject({ outputId: z.string().nullable() }),
    response: l.ProjectFace,
  }),
  noteProjectOpened: route('POST', '/desk/project-faces/{connectionId}/{projectId}/opened'),
  /** Projects opened on this computer, the last first, at most 50. */
  listOpenedProjects: route('GET', '/desk/project-faces/{connectionId}/opened', {
    response: z.object({ projects: z.array(z.object({ projectId: z.string(), openedAt: z.string() })) }),
  }),
  ...batchRoutes,
  ...queueRoutes,
  ...snippetRoutes,
  ...groupRoutes,
  ...draftRoutes,
  ...documentJournalRoutes,
  ...diskUseRoutes,
  ...agentRoutes,
  ...chatRoutes,

  getSettings: route('GET', '/desk/settings', { response: s.Settings }),
  changeSettings: route('PATCH', '/desk/settings', { body: s.SettingsChange, response: s.Settings }),
} as const;

export type DeskRoutes = typeof deskRoutes;
export type DeskRouteName = keyof DeskRoutes;
