import type { FileRecord, LibraryOutput } from '#shared/desk/index.ts';
import { setDraggedFiles } from '#renderer/desk/index.ts';

/** Whether an output is a file that is still there. */
export const isFile = ({ fileId, contentType, missing }: LibraryOutput): boolean =>
  fileId !== null && contentType !== null && !missing;

/** Puts the chosen outputs on a drag as files of the library, in their order; the canvas, a shot and a track take them. */
export function dragOutputs(
  transfer: DataTransfer,
  outputs: readonly LibraryOutput[],
  selected: ReadonlySet<string>,
): void {
  transfer.effectAllowed = 'copy';
  setDraggedFiles(
    transfer,
    outputs.flatMap((output): FileRecord[] => {
      const { fileId, contentType, filename, title, sizeBytes, connectionId, projectId, createdAt } = output;
      if (!selected.has(output.id) || fileId === null || contentType === null || output.missing) return [];
      return [
        {
          fileId,
          connectionId,
          projectId,
          filename: filename ?? title,
          contentType,
          sizeBytes: sizeBytes ?? 0,
          origin: 'run',
          createdAt,
        },
      ];
    }),
  );
}
