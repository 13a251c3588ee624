import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { isLaunchFileName, launchFileNameHeader, launchFolderEnding } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { webStreamOf, type ReadableSource } from '../web-stream.ts';
import { packFolder } from './pack-folder.ts';

/**
 * Files that the system handed to the app (double-click, "Open with", an argument). The page reads them by an id, so
 * no page can name a path.
 */
export interface LaunchFiles {
  /**
   * @param path absolute.
   * @returns the id by which the page reads it, or null when the app opens no files of that name.
   */
  add(path: string): string | null;
  /** The bytes, with the name in a header. @throws DeskError `NOT_FOUND` */
  respond(id: string): Promise<Response>;
}

/** The oldest is forgotten first. */
const MAX_FILES = 64;

export function createLaunchFiles(): LaunchFiles {
  const paths = new Map<string, string>();
  return {
    add(path) {
      if (!isLaunchFileName(path)) return null;
      const id = randomBytes(18).toString('base64url');
      paths.set(id, path);
      for (const oldest of paths.keys()) {
        if (paths.size <= MAX_FILES) break;
        paths.delete(oldest);
      }
      return id;
    },
    async respond(id) {
      const path = paths.get(id);
      if (path === undefined) {
        throw new DeskError('NOT_FOUND', 'This file was opened before a restart. Open it again.');
      }
      const name = basename(path);
      const found = await stat(path).catch(() => null);
      if (found?.isDirectory() && name.toLowerCase().endsWith(launchFolderEnding)) {
        return answer(await packFolder(path), `${basename(name, extname(name))}.otioz`);
      }
      if (found === null || !found.isFile()) {
        throw new DeskError(
          'NOT_FOUND',
          `“${name}” cannot be read any more. Look where it is now and open it again.`,
        );
      }
      return answer(createReadStream(path), name, found.size);
    },
  };
}

const answer = (bytes: ReadableSource, name: string, sizeBytes?: number): Response =>
  new Response(webStreamOf(bytes), {
    headers: {
      'content-type': 'application/octet-stream',
      ...(sizeBytes !== undefined && { 'content-length': String(sizeBytes) }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      [launchFileNameHeader]: encodeURIComponent(name),
    },
  });
