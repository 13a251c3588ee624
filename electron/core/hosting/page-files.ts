import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { projectIn, projectPath } from '#shared/desk/places.ts';
import { contentPolicy, pageHeaders, workerPolicy } from './page-headers.ts';

/** The built pages. A request finds a file by its whole name in a list made at the start; no path is ever joined. */
export interface PageFiles {
  /** Answers GET and HEAD; unknown addresses without a file ending are places inside the app and get the page. */
  respond(request: Request): Response;
  /** Names served, for example `/assets/index-3f2a.js`. */
  readonly names: readonly string[];
}

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** The mark that the build leaves in the page where the nonce belongs. */
const nonceMark = '__PATCHBAY_NONCE__';

/** Where the page says its language: it loads the texts of that one before anything is shown. */
const languageMark = '<html lang="en"';

/**
 * Reads the pages into memory (a few megabytes), so that a rebuild under a running app takes no file away from it.
 * @param options.mediaOrigin asked at each response: ports are known only once the host listens.
 * @param options.locale the language of a page that is asked for, as a tag; English where it is left out.
 * @throws Error with the next step when the pages are not built.
 */
export async function loadPageFiles(
  directory: string,
  options: { mediaOrigin: () => string; locale?: (request: Request) => string },
): Promise<PageFiles> {
  const files = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(directory, path).split(sep).join('/')}`;
    const ending = name.slice(name.lastIndexOf('.') + 1);
    const type = contentTypes[ending];
    if (type === undefined) continue;
    files.set(name, { body: new Uint8Array(await readFile(path)), type });
  }
  const extractPage = (name: string): string[] | null => {
    const page = files.get(name);
    files.delete(name);
    return page === undefined ? null : new TextDecoder().decode(page.body).split(nonceMark);
  };
  const html = extractPage('/index.html');
  if (html === null) {
    throw new Error(
      `The pages are not built: ${directory} has no index.html. Run "npm run build" and try again.`,
    );
  }
  // Names the scripts of the canvas, too.
  const projectHtml = extractPage('/project.html') ?? html;

  const respondWithPage = (pathname: string, request: Request): Response => {
    const nonce = randomBytes(18).toString('base64url');
    const page = isProject(pathname) ? projectHtml : html;
    const locale = options.locale?.(request) ?? 'en';
    const body = page.join(nonce).replace(languageMark, () => `<html lang="${locale}"`);
    return new Response(request.method === 'GET' ? body : null, {
      headers: {
        ...pageHeaders,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentPolicy(nonce, options.mediaOrigin()),
        'cache-control': 'no-store',
        'content-language': locale,
      },
    });
  };

  return {
    names: [...files.keys()],
    respond(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return reject(405, 'Pages can only be read.', { allow: 'GET, HEAD' });
      }
      const withBody = request.method === 'GET';
      const { pathname } = new URL(request.url);
      const file = files.get(pathname);
      if (file !== undefined) {
        const hashed = pathname.startsWith('/assets/');
        return new Response(withBody ? file.body : null, {
          headers: {
            ...pageHeaders,
            'content-type': file.type,
            ...(file.type === contentTypes['js'] && {
              'content-security-policy': workerPolicy(options.mediaOrigin()),
            }),
            'content-length': String(file.body.byteLength),
            'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
          },
        });
      }
      const isAppRoute = !pathname.startsWith('/assets/') && !/\.[^/]*$/.test(pathname);
      return isAppRoute || pathname === '/index.html'
        ? respondWithPage(pathname, request)
        : reject(404, 'There is no such file.');
    },
  };
}

/** Whether an address is that of a project's canvas. */
function isProject(pathname: string): boolean {
  const project = projectIn(pathname);
  return project !== null && pathname === projectPath(project.connectionId, project.projectId);
}

function reject(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: {
      ...pageHeaders,
      ...headers,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
  });
}
