import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirectory } from '#shared/desk/host.ts';

export interface StartOptions {
  /** Absolute. */
  dataDirectory: string;
  browser: boolean;
  /** Whether windows may be opened; without, the address is printed only. */
  open: boolean;
  /** 0 takes a free one; otherwise media uses the next one up. */
  port: number;
}

export const usage = `npm start [-- options]

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
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
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
  return {
    dataDirectory: isAbsolute(data) ? data : resolve(from.env['INIT_CWD'] ?? from.cwd, data),
    browser: values.browser,
    open: !values['no-open'],
    port,
  };
}

/** Whether a window can be shown: not over SSH, and on Linux only under X11 or Wayland. */
export function hasDisplay(platform: string, env: Readonly<Record<string, string | undefined>>): boolean {
  if (platform === 'linux') return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  return !env['SSH_CONNECTION'];
}
