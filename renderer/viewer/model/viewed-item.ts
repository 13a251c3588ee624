import { isFileOutput, type RunOutput } from '#shared/api/index.ts';
import { extensionOf, kindOfOutput, outputFileName } from '#shared/desk/index.ts';
import { nameWithExtension } from '#shared/http/content-types.ts';
import { formatBytes } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.viewer.viewedItem;

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
  /** What it is named by when it is saved: its project or template, the version that ran, and its place in a grid or batch. */
  savedAs?: { project: string | null; version: number | null; title?: string; path?: string };
  /** Of an item of a list: where it comes from, and why it is missing. */
  item?: { trace: readonly string[]; error: { code: string; message: string } | null };
  /** The run that made it, and its node; null or absent when that is not known. */
  runId?: string | null;
  nodeId?: string | null;
}

/** An output that the viewer shows, with where it is from. */
export interface ViewedItem extends NamedOutput {
  connectionId: string;
  /** The run that made it; null when that is not known. */
  runId: string | null;
  /** The project it belongs to; null for runs of templates. */
  projectId?: string | null;
}

/** One of several outputs that are compared. */
export interface ComparedItem extends ViewedItem {
  /** What tells it from the others, as in "Radius 30". */
  title: string;
}

export const kindOf: (output: RunOutput) => OutputKind = kindOfOutput;

/** The value as a person would copy it. */
export function textOf(output: RunOutput): string {
  if (isFileOutput(output)) return output.fileId;
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value, null, 2);
}

/** A file name for what is saved. */
export const fileNameOf = ({ label, output, kind, savedAs }: NamedOutput): string =>
  outputFileName({
    project: savedAs?.project ?? null,
    output: savedAs?.title ?? label,
    position: savedAs?.path ?? '',
    version: savedAs?.version ?? null,
    extension: isFileOutput(output)
      ? extensionOf(nameWithExtension(output.filename, output.contentType))
      : kind === 'text'
        ? 'txt'
        : 'json',
  });

const kindWords: Record<NamedOutput['kind'], string> = {
  image: t.image,
  video: t.video,
  audio: t.sound,
  file: t.file,
  text: t.text,
  number: t.number,
  boolean: t.yesNo,
  json: 'JSON',
};

export const describeOutput = ({ kind, output, item }: NamedOutput): string =>
  item?.error
    ? words.lists.missing
    : isFileOutput(output)
      ? `${output.contentType.split('/')[1]?.toUpperCase() ?? kindWords[kind]} · ${formatBytes(output.sizeBytes)}`
      : kindWords[kind];
