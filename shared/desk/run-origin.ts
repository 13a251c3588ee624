/** Runs that the app starts for itself carry an `externalId` that says so. Its forms are written here alone. */

const LIVE_PREFIX = 'patchbay-live/';
const BATCH_PREFIX = 'patchbay-batch/';

/** Of a preview while somebody edits. @param id any text. */
export const liveRunId = (id: string): string => `${LIVE_PREFIX}${id}`;

/** Whether a run is such a preview: it is in no list, no history and no notice. */
export const isLiveRun = (externalId: string | null | undefined): boolean =>
  externalId?.startsWith(LIVE_PREFIX) === true;

/** Of one item of a grid or batch. @param item unique within the batch. */
export const batchRunId = (batchId: string, item: string): string => `${BATCH_PREFIX}${batchId}/${item}`;

/** The batch that a run belongs to; null for every other run. */
export function batchOfRun(externalId: string | null | undefined): { batchId: string; item: string } | null {
  if (externalId?.startsWith(BATCH_PREFIX) !== true) return null;
  const [batchId = '', ...item] = externalId.slice(BATCH_PREFIX.length).split('/');
  return batchId === '' || item.length === 0 ? null : { batchId, item: item.join('/') };
}
