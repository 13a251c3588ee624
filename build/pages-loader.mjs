import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

/** Lets Node load what pages are made of, for rigs that use a page's requests without a page: components, and no styles. */

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const { pathname } = new URL(url);
  if (pathname.endsWith('.css'))
    return { format: 'module', source: 'export default {};', shortCircuit: true };
  if (!pathname.endsWith('.tsx')) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { lang: 'tsx' });
  return { format: 'module', source: code, shortCircuit: true };
}
