import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { DeskError } from '../desk-error.ts';

/** More files, or deeper folders, are not of one timeline. */
const MAX_FILES = 10_000;
const MAX_DEPTH = 12;

/** The plain files below a folder, with slashes; links and what is hidden are left out. */
async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (path: string, depth: number): Promise<void> => {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      if (found.length >= MAX_FILES || depth > MAX_DEPTH) {
        throw new DeskError(
          'INVALID_REQUEST',
          `“${basename(folder)}” holds more files than one timeline has. Open a smaller folder.`,
        );
      }
      if (entry.name.startsWith('.')) continue;
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) await visit(inside, depth + 1);
      else if (entry.isFile()) found.push(inside);
    }
  };
  await visit('', 0);
  return found;
}

/**
 * An `.otiod` folder as the `.otioz` that services read, as a stream. Media are stored as they are; one file is open at a time.
 * @throws DeskError for a folder that holds too much.
 */
export async function packFolder(folder: string): Promise<Readable> {
  const zip = new ZipFile();
  const output = new PassThrough();
  let current: Readable | undefined;
  // A reader that goes away leaves no file open.
  output.once('close', () => current?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));
  for (const path of await filesBelow(folder)) {
    const from = join(folder, path);
    const { size } = await stat(from);
    zip.addReadStreamLazy(path, { compress: path.endsWith('.otio'), size }, (callback) => {
      current = createReadStream(from);
      current.once('error', (error) => output.destroy(error));
      callback(null, current);
    });
  }
  zip.end();
  zip.outputStream.pipe(output);
  return output;
}
