import { existsSync } from 'node:fs';
import { dataPaths, lockDataDirectory, prepareDataDirectory } from '../storage/data-directory.ts';
import { IN_FOLDER, parseMediaLocation, readMediaLocation } from '../storage/media-location.ts';
import { moveMedia } from '../storage/move-media.ts';
import { defaultDataDirectory, mediaFlag, parseFlags, UsageProblem } from './flags.ts';

/** `media where` and `media move`: where the media of a service are, and bringing them elsewhere. */

/** @param note for people who watch; `print` for results. @throws UsageProblem, DataDirectoryProblem, MediaStoreProblem */
export async function runMediaCommand(
  args: readonly string[],
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  const { flags, positional } = parseFlags(args, ['data', 'to']);
  const [command, ...rest] = positional;
  if (rest.length > 0 || (command !== 'where' && command !== 'move'))
    throw new UsageProblem('Say “media where”, or “media move --to PLACE”.');
  const dataDirectory = flags.get('data')?.[0] ?? defaultDataDirectory();
  if (!existsSync(dataDirectory))
    throw new UsageProblem(
      `There is no data directory ${dataDirectory}. Give that of the service with --data.`,
    );
  if (command === 'where') return print(readMediaLocation(dataDirectory) ?? IN_FOLDER);
  const to = mediaFlag(flags.get('to')?.[0]);
  if (to === undefined)
    throw new UsageProblem('Say where to with --to: s3://BUCKET/PREFIX?endpoint=URL, or folder.');
  prepareDataDirectory(dataDirectory);
  // A service that writes meanwhile would be left behind.
  const unlock = lockDataDirectory(dataDirectory);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const { count, total, isComplete } = await moveMedia(dataDirectory, to, {
      signal: stop.signal,
      onProgress: (copied, all) => note(`${copied} of ${all} files are there`),
    });
    if (isComplete)
      print(
        `${count} files are in ${parseMediaLocation(to) === null ? dataPaths(dataDirectory).blobs : to}.`,
      );
    else {
      note(`Stopped: ${count} of ${total} files are there. Nothing was removed; the same command goes on.`);
      process.exitCode = 1;
    }
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    unlock();
  }
}
