import type { FileRecord, MediaFacts, MediaProxy } from '#shared/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { codecsOf, proxyReason, type MediumCodecs, type ProxyReason } from './proxy-reason.ts';

/** Where the small copy of a medium stands. */
type Progress =
  | { kind: 'making'; fraction: number }
  | { kind: 'ready'; url: string }
  | { kind: 'failed'; message: string };
export type ProxyState = { fileId: string; name: string; reason: ProxyReason } & Progress;

type ProxyFile = Pick<FileRecord, 'fileId' | 'filename' | 'contentType' | 'sizeBytes'>;

export interface ProxyPorts {
  /** @throws where the file cannot be read as media */
  mediaInfo: (fileId: string) => Promise<MediaFacts>;
  canDecode: (codecs: MediumCodecs) => Promise<boolean>;
  status: (fileId: string, isRetry: boolean) => Promise<MediaProxy>;
  url: (fileId: string) => Promise<string>;
  /** Calls back in a moment. @returns cancels it */
  schedule: (then: () => void) => () => void;
}

/** Has small copies made of those media of a film that need one, and follows them. */
export class FilmProxies {
  readonly #ports: ProxyPorts;
  readonly #onChange: (states: ReadonlyMap<string, ProxyState>) => void;
  #states = new Map<string, ProxyState>();
  readonly #checked = new Map<string, () => void>();
  #isClosed = false;

  constructor(ports: ProxyPorts, onChange: (states: ReadonlyMap<string, ProxyState>) => void) {
    this.#ports = ports;
    this.#onChange = onChange;
  }

  /** The media of the film now; each is looked at once. */
  setFiles(files: readonly ProxyFile[]): void {
    const ids = new Set(files.map(({ fileId }) => fileId));
    for (const [fileId, stop] of this.#checked) {
      if (ids.has(fileId)) continue;
      stop();
      this.#checked.delete(fileId);
      if (this.#states.delete(fileId)) this.#publish();
    }
    for (const file of files) {
      if (this.#checked.has(file.fileId) || !/^(video|audio)\//.test(file.contentType)) continue;
      this.#checked.set(file.fileId, () => undefined);
      void this.#check(file);
    }
  }

  /** Tries again what failed. */
  retry(fileId: string): void {
    const state = this.#states.get(fileId);
    if (state?.kind === 'failed') void this.#follow(state, true);
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#checked.values()) stop();
    this.#checked.clear();
  }

  async #check(file: ProxyFile): Promise<void> {
    const { mediaInfo, canDecode } = this.#ports;
    const info = await mediaInfo(file.fileId).catch(() => null);
    const decodes = await canDecode(codecsOf(info));
    const reason = proxyReason(info, file.sizeBytes, decodes);
    if (reason) await this.#follow({ fileId: file.fileId, name: file.filename, reason }, false);
  }

  async #follow(details: Pick<ProxyState, 'fileId' | 'name' | 'reason'>, isRetry: boolean): Promise<void> {
    const { fileId, name, reason } = details;
    if (this.#isClosed || !this.#checked.has(fileId)) return;
    const report = (state: Progress): void => {
      if (this.#isClosed || !this.#checked.has(fileId)) return;
      this.#states.set(fileId, { fileId, name, reason, ...state });
      this.#publish();
    };
    try {
      const status = await this.#ports.status(fileId, isRetry);
      if (status.state === 'failed') report({ kind: 'failed', message: status.message });
      else if (status.state === 'ready') report({ kind: 'ready', url: await this.#ports.url(fileId) });
      else {
        report({ kind: 'making', fraction: status.part });
        this.#checked.set(
          fileId,
          this.#ports.schedule(() => void this.#follow(details, false)),
        );
      }
    } catch {
      report({ kind: 'failed', message: words.film.proxyNoResponse });
    }
  }

  #publish(): void {
    this.#states = new Map(this.#states);
    this.#onChange(this.#states);
  }
}
