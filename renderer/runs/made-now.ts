import { isFileOutput } from '#shared/api/index.ts';
import type { ThumbnailOutput } from '#renderer/viewer/index.ts';
import type { RunState } from './run-state.ts';

/** The pictures a run says it made, while the library of this computer has not listed them yet. */
export function currentThumbnails(
  connectionId: string,
  run: Pick<RunState, 'outputs'> | undefined,
): ThumbnailOutput[] {
  return Object.entries(run?.outputs ?? {}).flatMap(([title, output]) =>
    isFileOutput(output) && output.contentType.startsWith('image/')
      ? [{ id: title, connectionId, title, kind: 'image' as const, fileId: output.fileId }]
      : [],
  );
}
