import type { FileValue } from '../definition.ts';
import { image, optional, type InputPin } from '../pins.ts';

/** Names of the inputs of nodes that take several images, in order. */
export const IMAGE_SLOTS = [
  'image1',
  'image2',
  'image3',
  'image4',
  'image5',
  'image6',
  'image7',
  'image8',
  'image9',
] as const;
type ImageSlot = (typeof IMAGE_SLOTS)[number];

/** An image input for each slot; all may be left out. */
export function imageSlotPins(): Record<ImageSlot, InputPin<FileValue | undefined>> {
  return Object.fromEntries(
    IMAGE_SLOTS.map((name, index) => [name, optional(image(`Image ${index + 1}`))]),
  ) as Record<ImageSlot, InputPin<FileValue | undefined>>;
}
