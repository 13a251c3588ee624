import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { nodeBundle } from './vite.node.ts';

/**
 * Files named by `new URL('…', import.meta.url)` come along: a TypeScript file (a worker's) as an entry of its own,
 * anything else as it is. All land beside the bundle, and the addresses are rewritten to their names there.
 */
function filesByUrl(): Plugin {
  const isComputed = /new URL\(\s*(?!['"\s])[^()]*?,\s*import\.meta\.url/;
  const pattern = /new URL\(\s*(['"])([\w./-]+\.\w+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;
  return {
    name: 'patchbay-files-by-url',
    async transform(code, id) {
      // Such a file would be missing beside the bundle, and only the person who starts it would find out.
      if (isComputed.test(code))
        this.error(
          `${id} names a file beside it by a value. Write its name into new URL('…', import.meta.url).`,
        );
      let changed = code;
      for (const [match, , path] of code.matchAll(pattern)) {
        if (path === undefined) continue;
        const file = resolve(id, '..', path);
        const isScript = file.endsWith('.ts');
        const fileName = isScript ? basename(file).replace(/\.ts$/, '.js') : basename(file);
        if (isScript) this.emitFile({ type: 'chunk', id: file, fileName });
        else this.emitFile({ type: 'asset', fileName, source: await readFile(file) });
        changed = changed.replaceAll(match, `new URL('./${fileName}', import.meta.url)`);
      }
      return changed === code ? null : changed;
    },
  };
}

export default defineConfig(
  nodeBundle({
    entries: { main: 'service/main.ts', 'worker-main': 'service/worker-main.ts' },
    out: 'out/service',
    format: 'es',
    plugins: [filesByUrl()],
  }),
);
