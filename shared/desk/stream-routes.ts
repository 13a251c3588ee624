import { z } from 'zod';
import { webPicturePath, WebPictureQuery } from './media-schemas.ts';
import { diagnosticsPath, launchFilesPath, UploadStartQuery } from './schemas.ts';
import { ImportStartQuery } from './transfer-schemas.ts';

/** Routes of the core whose request or response is a stream of bytes, beside those of `routes.ts`, which speak JSON. */

interface DeskStreamRoute<Q extends z.ZodType | null, Path extends string> {
  method: 'GET' | 'POST';
  /** With `{camelCase}` parameters. */
  path: Path;
  query: Q;
}

const stream = <const Path extends string, Q extends z.ZodType | null = null>(
  method: DeskStreamRoute<Q, Path>['method'],
  path: Path,
  { query }: { query?: Q } = {},
): DeskStreamRoute<Q, Path> => ({ method, path, query: (query ?? null) as Q });

export const deskStreamRoutes = {
  /** Server-Sent Events of `DeskEvent`. While it is open, the window that it names is there. */
  followEvents: stream('GET', '/desk/events', { query: z.object({ window: z.string().optional() }) }),
  /** The body is the file. Answers 201 with the upload's record when its bytes are spooled. */
  startUpload: stream('POST', '/desk/uploads', { query: UploadStartQuery }),
  /** The body is a project file. Answers 201 with the transfer when it is received. */
  startImport: stream('POST', '/desk/imports', { query: ImportStartQuery }),
  /** The project file that an export made. */
  getTransferFile: stream('GET', '/desk/transfers/{transferId}/file'),
  /** A file that the system handed to the app; its name is in a header. */
  getOpenedFile: stream('GET', `${launchFilesPath}/{openedFileId}`),
  /** One file of a ZIP of outputs that was offered, by its place in it. */
  getArchiveFile: stream('GET', '/desk/archives/{archiveId}/files/{index}'),
  /** The results of a batch, as CSV. */
  getBatchResults: stream('GET', '/desk/batches/{batchId}/results.csv'),
  /** A picture from an address on the web that the person dropped and agreed to have fetched. */
  fetchWebPicture: stream('POST', webPicturePath, { query: WebPictureQuery }),
  /** The diagnostics bundle, a ZIP file. */
  getDiagnostics: stream('GET', diagnosticsPath),
} as const;

export type DeskStreamRoutes = typeof deskStreamRoutes;
export type DeskStreamRouteName = keyof DeskStreamRoutes;
