import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  NodeFailure,
  type FileValue,
  type NodeExecution,
  type NodeValue,
  type ProviderAccess,
} from './definition.ts';

interface ExecutionReports {
  signal?: AbortSignal;
  onProgress?(fraction: number, message?: string): void;
  onLog?(message: string): void;
  provider?: ProviderAccess;
}

/** Runs nodes outside the engine, with a plain folder for their files: thumbnails of node types, and tests. */
export interface FolderExecutions {
  store(bytes: Uint8Array, filename: string, contentType: string): Promise<FileValue>;
  pathOf(file: FileValue): string;
  execution(inputs: Record<string, NodeValue | undefined>, reports?: ExecutionReports): NodeExecution;
}

const DEFAULT_READ_LIMIT = 512 * 1024 * 1024;

/** `folder` exists and belongs to the caller, who removes it. Files lie in it by content hash. */
export function createFolderExecutions(folder: string): FolderExecutions {
  const pathOf = (file: FileValue) => join(folder, file.blob);

  const store: FolderExecutions['store'] = async (bytes, filename, contentType) => {
    const blob = createHash('sha256').update(bytes).digest('hex');
    await writeFile(join(folder, blob), bytes);
    return { kind: 'file', blob, filename, contentType, sizeBytes: bytes.byteLength };
  };

  return {
    store,
    pathOf,
    execution: (inputs, reports = {}) => ({
      inputs,
      ...(reports.provider && { provider: reports.provider }),
      signal: reports.signal ?? new AbortController().signal,
      progress: (fraction, message) => reports.onProgress?.(fraction, message),
      log: (message) => reports.onLog?.(message),
      async readFile(file, limitBytes = DEFAULT_READ_LIMIT) {
        if (file.sizeBytes > limitBytes) {
          throw new NodeFailure('FILE_TOO_LARGE', `${file.filename} is larger than ${limitBytes} bytes.`);
        }
        return readFile(pathOf(file));
      },
      pathOf,
      writeFile: store,
      storeFile: async (path, ...named) => store(await readFile(path), ...named),
      withTimeout: (_milliseconds, step) => step(),
      async scratch() {
        await mkdir(join(folder, 'scratch'), { recursive: true });
        return mkdtemp(join(folder, 'scratch', 'run-'));
      },
    }),
  };
}
