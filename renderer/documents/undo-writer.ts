import type { DocumentPorts } from './document-ports.ts';
import { UndoRecorder } from './undo-record.ts';
import type { UndoSteps } from '#shared/documents/undo-steps.ts';

/** Milliseconds in which changes of steps become one writing. */
const GATHER_MS = 400;

/** Keeps the steps of a document on this computer's disk, so that they can be taken back after a restart. */
export class UndoWriter<D> {
  readonly #ports: Pick<DocumentPorts, 'undo' | 'after'>;
  readonly #steps: UndoSteps<D>;
  readonly #recorder = new UndoRecorder<D>();
  /** The document that the steps on the disk begin with; null where it is not known. */
  #base: D | null = null;
  /** Of the steps that were read, or written last. */
  #revision: number;
  #writing: Promise<void> | null = null;
  #cancel: (() => void) | null = null;
  #isPaused = false;

  constructor(ports: Pick<DocumentPorts, 'undo' | 'after'>, steps: UndoSteps<D>) {
    this.#ports = ports;
    this.#steps = steps;
    this.#revision = steps.revision;
  }

  /** Steps may have changed: where they have, they are written in a moment. */
  note(): void {
    if (this.#isPaused || this.#steps.revision === this.#revision) return;
    this.#cancel ??= this.#ports.after(GATHER_MS, () => {
      this.#cancel = null;
      void this.preserved();
    });
  }

  /** While a pointer is down nothing is written by itself; what changed meanwhile is written a moment after it is up. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (!isPaused) return this.note();
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Resolves when the steps are on the disk, or could not be written: then they end with this window. */
  async preserved(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    while (this.#writing) await this.#writing;
    if (this.#steps.revision === this.#revision) return;
    this.#revision = this.#steps.revision;
    this.#writing = this.#write().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #write(): Promise<void> {
    const record = this.#recorder.record(this.#steps, this.#base);
    const { base, ...steps } = record ?? { base: null, done: [], undone: [] };
    try {
      await this.#ports.undo.write({ ...steps, base: base === this.#base ? undefined : base });
      this.#base = base;
    } catch {
      const isWithoutBase = base === this.#base && base !== null;
      this.#base = null;
      // Perhaps another window wrote meanwhile: then the whole is sent, once.
      if (isWithoutBase) await this.#write();
    }
  }
}
