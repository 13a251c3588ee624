import { ApiError, endpoints } from '#shared/api/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { StoredUpload } from './stored-upload.ts';

/**
 * The same bytes under the same type and name, uploaded before: then they are not sent again.
 * @returns the id of the file that the service still has, or null. @throws what asking the service throws, answers aside.
 */
export async function findUploaded(
  upload: StoredUpload,
  { files, connections }: { files: FileLibrary; connections: Connections },
  signal: AbortSignal,
): Promise<string | null> {
  const { connectionId, sha256, sizeBytes, contentType, filename } = upload;
  if (sha256 === null || upload.serviceUploadId !== null) return null;
  const existing = files.findByContent(connectionId, { sha256, sizeBytes, contentType, filename });
  if (!existing) return null;
  try {
    const file = await connections
      .client(connectionId)
      .call(endpoints.files.get, { params: { file_id: existing.fileId }, signal });
    if (file.sizeBytes !== sizeBytes) return null;
    files.noteUpload(connectionId, upload.projectId, file, { sha256, headSha256: upload.headSha256 });
    return existing.fileId;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) files.clear(connectionId, existing.fileId);
    return null;
  }
}
