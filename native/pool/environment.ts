import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ChildKind } from './launcher.ts';

/** Names of the variables that decoders and ffmpeg need. Keys, tokens and options for Node stay with the parent. */
const ANY = ['SYSTEMROOT', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];
const PROGRAMS = ['PATH', 'PATHEXT', 'PATCHBAY_FFMPEG'];

/** Marks a child and everything that it starts, so that a process which left its group is found. */
export const CHILD_MARK = 'PATCHBAY_CHILD';

/**
 * The environment of a child, made from nothing.
 * @param folder for temporary files. @param mark unique to this child.
 */
export function childEnvironment(
  kind: ChildKind,
  folder: string,
  mark: string,
  source: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const allowedNames = kind === 'program' ? [...ANY, ...PROGRAMS] : ANY;
  const variables = Object.entries(source).flatMap(([name, value]) =>
    value !== undefined && allowedNames.includes(name.toUpperCase()) ? [[name, value] as const] : [],
  );
  const temporary = {
    TMPDIR: folder,
    ...(process.platform === 'win32' ? { TEMP: folder, TMP: folder } : {}),
  };
  return { ...Object.fromEntries(variables), ...temporary, [CHILD_MARK]: mark };
}

/** @returns the absolute path of a system program, null when this computer has none. */
export function systemProgram(name: string): string | null {
  const folders = ['/usr/bin', '/bin', '/usr/local/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
