/** How long a video or sound is, in seconds; undefined for what cannot be read as one. @param path of the file. */
export async function mediaSeconds(path: string): Promise<number | undefined> {
  // Loaded when needed: few timelines leave the length of their media open.
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny');
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  try {
    const seconds = await input.computeDuration();
    return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}
