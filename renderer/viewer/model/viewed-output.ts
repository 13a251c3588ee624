import type { RunOutput } from '#shared/api/index.ts';
import { type LibraryOutput } from '#shared/desk/index.ts';
import { positionLabel } from '#renderer/ui/index.ts';
import type { ViewedItem } from './viewed-item.ts';

/** The output as a run gives it, as far as it is listed: of a long text its beginning. */
function runOutputOf({ fileId, filename, contentType, sizeBytes, excerpt, kind }: LibraryOutput): RunOutput {
  if (fileId !== null) {
    return {
      type: 'file',
      fileId,
      filename: filename ?? fileId,
      contentType: contentType ?? 'application/octet-stream',
      sizeBytes: sizeBytes ?? 0,
    };
  }
  const text = excerpt ?? '';
  switch (kind) {
    case 'number':
      return { type: 'number', value: Number(text) };
    case 'boolean':
      return { type: 'boolean', value: text === 'true' };
    default:
      return { type: kind === 'json' ? 'json' : 'string', value: text };
  }
}

/** An output of the library as the viewer shows it. @param value the whole value, where it was read. */
export function viewedOutput(output: LibraryOutput, value?: unknown): ViewedItem {
  const runOutput = runOutputOf(output);
  const location = positionLabel(output.batch);
  return {
    key: output.key,
    label: location === '' ? output.title : `${output.title} · ${location}`,
    kind: output.kind,
    output:
      value === undefined || value === null || output.fileId !== null ? runOutput : { ...runOutput, value },
    connectionId: output.connectionId,
    runId: output.runId,
    nodeId: output.nodeId,
    projectId: output.projectId,
    savedAs: {
      project: output.projectName,
      version: output.projectVersion,
      title: output.title,
      path: location,
    },
  };
}
