import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchTarget } from '#shared/desk/host.ts';
import { isLaunchFileName, pathOfLink } from '#shared/desk/places.ts';

/**
 * What one argument asks the app to show: a `patchbay://` link, or a file that it opens, as a path or a `file:` address.
 * @param directory what a relative path is relative to.
 * @returns null for every other argument.
 */
export function launchTargetOf(argument: string, directory: string): LaunchTarget | null {
  const route = pathOfLink(argument);
  if (route !== null) return { kind: 'place', path: route };
  const path = argument.startsWith('file://') ? pathOfFileUrl(argument) : argument;
  if (path === null || path.startsWith('-') || !isLaunchFileName(path)) return null;
  return { kind: 'file', path: isAbsolute(path) ? path : resolve(directory, path) };
}

/** The first such argument among those of a program. */
export function launchTargetIn(args: readonly string[], directory: string): LaunchTarget | null {
  for (const argument of args) {
    const target = launchTargetOf(argument, directory);
    if (target !== null) return target;
  }
  return null;
}

/** The place in the app that shows a target. @param openFile of the core. */
export function routeOfTarget(
  target: LaunchTarget | null,
  openFile: (path: string) => string | null,
): string | null {
  if (target === null) return null;
  return target.kind === 'place' ? target.path : openFile(target.path);
}

function pathOfFileUrl(text: string): string | null {
  try {
    return fileURLToPath(text);
  } catch {
    return null;
  }
}
