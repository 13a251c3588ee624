import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskUse } from '#shared/desk/index.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { errorFields } from '../error-fields.ts';
import { measureFolder } from './measure-folder.ts';

/** A service that does not answer holds up what else is known no longer. */
const SERVICE_TIMEOUT_MS = 10_000;

interface PictureSum {
  bytes: number;
  files: number;
}

/** The pictures that the local service keeps among its files. */
export interface ServicePictures {
  /** What they take. */
  measure(signal: AbortSignal): Promise<PictureSum>;
  /** @returns what went. */
  clear(signal: AbortSignal): Promise<PictureSum>;
}

/** How much of the disk the data folder takes, and making room without touching anybody's work. */
export function openDiskUse(
  { options: { dataDirectory }, log }: Pick<CoreContext, 'options' | 'log'>,
  {
    clearPreviews,
    servicePictures,
  }: { clearPreviews: () => Promise<void>; servicePictures: ServicePictures },
) {
  /** Asks the local service about its pictures. @returns null where it does not answer: everything else is known without. */
  const queryService = async (name: keyof ServicePictures, signal: AbortSignal) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(SERVICE_TIMEOUT_MS)]);
    return servicePictures[name](limited).catch((error: unknown) => {
      log.warn(errorFields(error), 'the local service did not say what its pictures take');
      return null;
    });
  };
  const diskUse = async (signal: AbortSignal): Promise<DiskUse> => {
    const measured = await measureFolder(dataDirectory, signal);
    const pictures = await queryService('measure', signal);
    return {
      folder: dataDirectory,
      freeBytes: await freeBytesOf(dataDirectory),
      ...measured,
      kinds: pictures === null ? measured.kinds : withPictures(measured.kinds, pictures),
    };
  };
  return {
    routes: {
      getDiskUse: ({ request }) => diskUse(request.signal),
      async clearPreviews({ request }) {
        await clearPreviews();
        await queryService('clear', request.signal);
        log.info({ folder: join(dataDirectory, 'desk', 'media') }, 'cached media were cleared');
        return diskUse(request.signal);
      },
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}

/** Pictures lie among the files of the service, and count as previews. */
const withPictures = (kinds: DiskUse['kinds'], pictures: PictureSum): DiskUse['kinds'] => {
  const files = kinds.find(({ kind }) => kind === 'files');
  // What was made since the folder was measured is not taken from what was there.
  const bytes = Math.min(pictures.bytes, files?.bytes ?? 0);
  const count = Math.min(pictures.files, files?.files ?? 0);
  return kinds.map((sum) => {
    if (sum.kind === 'files') return { ...sum, bytes: sum.bytes - bytes, files: sum.files - count };
    if (sum.kind === 'previews') return { ...sum, bytes: sum.bytes + bytes, files: sum.files + count };
    return sum;
  });
};

async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
