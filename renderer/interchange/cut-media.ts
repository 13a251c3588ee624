import type { FileRecord, MediaFacts } from '#shared/desk/index.ts';
import type { MediumInfo } from '#shared/interchange/index.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { mediaUsed } from './use-gone-media.ts';

/** What is known here of the media that a cut asks for by name. */

/** Requests at one time: a film may have thousands of media. */
const MAX_REQUESTS = 4;

/** What the facts of a medium say of its length and timecode. */
function mediumOf(info: MediaFacts): MediumInfo {
  if (info.kind === 'image') return {};
  const { seconds, startTimecode } = info;
  const hasSound = info.kind === 'audio' || info.hasSound;
  return { seconds, hasSound, ...(startTimecode && { start: startTimecode }) };
}

/**
 * What is known of media that a timeline shows, by `mediumKey`. What cannot be found out is left out.
 * @throws the signal's reason
 */
export async function mediaOfDocument(
  connectionId: string,
  document: TimelineDocument,
  signal: AbortSignal,
): Promise<Map<string, MediumInfo>> {
  const used = mediaUsed(document);
  const ids = await idsOf(
    connectionId,
    used.flatMap(({ fileId, filename }) => (fileId === null ? [filename] : [])),
    signal,
  );
  const requests = used.flatMap(({ key, fileId, filename }): [string, string][] => {
    const id = fileId ?? ids.get(filename);
    return id === undefined ? [] : [[key, id]];
  });
  return new Map(await fetchMediaInfo(connectionId, requests, signal));
}

/**
 * Lengths and timecodes of files by their names. What cannot be found out is left out.
 * @param names of files, as a cut has them.
 * @throws the signal's reason
 */
export async function mediaByName(
  connectionId: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<[string, MediumInfo][]> {
  return fetchMediaInfo(connectionId, [...(await idsOf(connectionId, names, signal))], signal);
}

/** The newest file of each name: the one that a timeline takes. */
async function idsOf(
  connectionId: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  if (names.length === 0) return ids;
  const files = await callDesk('listFiles', { query: { connectionId }, signal }).then(
    (response) => response.files,
    (): FileRecord[] => [],
  );
  signal.throwIfAborted();
  const required = new Set(names);
  for (const { filename, fileId } of files) {
    if (required.has(filename) && !ids.has(filename)) ids.set(filename, fileId);
  }
  return ids;
}

/** @param requests ids of files, each with what it is called in the answer. */
async function fetchMediaInfo(
  connectionId: string,
  requests: readonly (readonly [string, string])[],
  signal: AbortSignal,
): Promise<[string, MediumInfo][]> {
  const media: [string, MediumInfo][] = [];
  const open = requests.entries();
  const fetchNext = async (): Promise<void> => {
    for (const [, [name, fileId]] of open) {
      const found = await callDesk('mediaFacts', { body: { connectionId, fileId }, signal }).catch(
        (): MediaFacts | null => null,
      );
      signal.throwIfAborted();
      if (found) media.push([name, mediumOf(found)]);
    }
  };
  await Promise.all(Array.from({ length: MAX_REQUESTS }, fetchNext));
  return media;
}
