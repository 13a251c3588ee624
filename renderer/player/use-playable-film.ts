import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { Film } from '#shared/film/film.ts';
import type { TimelineBody } from '#shared/timeline/document.ts';
import { mediumKey, mediumOf } from '#shared/timeline/ext.ts';
import { callDesk, loadMediaUrl } from '#renderer/desk/index.ts';
import { FilmProxies, type ProxyState } from './film-proxies.ts';
import { withProxies } from './media-with-proxies.ts';
import { canDecode } from './proxy-reason.ts';
import { useFilmMedia } from './use-film-media.ts';

const POLL_MS = 1000;
const none: ReadonlyMap<string, ProxyState> = new Map();

interface PlayableFilm {
  /** As it is played. */
  film: Film;
  /** As it is exported. */
  exported: Film;
  proxies: ReadonlyMap<string, ProxyState>;
  /** Tries again to make the proxy of a file. */
  retry: (fileId: string) => void;
}

/** A timeline with its media, small copies in the place of those that are too heavy or cannot be decoded. */
export function usePlayableFilm(
  connectionId: string,
  timeline: TimelineBody,
  library: ReadonlyMap<string, FileRecord>,
  allowProxies: boolean,
): PlayableFilm {
  const { clips } = timeline;
  const originals = useFilmMedia(connectionId, timeline, library);
  const files = useMemo(
    () =>
      new Map(
        clips.flatMap((clip) => {
          const file = clip.type === 'video' || clip.type === 'audio' ? mediumOf(clip, library) : undefined;
          return file ? [[mediumKey(clip), file] as const] : [];
        }),
      ),
    [clips, library],
  );
  const { states, retry } = useProxies(connectionId, files, allowProxies);
  const media = useMemo(() => {
    const fileIds = new Map([...files].map(([key, { fileId }]) => [key, fileId]));
    return withProxies(originals, fileIds, states);
  }, [originals, files, states]);
  const film = useMemo((): Film => ({ timeline, media: media.medium }), [timeline, media]);
  const exported = useMemo((): Film => ({ timeline, media: media.exported }), [timeline, media]);
  return { film, exported, proxies: states, retry };
}

function useProxies(
  connectionId: string,
  files: ReadonlyMap<string, FileRecord>,
  enabled: boolean,
): { states: ReadonlyMap<string, ProxyState>; retry: (fileId: string) => void } {
  const [states, setStates] = useState(none);
  const proxies = useRef<FilmProxies | null>(null);
  useEffect(() => {
    if (!enabled) return undefined;
    const filmProxies = new FilmProxies(portsOf(connectionId), setStates);
    proxies.current = filmProxies;
    return () => {
      filmProxies.close();
      proxies.current = null;
      setStates(none);
    };
  }, [connectionId, enabled]);
  // Each time, since it may be another one; files that it knows cost nothing.
  useEffect(() => proxies.current?.setFiles([...files.values()]));
  const retry = useCallback((fileId: string) => proxies.current?.retry(fileId), []);
  return { states, retry };
}

const portsOf = (connectionId: string) => ({
  mediaInfo: (fileId: string) => callDesk('mediaFacts', { body: { connectionId, fileId } }),
  canDecode,
  status: (fileId: string, isRetry: boolean) =>
    callDesk('mediaProxy', { body: { connectionId, fileId, again: isRetry } }),
  url: async (fileId: string) => (await loadMediaUrl(connectionId, { kind: 'file', fileId }, 'proxy')).url,
  schedule: (then: () => void) => {
    const timer = setTimeout(then, POLL_MS);
    return () => clearTimeout(timer);
  },
});
