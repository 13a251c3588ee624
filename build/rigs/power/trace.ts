import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What `strace` wrote down of the file system calls below one folder, in the order in which they ended. */

const CALLS =
  'openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,rename,renameat,renameat2,link,linkat,' +
  'unlink,unlinkat,rmdir,mkdir,mkdirat,fsync,fdatasync,copy_file_range,sendfile,fallocate';

export const STRACE_ARGUMENTS: readonly string[] = [
  '-f',
  '--seccomp-bpf',
  // Paths of descriptors; every text in hex, whole.
  '-y',
  '-xx',
  '-s',
  '16777216',
  '-a0',
  '-e',
  `trace=${CALLS}`,
];

/** One call's effect. Paths are below the folder; `''` is the folder itself. */
export type FileCall =
  | { kind: 'open'; path: string; key: string; creates: boolean; truncates: boolean }
  /** `key`: the descriptor; where it stands counts when `offset` is null. */
  | { kind: 'write'; path: string; offset: number | null; data: Buffer; key: string; appends: boolean }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'rename' | 'link'; from: string; to: string }
  | { kind: 'unlink' | 'mkdir'; path: string }
  /** `startedAt`: how many calls had ended when it began; only their effects are on the disk after it. */
  | { kind: 'sync'; path: string; startedAt: number }
  /** Something was promised to somebody: what the workload wrote to its list of promises. */
  | { kind: 'promise'; text: string };

const unhex = (text: string): string => bytesOf(text).toString('utf8');

function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}

/** With `-xx` a text is all hex, but for the slashes of paths of descriptors. */
const pathOf = (text: string): string =>
  text.replaceAll(/(?:\\x[0-9a-f]{2})+/g, (hex) => unhex(hex)).replace(/ ?\(deleted\)$/, '');

const TEXT = /"((?:\\x[0-9a-f]{2}|\/)*)"/g;
const textsOf = (call: string): string[] => [...call.matchAll(TEXT)].map((found) => found[1] ?? '');
const NUMBER_AT_END = /, (\d+)\)$/;

/**
 * Reads a trace. @param folder whose calls are wanted. @param promises file whose lines are promises.
 * @throws Error for a call that this does not understand.
 */
export async function readTrace(file: string, folder: string, promises: string): Promise<FileCall[]> {
  const calls: FileCall[] = [];
  const unfinished = new Map<string, { text: string; startedAt: number }>();
  const reader = new CallReader(folder, promises);
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    const [, thread, args] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (thread === undefined || args === undefined) continue;
    const cut = / ?<unfinished \.\.\.>$/.exec(args);
    if (cut) {
      unfinished.set(thread, { text: args.slice(0, cut.index), startedAt: calls.length });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(args);
    const before = resumed ? unfinished.get(thread) : undefined;
    const text = resumed ? `${before?.text ?? ''}${args.slice(resumed[0].length)}` : args;
    const found = reader.read(text, before?.startedAt ?? calls.length);
    if (found) calls.push(found);
  }
  return calls;
}

class CallReader {
  readonly #folder: string;
  readonly #promises: string;
  /** Descriptors that write at the end. */
  readonly #appending = new Set<string>();

  constructor(folder: string, promises: string) {
    this.#folder = folder;
    this.#promises = promises;
  }

  /** @returns null for what failed, or happened elsewhere. */
  read(text: string, startIndex: number): FileCall | null {
    const [, name, args, result] = /^(\w+)\((.*) = (-?\d+)/.exec(text) ?? [];
    if (name === undefined || args === undefined || result === undefined || result.startsWith('-'))
      return null;
    const descriptor = /^(\d+)<([^>]*)>/.exec(args);
    const path = this.#below(descriptor ? pathOf(descriptor[2] ?? '') : null);
    const key = descriptor?.[0] ?? '';
    switch (name) {
      case 'openat':
      case 'open':
      case 'creat':
        return this.#open(args, text);
      case 'write':
      case 'writev':
      case 'pwrite64':
      case 'pwritev':
      case 'pwritev2': {
        if (descriptor && pathOf(descriptor[2] ?? '') === this.#promises) {
          return { kind: 'promise', text: unhex(textsOf(args)[0] ?? '') };
        }
        if (path === null) return null;
        const data = Buffer.concat(textsOf(args).map(bytesOf)).subarray(0, Number(result));
        const offset = name.startsWith('p') ? Number(NUMBER_AT_END.exec(args)?.[1]) : null;
        return { kind: 'write', path, offset, data, key, appends: this.#appending.has(key) };
      }
      case 'ftruncate':
        return path === null ? null : { kind: 'truncate', path, size: Number(NUMBER_AT_END.exec(args)?.[1]) };
      case 'fsync':
      case 'fdatasync':
        return path === null ? null : { kind: 'sync', path, startedAt: startIndex };
      case 'copy_file_range':
      case 'sendfile':
      case 'fallocate':
      case 'truncate':
        if (path === null) return null;
        throw new Error(`The rig does not know ${name} on ${path}.`);
      default:
        return this.#entries(name, args);
    }
  }

  #open(args: string, text: string): FileCall | null {
    const match = / = (\d+<([^>]*)>)/.exec(text);
    const path = this.#below(pathOf(match?.[2] ?? ''));
    if (path === null || !match) return null;
    const key = match[1] ?? '';
    if (args.includes('O_APPEND')) this.#appending.add(key);
    else this.#appending.delete(key);
    return {
      kind: 'open',
      path,
      key,
      creates: args.includes('O_CREAT'),
      truncates: args.includes('O_TRUNC'),
    };
  }

  #entries(name: string, args: string): FileCall | null {
    const [first = null, second = null] = textsOf(args).map((found) => this.#below(pathOf(found)));
    if (name.startsWith('rename') || name.startsWith('link')) {
      if (first === null || second === null) return null;
      return { kind: name.startsWith('rename') ? 'rename' : 'link', from: first, to: second };
    }
    if (first === null) return null;
    return { kind: name.startsWith('mkdir') ? 'mkdir' : 'unlink', path: first };
  }

  #below(path: string | null): string | null {
    if (path === this.#folder) return '';
    return path?.startsWith(`${this.#folder}/`) === true ? path.slice(this.#folder.length + 1) : null;
  }
}
