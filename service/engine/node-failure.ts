import { diskFull } from '#service/nodes/disk-full.ts';
import { MediaStoreProblem } from '#service/storage/media-location.ts';
import { isDiskFull } from '#service/storage/storage-errors.ts';
import { NodeFailure, type FileValue, type NodeDefinition } from '#service/nodes/definition.ts';

/** How an execution failed, as the engine books it. */
export interface Failure {
  code: string;
  message: string;
  /** The stack of an error that the node did not foresee, for the log. */
  defect: string | null;
  /** True where a provider surely did not take what was asked. */
  notSent?: boolean;
  /** True where the file that a provider answered can never be had. */
  isUnrecoverable?: boolean;
}

export const unknownNodeType = (nodeType: string): Failure => ({
  code: 'UNKNOWN_NODE_TYPE',
  message: `This service has no node type ${nodeType}. Remove the node or use a service that knows it.`,
  defect: null,
});

/** What an error that a node threw means for people. */
export function failureOf(definition: NodeDefinition, error: unknown): Failure {
  // By name and not by class: a module under another URL has a class of its own.
  if (error instanceof Error && error.name === 'NodeFailure' && 'code' in error) {
    const notSent = 'notSent' in error && error.notSent === true;
    const isUnrecoverable = 'isUnrecoverable' in error && error.isUnrecoverable === true;
    return {
      code: String(error.code),
      message: error.message,
      defect: null,
      ...(notSent && { notSent }),
      ...(isUnrecoverable && { isUnrecoverable }),
    };
  }
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return { ...diskFull(definition.title), defect: null };
  if (error instanceof MediaStoreProblem)
    return { code: 'MEDIA_STORE_UNAVAILABLE', message: error.message, defect: null };
  const message = `${definition.title} could not do its work: ${describe(error)}`;
  const defect = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'NODE_DEFECT', message, defect };
}

/** Why a model was not asked: that it is asked could not be written down first. */
export const callNotRecorded = (error: unknown): { code: string; message: string } =>
  error instanceof NodeFailure
    ? { code: error.code, message: error.message }
    : isDiskFull(error)
      ? diskFull()
      : {
          code: 'CALL_NOT_WRITTEN',
          message:
            'The model was not asked, because that could not be written to the disk first. Check the disk, then run again.',
        };

function describe(error: unknown): string {
  if (error instanceof Error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return 'a file it needs is no longer stored. Upload it again.';
    // Only the first line: what follows may be paths and frames.
    const line = error.message.split('\n', 1)[0] ?? '';
    if (line !== '') return /[.!?]$/.test(line) ? line : `${line}.`;
  }
  return 'an error without a message. Check its inputs and run again.';
}

/** JSON that a node read can have the shape of a file value; it must not open bytes that the run does not hold. */
export const fileNotOwned = (): NodeFailure =>
  new NodeFailure(
    'FILE_NOT_HELD',
    'The result looks like a file that this run does not hold. Rename its keys kind and blob.',
  );

/** Largest file that a node reads whole unless it says otherwise, in bytes. */
export const READ_LIMIT = 512 * 1024 * 1024;

/** @throws NodeFailure for a file that is too large to be read whole. */
export function assertReadable(file: FileValue, limitBytes: number): void {
  if (file.sizeBytes <= limitBytes) return;
  throw new NodeFailure(
    'FILE_TOO_LARGE',
    `${file.filename} is ${megabytes(file.sizeBytes)}; this node reads files of up to ${megabytes(limitBytes)}. Use a smaller file.`,
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
