import { isFileOutput, type RunOutput } from '../api/schemas/runs.ts';
import type { LibraryOutputKind } from './library-schemas.ts';

/** How an output is shown: a file by its content type, a value by what it is. */
export function kindOfOutput(output: RunOutput): LibraryOutputKind {
  if (isFileOutput(output)) {
    const kind = /^(image|video|audio)\//.exec(output.contentType)?.[1];
    return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file';
  }
  switch (typeof output.value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'json';
  }
}
