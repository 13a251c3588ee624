import { useEffect, useMemo, useState } from 'react';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { clipExt, mediumKey } from '#shared/timeline/ext.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { callDesk, isMissing, apiFor } from '#renderer/desk/index.ts';

export interface UsedMedium {
  key: string;
  fileId: string | null;
  filename: string;
}

/** As many files as the desktop process lists; where there are more, one that is not listed may still be there. */
const MAX_FILES = 1000;
/** Files that the service is asked for one by one. */
const MAX_CHECKED = 300;
const MAX_REQUESTS = 6;

const NONE_MISSING: ReadonlySet<string> = new Set();

/**
 * Media of a timeline whose files are no longer in the library, by `mediumKey`; null while that is looked for. What nobody
 * can say, because the service is away, is not among them.
 */
export function useMissingMedia(
  connectionId: string,
  document: TimelineDocument | null,
): ReadonlySet<string> | null {
  const media = useMemo(() => (document ? mediaUsed(document) : null), [document]);
  const [found, setFound] = useState<{ media: unknown; removed: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (!media) return undefined;
    const controller = new AbortController();
    const set = (missing: ReadonlySet<string>): void => {
      if (!controller.signal.aborted) setFound({ media, removed: missing });
    };
    findMissing(connectionId, media, controller.signal).then(set, () => set(NONE_MISSING));
    return () => controller.abort();
  }, [connectionId, media]);
  if (media?.length === 0) return NONE_MISSING;
  return media !== null && found?.media === media ? found.removed : null;
}

/** Media that clips ask the library for, each once. */
export function mediaUsed({ timeline }: TimelineDocument): UsedMedium[] {
  const used = new Map<string, UsedMedium>();
  for (const clip of timeline.clips) {
    if (clip.filename === '' || clip.storageType === 'placeholder') continue;
    const { filename } = clip;
    used.set(mediumKey(clip), { key: mediumKey(clip), fileId: clipExt(clip).fileId ?? null, filename });
  }
  return [...used.values()];
}

async function findMissing(
  connectionId: string,
  media: readonly UsedMedium[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const files = await callDesk('listFiles', { query: { connectionId }, signal }).then(
    (response) => response.files,
    (): FileRecord[] | null => null,
  );
  if (files === null) return NONE_MISSING;
  const ids = new Set(files.map(({ fileId }) => fileId));
  const missingKeys = new Set<string>();
  // A file that was deleted at another place is still listed here: the service knows, which is asked first for what is not.
  const candidates = media
    .filter(({ fileId }) => fileId !== null)
    .toSorted((a, b) => Number(ids.has(a.fileId ?? '')) - Number(ids.has(b.fileId ?? '')))
    .slice(0, MAX_CHECKED);
  /** Another file of the same name goes in its place. */
  const isNamed = ({ fileId, filename }: UsedMedium): boolean =>
    files.some((file) => file.filename === filename && file.fileId !== fileId);
  for (let from = 0; from < candidates.length; from += MAX_REQUESTS) {
    const some = candidates.slice(from, from + MAX_REQUESTS);
    const missing = await Promise.all(
      some.map(({ fileId }) => isDeleted(connectionId, fileId ?? '', signal)),
    );
    for (const [index, medium] of some.entries())
      if (missing[index] && !isNamed(medium)) missingKeys.add(medium.key);
  }
  if (files.length >= MAX_FILES) return missingKeys;
  for (const medium of media) if (medium.fileId === null && !isNamed(medium)) missingKeys.add(medium.key);
  return missingKeys;
}

const isDeleted = (connectionId: string, fileId: string, signal: AbortSignal): Promise<boolean> =>
  apiFor(connectionId)(endpoints.files.get, { params: { file_id: fileId }, signal }).then(
    () => false,
    (error: unknown) => isMissing(error),
  );
