import { openContainer } from '#native/decoders/mediabunny.ts';

/** How long a video or sound is, in seconds; undefined for what cannot be read as one. @param path of the file. */
export async function mediaSeconds(path: string): Promise<number | undefined> {
  const input = await openContainer(path);
  try {
    const seconds = await input.computeDuration();
    return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}
