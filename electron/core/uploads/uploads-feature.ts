import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DeskEvent } from '#shared/desk/index.ts';
import type { BlobClient } from '../api/blob-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { uploadStore } from './upload-store.ts';
import { Uploads } from './uploads.ts';

/** The upload queue. */
export function openUploads(
  { folder, clock, log, events, handles }: CoreContext,
  deps: {
    database: DatabaseSync;
    connections: Connections;
    signals: ConnectionSignals;
    blobs: BlobClient;
    files: FileLibrary;
  },
) {
  const uploads = new Uploads({
    directory: join(folder, 'uploads'),
    store: uploadStore(deps.database),
    connections: deps.connections,
    blobs: deps.blobs,
    files: deps.files,
    clock,
    log,
    emit: (event) => events.emit(event),
  });
  handles.add('uploads', uploads, (open) => open.close());
  deps.signals.serviceBack.listen((id) => uploads.serviceIsBack(id));
  // Sessions at the service are ended while the connection can still be used.
  deps.signals.removing.listen((id) => uploads.removeConnection(id));
  return {
    uploads,
    start: () => uploads.resume(),
    snapshot: () => uploads.open().map((upload): DeskEvent => ({ type: 'upload', upload })),
    routes: {
      startUpload: async ({ query, request }) =>
        Response.json(await uploads.receive(query, request), { status: 201 }),
      listUploads: () => ({ uploads: uploads.list() }),
      getUpload: ({ params }) => uploads.get(params.uploadId),
      cancelUpload: ({ params }) => uploads.cancel(params.uploadId),
      pauseUpload: ({ params }) => uploads.pause(params.uploadId),
      resumeUpload: ({ params }) => uploads.resumeUpload(params.uploadId),
      retryUpload: ({ params }) => uploads.retry(params.uploadId),
      settleUpload: ({ params }) => uploads.settle(params.uploadId),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
