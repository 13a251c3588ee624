import { z } from 'zod';

/**
 * How a page signs in at the browser host, and how a second start finds the first one.
 * A desktop window needs none of this.
 */

/**
 * `POST /desk/session`, the only request without a bearer: a one-time token becomes a bearer, and comes with the one-time
 * token of the next tab of this browser.
 */
export const SessionRequest = z.object({ token: z.string().min(1).max(200) });
export const SessionResponse = z.object({ bearer: z.string(), next: z.string() });
export type SessionResponse = z.infer<typeof SessionResponse>;

/** The running host's note in the data folder, readable by its owner only. */
export const HostRendezvous = z.object({
  host: z.enum(['browser', 'electron']),
  processId: z.int(),
  /** Origin of the control endpoint; null for Electron, which opens no port. */
  origin: z.string().nullable(),
  /** Proves that the asker can read the data folder. */
  launchSecret: z.string(),
});
export type HostRendezvous = z.infer<typeof HostRendezvous>;

export const rendezvousFileName = 'running.json';

/** `POST /desk/host/links` with the launch secret as bearer, never from a page: a fresh one-time address. */
export const hostLinksPath = '/desk/host/links';

/** What a start asks the app to show: a place in it, or the import of a file by its absolute path. */
export const LaunchTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), path: z.string().regex(/^\/(?!\/)/) }),
  z.object({ kind: z.literal('file'), path: z.string().min(1).max(4096) }),
]);
export type LaunchTarget = z.infer<typeof LaunchTarget>;

/** The body of that request may be empty: then the address shows the first page. */
export const HostLinkRequest = z.object({ target: LaunchTarget.optional() });
export const HostLink = z.object({ url: z.string(), version: z.string() });
export type HostLink = z.infer<typeof HostLink>;

/**
 * The folder for everything Patchbay keeps on this computer.
 * @param from.env `PATCHBAY_DATA` wins over the platform's own place.
 */
export function dataDirectory(from: {
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}): string {
  const { platform, env, home } = from;
  if (env['PATCHBAY_DATA']) return env['PATCHBAY_DATA'];
  if (platform === 'win32') return `${env['APPDATA'] || `${home}\\AppData\\Roaming`}\\Patchbay`;
  if (platform === 'darwin') return `${home}/Library/Application Support/Patchbay`;
  return `${absoluteOr(env['XDG_DATA_HOME'], `${home}/.local/share`)}/patchbay`;
}

/** The folder for what can be thrown away. */
export function cacheDirectory(from: {
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}): string {
  const { platform, env, home } = from;
  if (platform === 'win32') return `${env['LOCALAPPDATA'] || `${home}\\AppData\\Local`}\\Patchbay\\Cache`;
  if (platform === 'darwin') return `${home}/Library/Caches/Patchbay`;
  return `${absoluteOr(env['XDG_CACHE_HOME'], `${home}/.cache`)}/patchbay`;
}

/** The XDG rules say that a relative path is to be ignored. */
function absoluteOr(path: string | undefined, fallback: string): string {
  return path?.startsWith('/') === true ? path : fallback;
}
