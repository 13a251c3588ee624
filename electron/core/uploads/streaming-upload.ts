import { isLoopback } from '../api/base-url.ts';
import { LOCAL_CONNECTION_ID } from '../connections/connection-store.ts';
import type { Connections } from '../connections/connections.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { StoredUpload } from './stored-upload.ts';

/** Smaller files are spooled before they are sent: their bytes are never sent twice, and there is little to gain. */
const STREAMED_FROM_BYTES = 8 * 1024 * 1024;

/**
 * Whether a file is sent while it is received. Not one that may be known, by what can be told of it now; and only to a
 * service on this computer: a network is so much slower than the disk that nothing is gained, and a store elsewhere is
 * given the hash before the bytes.
 */
export function isStreamed(
  upload: StoredUpload & { headSha256: string },
  { connections, files }: { connections: Connections; files: FileLibrary },
): boolean {
  const { connectionId, sizeBytes } = upload;
  return (
    sizeBytes >= STREAMED_FROM_BYTES &&
    (connectionId === LOCAL_CONNECTION_ID || isLoopback(new URL(connections.get(connectionId).baseUrl))) &&
    !files.mayKnow(connectionId, upload)
  );
}
