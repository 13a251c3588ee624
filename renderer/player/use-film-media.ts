import { useEffect, useMemo, useState } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineBody } from '#shared/timeline/document.ts';
import { mediumKey, mediumOf } from '#shared/timeline/ext.ts';
import { loadMediaUrl } from '#renderer/desk/index.ts';
import type { Medium } from './composer/messages.ts';

interface Named {
  name: string;
  fileId: string;
}

const nothing: ReadonlyMap<string, Medium> = new Map();

/**
 * Where the media of a timeline are.
 * @param library the files of the account, by id and by name
 * @returns the media whose addresses are known, by the keys of their clips, more of them as they come
 */
export function useFilmMedia(
  connectionId: string,
  { clips }: Pick<TimelineBody, 'clips'>,
  library: ReadonlyMap<string, FileRecord>,
): ReadonlyMap<string, Medium> {
  const [media, setMedia] = useState(nothing);
  const pairs = useSame(
    useMemo(() => {
      const byKey = new Map(clips.map((clip) => [mediumKey(clip), clip]));
      return [...byKey].flatMap(([name, clip]) => {
        const file = mediumOf(clip, library);
        return file ? [{ name, fileId: file.fileId }] : [];
      });
    }, [clips, library]),
  );

  useEffect(() => {
    let stopped = false;
    const find = async ({ name, fileId }: Named): Promise<[string, Medium]> => {
      try {
        const { url } = await loadMediaUrl(connectionId, { kind: 'file', fileId }, 'original');
        return [name, { url }];
      } catch {
        return [name, { missing: `“${name}” cannot be had at the moment.` }];
      }
    };
    void Promise.all(pairs.map(find)).then((found) => {
      if (!stopped) setMedia(new Map(found));
      return undefined;
    });
    return () => {
      stopped = true;
    };
  }, [connectionId, pairs]);
  return media;
}

/** The list of before while it says the same, so that an edit that brings no new medium asks for nothing. */
function useSame(list: readonly Named[]): readonly Named[] {
  const [kept, setKept] = useState(list);
  const isSame =
    kept.length === list.length &&
    kept.every(({ name, fileId }, index) => list[index]?.name === name && list[index]?.fileId === fileId);
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}
