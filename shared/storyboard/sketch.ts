import { z } from 'zod';
import type { StoryboardDocument, StoryboardMedia } from './document.ts';
import { mediaOfShot, shotsInOrder } from './media.ts';

/** Frames of a sketch. */
const MAX_FRAMES = 6;
const MAX_LETTERS = 200;

/** A storyboard as a small strip: its counts, and what its first shots show or say. */
export const StoryboardSketch = z.object({
  scenes: z.int().min(0),
  shots: z.int().min(0),
  seconds: z.number().min(0),
  frames: z
    .array(
      z.object({
        /** Id or name of a file of the account; null where the shot has none. */
        file: z.string().max(MAX_LETTERS).nullable(),
        words: z.string().max(MAX_LETTERS),
      }),
    )
    .max(MAX_FRAMES),
});
export type StoryboardSketch = z.infer<typeof StoryboardSketch>;

const fileOf = (media: StoryboardMedia | undefined): string | null => {
  const name = typeof media === 'object' ? (media.fileId ?? media.filename) : media;
  return name !== undefined && name !== null && name.length <= MAX_LETTERS ? name : null;
};

/** Draws a storyboard small. */
export function storyboardThumbnail(document: StoryboardDocument): StoryboardSketch {
  const shots = shotsInOrder(document);
  const { defaultFrameDuration } = document.settings;
  return {
    scenes: document.sequences.length,
    shots: shots.length,
    seconds: shots.reduce((sum, { shot }) => sum + (shot.durationSeconds ?? defaultFrameDuration), 0),
    frames: shots.slice(0, MAX_FRAMES).map(({ shot, path }) => ({
      file: fileOf(mediaOfShot(shot, path)[0]?.media),
      words: shot.description.slice(0, MAX_LETTERS),
    })),
  };
}
