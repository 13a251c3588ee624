import { readApiError } from '#shared/api/index.ts';
import { deskFetch } from './transport.ts';

/** The results of a batch as CSV, handed on to be saved. @throws ApiError, HostUnreachable */
export async function loadBatchResults(batchId: string): Promise<Blob> {
  const response = await deskFetch(`/desk/batches/${encodeURIComponent(batchId)}/results.csv`, {
    headers: { accept: 'text/csv' },
  });
  if (!response.ok) throw await readApiError(response);
  return response.blob();
}
