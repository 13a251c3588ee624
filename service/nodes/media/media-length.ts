import { describeMedium } from '#native/media/describe/describe-medium.ts';

/** How long a video or sound is, in seconds; undefined for what cannot be read as one. @param path of the file. */
export async function mediaSeconds(path: string): Promise<number | undefined> {
  try {
    const { seconds } = await describeMedium(path, { program: null, signal: new AbortController().signal });
    return seconds > 0 ? seconds : undefined;
  } catch {
    return undefined;
  }
}
