/** Runs that the app starts for itself carry an `externalId` that says so. Its forms are written here alone. */

const LIVE_PREFIX = 'patchbay-live/';
const BATCH_PREFIX = 'patchbay-batch/';

/** Of the sample project, run before anybody has opened it: no notice tells of its end. */
export const SAMPLE_RUN_ID = 'patchbay-sample/first';

/** Longest sides, in pixels, at which the largest picture of a preview is made; ascending. */
const LIVE_SIDES = [320, 480, 640] as const;
export const MAX_LIVE_SIDE = LIVE_SIDES[2];

/** The side at which previews are made that are shown so large. @param displayed longest side on the screen, pixels. */
export const liveSideFor = (displayed: number): number =>
  LIVE_SIDES.find((side) => side >= displayed) ?? MAX_LIVE_SIDE;

/** Of a preview while somebody edits. @param id any text. @param side longest side of its largest picture. */
export const liveRunId = (id: string, side: number = MAX_LIVE_SIDE): string =>
  `${LIVE_PREFIX}${side}px/${id}`;

/** At which side the pictures of such a preview are made; as large as any where the id does not say. */
export function liveSideOf(externalId: string | null | undefined): number {
  const [, side] = /^patchbay-live\/(\d+)px\//.exec(externalId ?? '') ?? [];
  return LIVE_SIDES.find((item) => String(item) === side) ?? MAX_LIVE_SIDE;
}

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
