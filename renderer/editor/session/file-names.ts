import type { FileRecord } from '#shared/desk/index.ts';
import type { EditorPorts } from '../ports.ts';

/** Files that are read at most, the newest. */
const MAX_FILES = 10_000;

/** Names of files this computer has seen, by id; wakes whoever shows them when one is called otherwise. */
export class FileNames {
  readonly #ports: Pick<EditorPorts, 'listFiles'>;
  readonly #names = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #reading: Promise<FileRecord[]> | null = null;
  #readings = 0;
  #newest = 0;
  #revision = 0;

  constructor(ports: Pick<EditorPorts, 'listFiles'>) {
    this.#ports = ports;
  }

  /** Another number whenever a name changed. */
  revision = (): number => this.#revision;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(fileId: string): string | undefined {
    return this.#names.get(fileId);
  }

  set(fileId: string, filename: string): void {
    this.add([{ fileId, filename }]);
  }

  /** Takes up the names of many files; listeners are called once, and only where a name changed. */
  add(files: readonly Pick<FileRecord, 'fileId' | 'filename'>[]): void {
    let isChanged = false;
    for (const { fileId, filename } of files) {
      if (this.#names.get(fileId) === filename) continue;
      this.#names.set(fileId, filename);
      isChanged = true;
    }
    if (!isChanged) return;
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Reads the files of the connection and takes up their names. Calls of one moment, as of all that hear one event,
   * share a reading.
   * @returns the files, newest first. @throws what the desktop process answered.
   */
  read(): Promise<FileRecord[]> {
    if (this.#reading === null) {
      this.#reading = this.#request();
      queueMicrotask(() => (this.#reading = null));
    }
    return this.#reading;
  }

  async #request(): Promise<FileRecord[]> {
    this.#readings += 1;
    const reading = this.#readings;
    const files = await this.#ports.listFiles(MAX_FILES);
    // An answer that was overtaken has older names.
    if (reading > this.#newest) {
      this.#newest = reading;
      this.add(files);
    }
    return files;
  }
}
