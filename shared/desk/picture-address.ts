import { z } from 'zod';

/**
 * Sent with the reading of a run's events: before each event that brings a picture the core then says where the page
 * gets it, as an event of this name, and has its bytes fetched meanwhile.
 */
export const pictureAddressesHeader = 'x-patchbay-picture-addresses';
export const PICTURE_EVENT = 'picture';

/** The data of such an event. */
export const PictureAddress = z.object({ fileId: z.string(), url: z.string(), downloadUrl: z.string() });
export type PictureAddress = z.infer<typeof PictureAddress>;
