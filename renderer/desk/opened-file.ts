import { launchFileNameHeader, launchFilesPath } from '#shared/desk/index.ts';
import { readApiError } from '#shared/api/index.ts';
import { deskFetch } from './transport.ts';

/**
 * A file that the system handed to the app.
 * @param id of the address that the app was opened with.
 * @throws ApiError, HostUnreachable
 */
export async function loadExternalFile(id: string): Promise<File> {
  const response = await deskFetch(`${launchFilesPath}/${encodeURIComponent(id)}`);
  if (!response.ok) throw await readApiError(response);
  const name = decodeURIComponent(response.headers.get(launchFileNameHeader) ?? 'file');
  return new File([await response.blob()], name);
}
