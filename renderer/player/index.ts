export * from './film-range.ts';
export * from './monitor.tsx';
export * from './playhead.ts';
export { useFilmMedia } from './use-film-media.ts';
export { usePlayer } from './use-player.ts';
export { proxiedKey, activeProxies as shownProxies } from './shown-proxies.ts';
