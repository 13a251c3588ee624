import { diagnosticsPath } from '#shared/desk/index.ts';
import { readApiError } from '#shared/api/index.ts';
import { deskFetch } from './transport.ts';

/** What helps to find a fault, without anything personal. @throws ApiError, HostUnreachable */
export async function loadDiagnostics(): Promise<{ name: string; bytes: Blob }> {
  const response = await deskFetch(diagnosticsPath, { headers: { accept: 'application/zip' } });
  if (!response.ok) throw await readApiError(response);
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: named ?? 'patchbay-diagnostics.zip', bytes: await response.blob() };
}
