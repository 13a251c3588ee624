import { posix } from 'node:path';
import { isBuiltin } from 'node:module';

/** What an import names, once its spelling is taken away. */
export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string; subpath: string }
  | { kind: 'node'; name: string };

/** The package of a bare specifier: `zod/v4` is `zod`, `@a/b/c` is `@a/b`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * What `specifier` names when the file `from` says it: a path from the root of the repository whatever its spelling
 * (relative, alias, without ending, through a folder's index), a package, or a module of Node.
 * @param aliases `imports` of package.json: `#shared/*` to `./shared/*`
 * @param exists tells whether a path from the root is a file of the repository
 */
export function resolveImport(
  from: string,
  specifier: string,
  aliases: Readonly<Record<string, string>>,
  exists: (path: string) => boolean,
): Target {
  const bare = specifier.replace(/[?].*$/, '');
  if (bare.startsWith('node:')) return { kind: 'node', name: bare.slice('node:'.length) };
  if (bare.startsWith('.'))
    return { kind: 'file', path: fileOf(posix.join(posix.dirname(from), bare), exists) };
  if (bare.startsWith('#')) {
    for (const [alias, target] of Object.entries(aliases)) {
      const prefix = alias.replace(/\*$/, '');
      if (bare.startsWith(prefix))
        return {
          kind: 'file',
          path: fileOf(posix.normalize(target.replace('*', bare.slice(prefix.length))), exists),
        };
    }
  }
  if (isBuiltin(bare)) return { kind: 'node', name: bare };
  const name = packageOf(bare);
  return { kind: 'package', name, subpath: bare.slice(name.length + 1) };
}

function fileOf(path: string, exists: (path: string) => boolean): string {
  if (exists(path)) return path;
  const candidates = [
    ...['.ts', '.tsx', '.mjs'].map((ending) => path + ending),
    path.replace(/\.jsx?$/, '.ts'),
    path.replace(/\.jsx?$/, '.tsx'),
    ...['/index.ts', '/index.tsx'].map((ending) => path + ending),
  ];
  return candidates.find(exists) ?? path;
}
