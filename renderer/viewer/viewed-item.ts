import { isFileOutput, type RunOutput } from '#shared/api/index.ts';
import { formatBytes } from '#renderer/ui/index.ts';

/** An output that is a file. */
export type FileRunOutput = Extract<RunOutput, { fileId: string }>;

/** Whether a file of this type is shown as text. */
export const isTextType = (contentType: string): boolean =>
  /^(text\/(?!html)|application\/(json|xml|yaml|x-ndjson|x-subrip)|[\w.-]+\/[\w.-]+\+json)/.test(contentType);

/** How an output is shown. */
export type OutputKind = 'image' | 'video' | 'audio' | 'file' | 'text' | 'number' | 'boolean' | 'json';

/** An output with its name for people. */
export interface NamedOutput {
  key: string;
  /** What a person calls it. */
  label: string;
  output: RunOutput;
  kind: OutputKind;
}

/** An output that the viewer shows, with where it is from. */
export interface ViewedItem extends NamedOutput {
  connectionId: string;
  /** The run that made it; null when that is not known. */
  runId: string | null;
  /** The node that made it; null when that is not known. */
  nodeId?: string | null;
  /** The project it belongs to; null for runs of templates. */
  projectId?: string | null;
}

export function kindOf(output: RunOutput): OutputKind {
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

/** The value as a person would copy it. */
export function textOf(output: RunOutput): string {
  if (isFileOutput(output)) return output.fileId;
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value, null, 2);
}

/** A file name for what is saved. */
export function fileNameOf({ label, output, kind }: NamedOutput): string {
  if (isFileOutput(output)) return output.filename;
  const stem = label.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').trim() || 'output';
  return `${stem}.${kind === 'text' ? 'txt' : 'json'}`;
}

const kindWords: Record<NamedOutput['kind'], string> = {
  image: 'Image',
  video: 'Video',
  audio: 'Sound',
  file: 'File',
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  json: 'JSON',
};

export const describeOutput = ({ kind, output }: NamedOutput): string =>
  isFileOutput(output)
    ? `${output.contentType.split('/')[1]?.toUpperCase() ?? kindWords[kind]} · ${formatBytes(output.sizeBytes)}`
    : kindWords[kind];
