import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchTargetOf } from '#core/hosting/launch-target.ts';
import { dataDirectory, type LaunchTarget } from '#shared/desk/host.ts';
import { launchFileEndings, launchFolderEnding } from '#shared/desk/places.ts';

export interface StartOptions {
  /** Absolute. */
  dataDirectory: string;
  browser: boolean;
  /** Whether windows may be opened; without, the address is printed only. */
  open: boolean;
  /** 0 takes a free one; otherwise media uses the next one up. */
  port: number;
  /** Nothing is shown: this process passes the messages of an agent on. */
  agent: boolean;
  /** What to show first: a project, or the import of a file. */
  launch: Launch | null;
}

interface Launch {
  target: LaunchTarget;
  /** The same as one argument, from which another program reads it again: a link or an absolute path. */
  argument: string;
}

export const usage = `npm start [-- options] [FILE | LINK]

  FILE          starts the import of a file: ${launchFileEndings.join(', ')}; or of a folder: ${launchFolderEnding}
  LINK          opens a project: patchbay://project/ID

  --agent       speak with an agent by standard input and output (MCP)
  --browser     in a browser even where Electron is there
  --data DIR    keep everything in DIR (or set PATCHBAY_DATA)
  --port N      the browser host's port, media on N+1 (free ones unless told)
  --no-open     print the address and open nothing
  --help        this text
`;

/**
 * @param from.cwd the folder that the command was typed in.
 * @returns `'help'` when that was asked for.
 * @throws Error with a sentence about what is wrong with the arguments.
 */
export function parseStartOptions(
  args: readonly string[],
  from: { platform: string; env: Readonly<Record<string, string | undefined>>; home: string; cwd: string },
): StartOptions | 'help' {
  let values, positionals;
  try {
    ({ values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        agent: { type: 'boolean', default: false },
        browser: { type: 'boolean', default: false },
        data: { type: 'string' },
        port: { type: 'string', default: '0' },
        'no-open': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message.split('. ')[0] : String(error)}.\n\n${usage}`, {
      cause: error,
    });
  }
  if (values.help) return 'help';
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_534) {
    throw new Error(`--port takes a number from 0 to 65534, not "${values.port}".`);
  }
  const data = values.data ?? dataDirectory(from);
  // The folder that the command was typed in; npm itself runs in that of the project.
  const typedIn = from.env['INIT_CWD'] ?? from.cwd;
  return {
    dataDirectory: isAbsolute(data) ? data : resolve(typedIn, data),
    agent: values.agent,
    browser: values.browser,
    open: !values['no-open'],
    port,
    launch: launchOf(positionals, typedIn),
  };
}

function launchOf(positionals: readonly string[], directory: string): Launch | null {
  const [first, ...remaining] = positionals;
  if (first === undefined) return null;
  if (remaining.length > 0) throw new Error('One file or link can be opened at a time.');
  const target = launchTargetOf(first, directory);
  if (target === null) {
    throw new Error(
      `Patchbay does not open "${first}": it takes a file that ends in ${launchFileEndings.join(', ')}, a folder that ends in ${launchFolderEnding}, or a link such as patchbay://project/ID.`,
    );
  }
  if (target.kind === 'file' && !existsSync(target.path)) throw new Error(`There is no file ${target.path}.`);
  return { target, argument: target.kind === 'file' ? target.path : first };
}

/** Whether a window can be shown: not over SSH, and on Linux only under X11 or Wayland. */
export function hasDisplay(platform: string, env: Readonly<Record<string, string | undefined>>): boolean {
  if (platform === 'linux') return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  return !env['SSH_CONNECTION'];
}
