import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskUse } from '#shared/desk/index.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { measureFolder } from './measure-folder.ts';

/** How much of the disk the data folder takes, and making room without touching anybody's work. */
export function openDiskUse(
  { options: { dataDirectory }, log }: Pick<CoreContext, 'options' | 'log'>,
  { clearPreviews }: { clearPreviews: () => Promise<void> },
) {
  const diskUse = async (signal: AbortSignal): Promise<DiskUse> => ({
    folder: dataDirectory,
    freeBytes: await freeBytesOf(dataDirectory),
    ...(await measureFolder(dataDirectory, signal)),
  });
  return {
    routes: {
      getDiskUse: ({ request }) => diskUse(request.signal),
      async clearPreviews({ request }) {
        await clearPreviews();
        log.info({ folder: join(dataDirectory, 'desk', 'media') }, 'cached media were cleared');
        return diskUse(request.signal);
      },
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}

async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
