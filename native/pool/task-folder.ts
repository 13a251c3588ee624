import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  unlinkSync,
  type Stats,
} from 'node:fs';
import { copyFile, lstat, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BufferPool } from './spare-buffers.ts';

/** A file for a task: appears as `in/<name>` in its child. */
export interface TaskFile {
  /** Letters, digits, `-`, `_` and `.`. */
  name: string;
  /** Absolute path of the original, which stays as it is. */
  path: string;
}

/** A result file that is no regular file of its own, or too large, or not there. */
export class InvalidOutput extends Error {
  override name = 'UnusableOutput';
}

const READ_BYTES = 256 * 1024;
/** A result of at most this size is read in one go. */
const INLINE_RESULT_BYTES = 4 * 1024 * 1024;
/**
 * What a task leaves is removed at once up to this many files of this size: each call that waits for a thread of its own
 * takes ten times as long. More files, or larger ones, would hold everybody up.
 */
const MAX_QUICK_FILES = 32;
const MAX_QUICK_BYTES = 64 * 1024 * 1024;
/** A result of at most this size is read before anything else happens, where its reader asks for it. */
const MAX_QUICK_RESULT_BYTES = 512 * 1024;
const NAME = /^[A-Za-z0-9_][\w.-]{0,127}$/;

/** The folder of one child: `in` with the files of its task, `out` with what it makes. */
export class TaskFolder {
  readonly path: string;
  /** Files are being put in or taken over: nothing is removed meanwhile. */
  #use: Promise<unknown> = Promise.resolve();
  #isRemoved = false;

  constructor(path: string) {
    this.path = path;
  }

  create(): void {
    for (const name of ['in', 'out']) mkdirSync(join(this.path, name), { recursive: true, mode: 0o700 });
  }

  /**
   * Puts files in.
   * @param options.mayLink when the child cannot write to them; otherwise they are copied.
   * @throws Error, with code `EEXIST` where a file of that name is there: it may be a link to somebody's original.
   */
  fill(files: readonly TaskFile[], options: { mayLink: boolean }): Promise<void> {
    return this.use(() => this.#fill(files, options));
  }

  /** Does work with the files; they are not removed before it is over. */
  use<T>(work: () => Promise<T>): Promise<T> {
    const doing = work();
    this.#use = Promise.allSettled([this.#use, doing]);
    return doing;
  }

  async #fill(files: readonly TaskFile[], options: { mayLink: boolean }): Promise<void> {
    for (const { name, path } of files) {
      if (this.#isRemoved) return;
      if (!NAME.test(name)) throw new Error('Not a name of a task file.');
      const target = join(this.path, 'in', name);
      if (options.mayLink && tryLink(path, target)) continue;
      await copyFile(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    }
  }

  /**
   * Opens a result for reading. The child chose what lies there: a link would lead to a file that is not its own.
   * @throws UnusableOutput
   */
  async openOutput(name: string, maxBytes: number): Promise<{ file: FileHandle; sizeBytes: number }> {
    if (!NAME.test(name)) throw new InvalidOutput('The result has a name that no file of a task has.');
    const path = join(this.path, 'out', name);
    if (constants.O_NOFOLLOW === undefined) {
      // Without the flag, as on Windows, a link is seen by looking first.
      const linkStatus = await lstat(path).catch(() => null);
      if (linkStatus?.isFile() !== true) throw new InvalidOutput('The result is not a file.');
    }
    const file = await open(path, READ_FLAGS).catch(() => {
      throw new InvalidOutput('The result cannot be opened.');
    });
    try {
      const status = await file.stat();
      const { size } = status;
      assertValid(status, maxBytes);
      if (await isHollow(file, status)) throw new InvalidOutput('The result is nearly all holes.');
      return { file, sizeBytes: size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Gives the bytes of a result to `acquire`, no more than it had when it was opened.
   * @param maxBytes of the result. @throws UnusableOutput
   */
  async readOutput<T>(
    name: string,
    maxBytes: number,
    consume: (bytes: Readable, sizeBytes: number) => Promise<T>,
  ): Promise<T> {
    const { file, sizeBytes } = await this.openOutput(name, maxBytes);
    try {
      if (sizeBytes <= INLINE_RESULT_BYTES) return await readFully(file, sizeBytes, consume);
      const bytes = file.createReadStream({
        end: sizeBytes - 1,
        highWaterMark: READ_BYTES,
        autoClose: false,
      });
      try {
        return await consume(bytes, sizeBytes);
      } finally {
        bytes.destroy();
      }
    } finally {
      await file.close();
    }
  }

  /**
   * The bytes of a small result, at once: for one that is waited for, a thread to read it takes longer than it does.
   * @returns null for one that is not small. @throws UnusableOutput
   */
  readOutputBytes(name: string, maxBytes: number): Uint8Array<ArrayBuffer> | null {
    if (!NAME.test(name)) throw new InvalidOutput('The result has a name that no file of a task has.');
    const path = join(this.path, 'out', name);
    let file: number;
    try {
      if (constants.O_NOFOLLOW === undefined && !lstatSync(path).isFile()) throw new Error('It is a link.');
      file = openSync(path, READ_FLAGS);
    } catch {
      throw new InvalidOutput('The result cannot be opened.');
    }
    try {
      const status = fstatSync(file);
      assertValid(status, maxBytes);
      if (status.size > MAX_QUICK_RESULT_BYTES) return null;
      const bytes = new Uint8Array(status.size);
      let length = 0;
      while (length < bytes.length) {
        const read = readSync(file, bytes, length, bytes.length - length, length);
        if (read === 0) break;
        length += read;
      }
      return bytes.subarray(0, length);
    } finally {
      closeSync(file);
    }
  }

  /** Removes what the last task left. @throws when it cannot, which makes the folder unusable. */
  async clear(): Promise<void> {
    await this.#use;
    for (const subfolder of ['in', 'out']) {
      // A link in its place would lead to a folder of somebody else.
      if (!lstatSync(join(this.path, subfolder)).isDirectory()) throw new Error('Its folder is gone.');
      const names = readdirSync(join(this.path, subfolder));
      for (const name of names) {
        const path = join(this.path, subfolder, name);
        if (names.length > MAX_QUICK_FILES || !removeQuickly(path))
          await rm(path, { recursive: true, force: true });
      }
    }
  }

  /** Once the work with its files is over. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.#use;
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {
      // What stays is removed when the pool opens the next time.
    });
  }
}

/** The child chose what lies there: links are not followed, and a pipe holds nobody up. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @throws UnusableOutput for what is no file of its own, or too large. */
function assertValid(status: Stats, maxBytes: number): void {
  if (!status.isFile() || status.nlink > 1) throw new InvalidOutput('The result is a link to another file.');
  if (status.size > maxBytes) throw new InvalidOutput(`The result has more than ${maxBytes} bytes.`);
}

/** @returns false where there can be no link. @throws Error when the original is gone or the name is taken. */
function tryLink(path: string, target: string): boolean {
  try {
    linkSync(path, target);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EEXIST') throw error;
    // Another file system, or one without links.
    return false;
  }
}

const buffers = new BufferPool();

/** Reads a small file at once, at most `sizeBytes`: it may have become shorter. */
async function readFully<T>(
  file: FileHandle,
  sizeBytes: number,
  consume: (bytes: Readable, sizeBytes: number) => Promise<T>,
): Promise<T> {
  const used = buffers.acquire(sizeBytes);
  const chunks: Buffer[] = [];
  let position = 0;
  for (const buffer of used) {
    const chunk = buffer.subarray(0, Math.min(buffer.length, sizeBytes - position));
    const length = await fillBuffer(file, chunk, position);
    if (length > 0) chunks.push(chunk.subarray(0, length));
    position += length;
    if (length < chunk.length) break;
  }
  const consumed = await consume(Readable.from(chunks, { objectMode: false }), sizeBytes);
  // Whoever failed may still be writing from them.
  buffers.release(used);
  return consumed;
}

/** @returns how much was read; less than there is room for at the end of the file. */
async function fillBuffer(file: FileHandle, target: Buffer, position: number): Promise<number> {
  let length = 0;
  while (length < target.length) {
    const { bytesRead } = await file.read(target, length, target.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

/** Removes a file that takes no time to remove. @returns false for anything else, or when it is still there. */
function removeQuickly(path: string): boolean {
  try {
    const status = lstatSync(path);
    if (status.isDirectory() || (status.nlink === 1 && status.size > MAX_QUICK_BYTES)) return false;
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

const MIN_HOLLOW_BYTES = 1024 ** 3;
/** File systems that compress hold fewer bytes than a file has, but not so few. */
const MAX_HOLLOWNESS = 64;

/** Whether a file costs nothing to make and gigabytes to store. */
async function isHollow(file: FileHandle, status: Stats): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const isSparse = ({ size, blocks }: Stats): boolean =>
    size >= MIN_HOLLOW_BYTES && blocks * 512 < size / MAX_HOLLOWNESS;
  if (!isSparse(status)) return false;
  // Some file systems count blocks only once the bytes are on the disk.
  await file.datasync();
  return isSparse(await file.stat());
}
