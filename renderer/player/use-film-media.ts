import { useEffect, useMemo, useState } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineBody } from '#shared/timeline/document.ts';
import { mediumKey, mediumOf } from '#shared/timeline/ext.ts';
import { loadMediaUrl } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Medium } from '#shared/film/film.ts';

interface Named {
  /** The key of its clips. */
  key: string;
  name: string;
  fileId: string;
  contentType: string;
}

const noMedia: ReadonlyMap<string, Medium> = new Map();

/** A worker of a browser draws no SVG: this computer does, larger than the monitor shows it. */
const variantOf = (contentType: string): 'original' | 'large' =>
  contentType === 'image/svg+xml' ? 'large' : 'original';

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
  const [media, setMedia] = useState(noMedia);
  const pairs = useSame(
    useMemo(() => {
      const byKey = new Map(clips.map((clip) => [mediumKey(clip), clip]));
      return [...byKey].flatMap(([key, clip]) => {
        const file = mediumOf(clip, library);
        return file ? [{ key, name: file.filename, fileId: file.fileId, contentType: file.contentType }] : [];
      });
    }, [clips, library]),
  );

  useEffect(() => {
    let stopped = false;
    const find = async ({ key, name, fileId, contentType }: Named): Promise<[string, Medium]> => {
      try {
        const { url } = await loadMediaUrl(connectionId, { kind: 'file', fileId }, variantOf(contentType));
        return [key, { url }];
      } catch {
        return [key, { missing: words.clips.notReadNow(name) }];
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
  const [stable, setStable] = useState(list);
  const isSame =
    stable.length === list.length &&
    stable.every(({ key, fileId }, index) => list[index]?.key === key && list[index]?.fileId === fileId);
  if (!isSame) setStable(list);
  return isSame ? stable : list;
}
