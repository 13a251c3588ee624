/**
 * What a child may do. `decoder`: load native decoders, start nothing. `program`: also start ffmpeg, which is what the
 * wall between the two is for.
 */
export type ChildKind = 'decoder' | 'program';

/** How a child ended. */
export interface ChildExit {
  code: number | null;
  signal: string | null;
}

/** A child process as the pool sees it. */
export interface ChildLink {
  /** Undefined while it is being started. */
  readonly pid: number | undefined;
  /** Sends one line; to a child that is gone nothing is sent, without an error. */
  send(line: string): void;
  /** @param listener called with text as it comes, cut anywhere. */
  onText(listener: (text: string) => void): void;
  /** @param listener called when the child closed its end of the line. */
  onClosed(listener: () => void): void;
  /** @param listener called when it wrote more to its output streams than the launcher reads. */
  onFlood(listener: () => void): void;
  /** Processes that it started and that are alive. */
  strays(): Promise<number[]>;
  /** The end of what it wrote to its output streams. */
  outputTail(): string;
  /** Resolves once the process is gone. */
  readonly exited: Promise<ChildExit>;
  /** Ends it and what it started, at once. Resolves when they were told; does nothing to one that is gone. */
  kill(): Promise<void>;
}

export interface ChildLauncher {
  /** Whether the child is kept from writing to its `in` folder. Otherwise files there are copies. */
  readonly protectsInputs: boolean;
  /**
   * Starts a child.
   * @param options.folder holds the folders `in` and `out`.
   */
  launch(options: { folder: string; kind: ChildKind }): ChildLink;
}

/** Limits of one child. */
export interface ChildLimits {
  /** Bytes of memory that the child and its programs may have in use together. */
  memoryBytes: number;
  /** MiB of JavaScript heap. */
  heapMegabytes: number;
  /** Bytes of the largest file that it may write. */
  fileBytes: number;
}

const MiB = 1024 * 1024;

export const DEFAULT_LIMITS: ChildLimits = {
  // A picture of 100 megapixels is 400 MB once decoded, and an effect holds it about three times.
  memoryBytes: 2048 * MiB,
  heapMegabytes: 1024,
  fileBytes: 16 * 1024 * MiB,
};
