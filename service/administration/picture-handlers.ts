import type { ServiceContext } from '#service/context.ts';
import { deletePictureRows, isPictureBlob, pictureBlobs } from '#service/files/blob-use-rows.ts';
import type { AdministrationHandlers } from './surface.ts';

/** The stored pictures of files: small copies, made again when they are asked for. */
export const pictureHandlers = ({ db, blobs }: ServiceContext) => {
  // One that went meanwhile takes nothing.
  const sizeOf = (blob: string): Promise<number> => blobs.size(blob).catch(() => 0);
  return {
    measurePictures: async () => {
      const sum = { bytes: 0, files: 0 };
      for (const blob of await pictureBlobs(db)) {
        sum.bytes += await sizeOf(blob);
        sum.files += 1;
      }
      return sum;
    },
    clearPictures: async () => {
      const cleared = { bytes: 0, files: 0 };
      for (const blob of await pictureBlobs(db)) {
        const bytes = await sizeOf(blob);
        // A file of the same bytes may have come meanwhile; what was written in the last minutes stays.
        if (!(await isPictureBlob(db, blob)) || !(await blobs.delete(blob))) continue;
        await deletePictureRows(db, blob);
        cleared.bytes += bytes;
        cleared.files += 1;
      }
      return cleared;
    },
  } satisfies Partial<AdministrationHandlers>;
};
