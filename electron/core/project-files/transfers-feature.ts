import { join } from 'node:path';
import type { BlobClient } from '../api/blob-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { MediaLocator } from '../media/media-source.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { VersionStore } from '../versions/version-store.ts';
import { Transfers } from './transfers.ts';

/** Projects into files and out of them. */
export function openTransfers(
  { options, folder, clock, log, events, handles }: CoreContext,
  deps: {
    connections: Connections;
    versions: VersionStore;
    files: FileLibrary;
    locator: MediaLocator;
    blobs: BlobClient;
    uploads: Uploads;
  },
) {
  const transfers = new Transfers({
    ...deps,
    directory: join(folder, 'transfers'),
    version: options.version,
    subscribe: (listener) => events.subscribe(listener),
    emit: (event) => events.emit(event),
    clock,
    log,
  });
  handles.add('transfers', transfers, (open) => open.close());
  return {
    list: () => transfers.list(),
    start: () => transfers.cleanUp(),
    routes: {
      startImport: async ({ query, request }) =>
        Response.json(await transfers.startImport(query, request), { status: 201 }),
      startExport: ({ body }) => transfers.startExport(body),
      getTransfer: ({ params }) => transfers.get(params.transferId),
      cancelTransfer: ({ params }) => transfers.cancel(params.transferId),
      getTransferFile: ({ params }) => transfers.file(params.transferId),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
