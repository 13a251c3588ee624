import { constants, mkdirSync } from 'node:fs';
import { copyFile, link, lstat, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** A file for a task: appears as `in/<name>` in its child. */
export interface TaskFile {
  /** Letters, digits, `-`, `_` and `.`. */
  name: string;
  /** Absolute path of the original, which stays as it is. */
  path: string;
}

/** A result file that is no regular file of its own, or too large, or not there. */
export class UnusableOutput extends Error {
  override name = 'UnusableOutput';
}

const NAME = /^[A-Za-z0-9_][\w.-]{0,127}$/;

/** The folder of one child: `in` with the files of its task, `out` with what it makes. */
export class TaskFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  create(): void {
    for (const name of ['in', 'out']) mkdirSync(join(this.path, name), { recursive: true, mode: 0o700 });
  }

  /**
   * Puts files in.
   * @param options.mayLink when the child cannot write to them; otherwise they are copied.
   */
  async fill(files: readonly TaskFile[], options: { mayLink: boolean }): Promise<void> {
    for (const { name, path } of files) {
      if (!NAME.test(name)) throw new Error('Not a name of a task file.');
      const target = join(this.path, 'in', name);
      const isLinked =
        options.mayLink &&
        (await link(path, target).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOENT') throw error;
            // Another file system, or one without links.
            return false;
          },
        ));
      if (!isLinked) await copyFile(path, target, constants.COPYFILE_FICLONE);
    }
  }

  /**
   * Opens a result for reading. The child chose what lies there: a link would lead to a file that is not its own.
   * @throws UnusableOutput
   */
  async openOutput(name: string, maxBytes: number): Promise<{ file: FileHandle; sizeBytes: number }> {
    if (!NAME.test(name)) throw new UnusableOutput('The result has a name that no file of a task has.');
    const path = join(this.path, 'out', name);
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    // Without the flag, as on Windows, a link is seen by looking first.
    const looked = await lstat(path).catch(() => null);
    if (looked?.isFile() !== true) throw new UnusableOutput('The result is not a file.');
    const file = await open(path, flags).catch(() => {
      throw new UnusableOutput('The result cannot be opened.');
    });
    try {
      const status = await file.stat();
      const { size, nlink } = status;
      if (!status.isFile() || nlink > 1) throw new UnusableOutput('The result is a link to another file.');
      if (size > maxBytes) throw new UnusableOutput(`The result has more than ${maxBytes} bytes.`);
      return { file, sizeBytes: size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Removes what the last task left. @throws when it cannot, which makes the folder unusable. */
  async clear(): Promise<void> {
    for (const part of ['in', 'out']) {
      for (const name of await readdir(join(this.path, part))) {
        await rm(join(this.path, part, name), { recursive: true, force: true });
      }
    }
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {
      // What stays is removed when the pool opens the next time.
    });
  }
}
