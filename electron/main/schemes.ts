import { protocol, type Session } from 'electron';
import type { Core } from '#core/core.ts';
import type { PageFiles } from '#core/hosting/page-files.ts';
import { withMediaHeaders } from '#core/hosting/page-headers.ts';
import { appOrigin, appScheme, isAppUrl, mediaOrigin, mediaScheme } from './origins.ts';

/**
 * Has to run before the app is ready. Neither scheme bypasses the content policy. Media takes part in CORS, so that the
 * pages (and they alone) may read a picture's bytes to copy it.
 */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
    {
      scheme: mediaScheme,
      // The composer of films reads media by `fetch`; the policies of pages say who may.
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, corsEnabled: true },
    },
  ]);
}

/** Answers both schemes in a session: pages from the list of files, everything else by the core. */
export function serveSchemes(
  session: Pick<Session, 'protocol'>,
  options: { core: () => Pick<Core, 'fetch' | 'media'>; pages: PageFiles },
): void {
  session.protocol.handle(appScheme, async (request) => {
    if (!isAppUrl(request.url)) return reject(404, 'There is no such page.');
    const from = request.headers.get('origin');
    if (from !== null && from !== appOrigin) return reject(403, 'Only the app itself may ask for this.');
    const { pathname } = new URL(request.url);
    const isForCore = ['/api', '/desk'].some((path) => pathname === path || pathname.startsWith(`${path}/`));
    return isForCore ? options.core().fetch(request) : options.pages.respond(request);
  });
  session.protocol.handle(mediaScheme, async (request) => {
    const { protocol: scheme, host } = new URL(request.url);
    if (`${scheme}//${host}` !== mediaOrigin) return reject(404, 'There is no such file.');
    if (request.method !== 'GET' && request.method !== 'HEAD') return reject(405, 'Files can only be read.');
    return withMediaHeaders(await options.core().media(request), appOrigin);
  });
}

function reject(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  });
}
