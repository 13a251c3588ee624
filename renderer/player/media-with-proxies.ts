import type { Medium } from '#shared/film/film.ts';
import { words } from '#renderer/words/index.ts';
import type { ProxyState } from './film-proxies.ts';

/** The media of a film as it is played, and as it is exported. */
export interface FilmMedia {
  medium: ReadonlyMap<string, Medium>;
  exported: ReadonlyMap<string, Medium>;
}

/**
 * Puts small copies in the place of originals where they are played. An export takes the originals, but for those that nothing
 * here can decode.
 * @param fileIds of the media, by the keys of their clips
 */
export function withProxies(
  originals: ReadonlyMap<string, Medium>,
  fileIds: ReadonlyMap<string, string>,
  states: ReadonlyMap<string, ProxyState>,
): FilmMedia {
  const playable = new Map(originals);
  const exported = new Map(originals);
  for (const [key, fileId] of fileIds) {
    const state = states.get(fileId);
    if (!state || !originals.has(key)) continue;
    const medium = mediumOf(state);
    if (medium) playable.set(key, medium);
    if (medium && state.reason === 'undecodable') exported.set(key, medium);
  }
  return { medium: playable, exported };
}

/** What is played in the place of an original; null while that plays as well. */
function mediumOf(state: ProxyState): Medium | null {
  if (state.kind === 'ready') return { url: state.url };
  if (state.reason !== 'undecodable') return null;
  const { cannotBePlayed, waitsForProxy } = words.film;
  return {
    missing:
      state.kind === 'making'
        ? waitsForProxy(state.name, state.fraction)
        : cannotBePlayed(state.name, state.message),
  };
}
