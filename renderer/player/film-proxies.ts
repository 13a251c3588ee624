import type { FileRecord, MediaFacts, MediaProxy } from '#shared/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { codecsOf, proxyReason, type MediumCodecs, type ProxyReason } from './proxy-reason.ts';

/** Where the small copy of a medium stands. */
type Progress =
  | { kind: 'making'; part: number }
  | { kind: 'ready'; url: string }
  | { kind: 'failed'; message: string };
export type ProxyState = { fileId: string; name: string; reason: ProxyReason } & Progress;

type ProxyFile = Pick<FileRecord, 'fileId' | 'filename' | 'contentType' | 'sizeBytes'>;

export interface ProxyPorts {
  /** @throws where the file cannot be read as media */
  facts: (fileId: string) => Promise<MediaFacts>;
  canDecode: (codecs: MediumCodecs) => Promise<boolean>;
  status: (fileId: string, again: boolean) => Promise<MediaProxy>;
  url: (fileId: string) => Promise<string>;
  /** Calls back in a moment. @returns cancels it */
  later: (then: () => void) => () => void;
}

/** Has small copies made of those media of a film that need one, and follows them. */
export class FilmProxies {
  readonly #ports: ProxyPorts;
  readonly #onChange: (states: ReadonlyMap<string, ProxyState>) => void;
  #states = new Map<string, ProxyState>();
  readonly #looked = new Map<string, () => void>();
  #isClosed = false;

  constructor(ports: ProxyPorts, onChange: (states: ReadonlyMap<string, ProxyState>) => void) {
    this.#ports = ports;
    this.#onChange = onChange;
  }

  /** The media of the film now; each is looked at once. */
  setFiles(files: readonly ProxyFile[]): void {
    const ids = new Set(files.map(({ fileId }) => fileId));
    for (const [fileId, stop] of this.#looked) {
      if (ids.has(fileId)) continue;
      stop();
      this.#looked.delete(fileId);
      if (this.#states.delete(fileId)) this.#say();
    }
    for (const file of files) {
      if (this.#looked.has(file.fileId) || !/^(video|audio)\//.test(file.contentType)) continue;
      this.#looked.set(file.fileId, () => undefined);
      void this.#look(file);
    }
  }

  /** Tries again what failed. */
  retry(fileId: string): void {
    const state = this.#states.get(fileId);
    if (state?.kind === 'failed') void this.#follow(state, true);
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#looked.values()) stop();
    this.#looked.clear();
  }

  async #look(file: ProxyFile): Promise<void> {
    const { facts, canDecode } = this.#ports;
    const known = await facts(file.fileId).catch(() => null);
    const decodes = await canDecode(codecsOf(known));
    const reason = proxyReason(known, file.sizeBytes, decodes);
    if (reason) await this.#follow({ fileId: file.fileId, name: file.filename, reason }, false);
  }

  async #follow(about: Pick<ProxyState, 'fileId' | 'name' | 'reason'>, again: boolean): Promise<void> {
    const { fileId, name, reason } = about;
    if (this.#isClosed || !this.#looked.has(fileId)) return;
    const say = (state: Progress): void => {
      if (this.#isClosed || !this.#looked.has(fileId)) return;
      this.#states.set(fileId, { fileId, name, reason, ...state });
      this.#say();
    };
    try {
      const status = await this.#ports.status(fileId, again);
      if (status.state === 'failed') say({ kind: 'failed', message: status.message });
      else if (status.state === 'ready') say({ kind: 'ready', url: await this.#ports.url(fileId) });
      else {
        say({ kind: 'making', part: status.part });
        this.#looked.set(
          fileId,
          this.#ports.later(() => void this.#follow(about, false)),
        );
      }
    } catch {
      say({ kind: 'failed', message: words.film.proxyNoResponse });
    }
  }

  #say(): void {
    this.#states = new Map(this.#states);
    this.#onChange(this.#states);
  }
}
