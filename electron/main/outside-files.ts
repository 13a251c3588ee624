import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { app, shell, type WebContents } from 'electron';
import type { OpenFileResult, PreparedDrag, SaveFileRequest } from '#shared/desk/bridge.ts';
import { mediaOrigin } from './origins.ts';
import { proposedName } from './save-file.ts';
import { isViewable } from './viewable-files.ts';

/** Prepared files that are remembered; older ones are prepared anew. */
const MAX_PREPARED = 200;

type WriteResult = { path: string } | { message: string };

/** Files of services that leave the app: shown by other programs, dragged to the desktop. Their copies go when the app quits. */
export class OutsideFiles {
  readonly #media: (request: Request) => Promise<Response>;
  readonly #prepared = new Map<string, string>();
  #folder: string | null = null;

  /** @param media responses to requests on the media origin. */
  constructor(media: (request: Request) => Promise<Response>) {
    this.#media = media;
    app.once('will-quit', () => {
      if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  /** Opens a copy with the system's program for it. */
  async open(request: SaveFileRequest): Promise<OpenFileResult> {
    if (!isViewable(request.name)) {
      return {
        outcome: 'failed',
        message:
          'Files of this kind may be programs, so they are not opened from here. Save it, then open it yourself.',
      };
    }
    const result = await this.#write(request);
    if ('message' in result) return { outcome: 'failed', message: result.message };
    const problem = await shell.openPath(result.path);
    return problem === ''
      ? { outcome: 'opened' }
      : {
          outcome: 'failed',
          message: 'No program on this computer opens files of this kind. Save it instead.',
        };
  }

  /** Puts a copy on the disk. */
  async prepareDrag(request: SaveFileRequest): Promise<PreparedDrag> {
    const result = await this.#write(request);
    if ('message' in result) return { outcome: 'failed', message: result.message };
    const id = randomBytes(12).toString('hex');
    this.#prepared.set(id, result.path);
    for (const oldest of this.#prepared.keys()) {
      if (this.#prepared.size <= MAX_PREPARED) break;
      this.#prepared.delete(oldest);
    }
    return { outcome: 'ready', id };
  }

  /** Lets the system drag prepared files out of a page. Ids that are not known are left out. */
  async startDrag(ids: readonly string[], sender: WebContents): Promise<void> {
    const files = ids.flatMap((id) => this.#prepared.get(id) ?? []);
    const [file] = files;
    if (file === undefined) return;
    const icon = await app.getFileIcon(file);
    sender.startDrag({ file, files, icon });
  }

  async #write({ mediaUrl, name }: SaveFileRequest): Promise<WriteResult> {
    if (!mediaUrl.startsWith(`${mediaOrigin}/`)) {
      return { message: 'Only files that Patchbay shows can be used by other programs.' };
    }
    try {
      this.#folder ??= mkdtempSync(join(app.getPath('temp'), 'patchbay-files-'));
      const folder = join(this.#folder, randomBytes(8).toString('hex'));
      await mkdir(folder, { mode: 0o700 });
      const response = await this.#media(new Request(mediaUrl));
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        return { message: 'The file could not be read from the service. Try again.' };
      }
      const path = join(folder, proposedName(name));
      await pipeline(Readable.fromWeb(response.body), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return { path };
    } catch {
      return { message: 'The file could not be written to this computer. Free some space and try again.' };
    }
  }
}
