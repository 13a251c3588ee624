import { framePassed } from './rendered-at-once.ts';

/** What a page does by itself or because of a press is there after so many frames; what is loaded first takes many. */
const MAX_FRAMES = 240;

/** Looks at once and after each frame. @returns whether it came. */
export async function withinFrames(look: () => boolean, frames = MAX_FRAMES): Promise<boolean> {
  for (let frame = 0; frame < frames; frame += 1) {
    if (look()) return true;
    await framePassed();
  }
  return look();
}

/**
 * What is read, once it is the same in two frames.
 * @param isReady what has to be so as well.
 */
export async function steady(read: () => string, isReady: () => boolean = () => true): Promise<string> {
  let last: string | null = null;
  const rests = await withinFrames(() => {
    const before = last;
    last = isReady() ? read() : null;
    return last !== null && last === before;
  });
  if (!rests || last === null) throw new Error('The page does not come to rest.');
  return last;
}
