import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { build, type Plugin } from 'vite';

/** Where the files of a bundled worker are, by the page. */
const BELOW = '/@bundled-workers/';
const MAX_AGE = 'private, max-age=86400, immutable';

type Files = ReadonlyMap<string, string | Uint8Array>;

/** The folder of a worker's files; a segment, so that a name of a file follows it. */
const baseOf = (path: string): string => `${BELOW}${path.slice(1).replaceAll('/', '--')}/`;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
};

/** @returns the files that a worker consists of, its entry as `entry.js`. */
async function bundle(root: string, path: string): Promise<Files> {
  const bundled = await build({
    root,
    base: baseOf(path),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: `${root}${path}`,
        output: { entryFileNames: 'entry.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  if (!('output' in bundled)) throw new Error(`The worker ${path} was not bundled.`);
  return new Map(
    bundled.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
}

/**
 * Workers of a page under test in a few files each, as in the app. Module by module every start of a worker would ask for a
 * hundred of them, and most pages of films start a worker.
 */
export function bundledWorkers(): Plugin {
  const bundles = new Map<string, Promise<Files>>();
  return {
    name: 'bundled-workers',
    apply: 'serve',
    configureServer({ config, middlewares }) {
      const send = async (response: ServerResponse, files: Promise<Files>, name: string): Promise<void> => {
        try {
          const body = (await files).get(name);
          if (body === undefined) response.statusCode = 404;
          else
            response.setHeader('content-type', TYPES[extname(name).slice(1)] ?? 'application/octet-stream');
          response.setHeader('cache-control', MAX_AGE);
          response.end(body);
        } catch (error) {
          config.logger.error(String(error));
          response.statusCode = 500;
          response.end();
        }
      };
      middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
        if (searchParams.has('worker_file')) {
          const base = baseOf(pathname);
          if (!bundles.has(base)) bundles.set(base, bundle(config.root, pathname));
          response.setHeader('content-type', TYPES['js'] ?? '');
          response.end(`import '${base}entry.js';`);
          return;
        }
        const [base, files] = [...bundles].find(([folder]) => pathname.startsWith(folder)) ?? [];
        if (base === undefined || files === undefined) next();
        else void send(response, files, pathname.slice(base.length));
      });
    },
  };
}
