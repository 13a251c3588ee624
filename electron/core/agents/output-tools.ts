import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, realpath, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pageOfText } from '#shared/agents/index.ts';
import { extensionOf, outputFileName, type LibraryOutput, type OutputDetails } from '#shared/desk/index.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { requireOutput, requireProject } from './access.ts';
import {
  ToolError,
  type ToolResponse,
  type ToolContext,
  type ToolHandlers,
  type ToolSources,
} from './tool-types.ts';

/** Bytes of one picture in an answer. */
const MAX_PICTURE_BYTES = 1_500_000;
const MAX_TEXT_BYTES = 1_000_000;
/** Bytes of a file that is saved. */
const MAX_SAVED_BYTES = 4 * 1024 ** 3;
/** Numbers that are tried behind a name that is used. */
const MAX_NAMES = 1000;

const outputLine = (output: LibraryOutput): string => {
  const { id, kind, title, runId, createdAt, excerpt, nodeId } = output;
  const words = excerpt === null ? '' : ` ${JSON.stringify(excerpt.slice(0, 120))}`;
  return `${id} ${kind} ${JSON.stringify(title)} node ${nodeId ?? '?'} run ${runId} ${createdAt}${words}`;
};

async function readPicture(
  { readMedia }: ToolSources,
  { connectionId, fileId }: LibraryOutput,
  variant: 'thumbnail' | 'preview',
  signal: AbortSignal,
) {
  const response = await readMedia(connectionId, fileId ?? '', variant, signal);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength > MAX_PICTURE_BYTES)
    throw new ToolError('The picture is too large for an answer. Look at it small.');
  return { bytes, contentType: response.headers.get('content-type') ?? 'image/webp' };
}

const isPicture = ({ kind, fileId }: LibraryOutput): boolean =>
  fileId !== null && (kind === 'image' || kind === 'video');

async function textOf(
  sources: ToolSources,
  { output, value }: OutputDetails,
  signal: AbortSignal,
): Promise<string> {
  if (output.fileId === null) return typeof value === 'string' ? value : JSON.stringify(value);
  if (output.kind === 'audio')
    throw new ToolError('This is a sound. Save it with save_output to listen to it.');
  const { text, isComplete } = await sources.readText(
    output.connectionId,
    output.fileId,
    MAX_TEXT_BYTES,
    signal,
  );
  return isComplete ? text : `${text}…`;
}

/** Inputs that two outputs do not share. */
function differences(first: OutputDetails, second: OutputDetails): string[] {
  const valuesOf = ({ inputs }: OutputDetails) =>
    new Map(inputs.map(({ nodeId, name, value }) => [`${nodeId}.${name}`, value.value]));
  const [a, b] = [valuesOf(first), valuesOf(second)];
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((name) => !jsonEqual(a.get(name), b.get(name)))
    .map((name) => `${name}: ${short(a.get(name))} and ${short(b.get(name))}`);
}
const short = (value: unknown): string =>
  value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);

/**
 * Writes a file that was not there, whole or not at all.
 * @returns the name it has. @throws ToolError
 */
async function writeNew(
  folder: string,
  name: string,
  write: (path: string) => Promise<void>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  // The folder as it is: what a link points to is what the person gave.
  const inside = await realpath(folder);
  const partial = join(inside, `.patchbay-${randomUUID()}`);
  try {
    await write(partial);
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    for (let number = 1; number <= MAX_NAMES; number += 1) {
      const candidate = number === 1 ? name : `${stem} ${number}${ending}`;
      if (await renameTo(partial, join(inside, candidate))) return candidate;
    }
  } finally {
    await rm(partial, { force: true });
  }
  throw new ToolError('There are very many files of this name in the folder. Give another name.');
}

/** Gives a file its name; false where the name is used. */
async function renameTo(partial: string, path: string): Promise<boolean> {
  try {
    await link(partial, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    // Some disks have no links.
    try {
      await copyFile(partial, path, constants.COPYFILE_EXCL);
      return true;
    } catch (second) {
      if ((second as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw second;
    }
  }
}

/** A file name that stays in its folder. @throws ToolError */
function safeName(name: string): string {
  const isSafe = !/[\\/:*?"<>|]/.test(name) && !/\p{Cc}/u.test(name) && !/^\.|[. ]$/.test(name);
  if (isSafe) return name;
  throw new ToolError(
    'Give a file name alone, without folders: files go into the folder that the person gave you.',
  );
}

/** The bytes of a file. @throws ToolError where there are more than are saved */
async function* limitedBytes(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_SAVED_BYTES) throw new ToolError('This file is too large to be saved by an agent.');
    yield chunk;
  }
}

async function saveOutput(
  sources: ToolSources,
  { output: outputId, name }: { output: string; name?: string | undefined },
  { agent, signal }: ToolContext,
): Promise<ToolResponse> {
  if (agent.folder === null) {
    throw new ToolError('You were given no folder. Ask the person to choose one in Settings, Agents.');
  }
  const details = await requireOutput(sources, agent, outputId);
  const { output } = details;
  const fileName = safeName(
    name ??
      outputFileName({
        project: output.projectName,
        output: output.title,
        version: output.projectVersion,
        extension: output.fileId === null ? 'txt' : extensionOf(output.filename ?? ''),
      }),
  );
  const savedName = await writeNew(agent.folder, fileName, async (path) => {
    const file = await open(path, 'wx', 0o644);
    try {
      if (output.fileId === null) {
        await file.writeFile(await textOf(sources, details, signal));
      } else {
        const response = await sources.readMedia(output.connectionId, output.fileId, 'original', signal);
        if (response.body === null) throw new ToolError('The file could not be read. Try again.');
        await file.writeFile(limitedBytes(response.body), { signal });
      }
      await file.sync();
    } finally {
      await file.close();
    }
  });
  const { size } = await stat(join(agent.folder, savedName));
  return {
    text: `Saved, ${size} bytes.`,
    content: { label: 'file name', text: savedName },
    data: { name: savedName, path: join(agent.folder, savedName), bytes: size },
  };
}

/** Tools for what runs made. */
export function createOutputTools(sources: ToolSources) {
  return {
    async list_outputs({ project, run, search, cursor }, { agent }) {
      requireProject(agent, project);
      const page = await sources.searchOutputs({
        connectionId: agent.connectionId,
        projectId: project,
        limit: 50,
        ...(run === undefined ? {} : { runId: run }),
        ...(search === undefined ? {} : { text: search }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      const lines = page.outputs.map(outputLine);
      return {
        text: `${lines.length} outputs${page.nextCursor === null ? '.' : ', and more by the cursor.'}`,
        content: { label: 'outputs', text: lines.join('\n') },
        cursor: page.nextCursor,
        data: page.outputs,
      };
    },
    async view_output({ output: outputId, size = 'small', cursor }, { agent, signal }) {
      const details = await requireOutput(sources, agent, outputId);
      const { output } = details;
      if (isPicture(output)) {
        const picture = await readPicture(
          sources,
          output,
          size === 'small' ? 'thumbnail' : 'preview',
          signal,
        );
        return {
          text:
            output.kind === 'video'
              ? 'A frame of the video, which is content:'
              : 'The picture, which is content:',
          content: { label: 'output', text: outputLine(output) },
          pictures: [picture],
          data: output,
        };
      }
      const at = readCursor(cursor, 'output');
      const { text, next } = pageOfText(await textOf(sources, details, signal), at.from);
      return {
        text: next === null ? 'The text:' : 'The text goes on by the cursor:',
        content: { label: 'output', text: text },
        cursor: writeCursor('output', 0, next),
        data: { output, text },
      };
    },
    async compare_outputs({ output, second }, { agent, signal }) {
      const pair = [
        await requireOutput(sources, agent, output),
        await requireOutput(sources, agent, second),
      ] as const;
      const changed = differences(...pair);
      const pictures = [];
      for (const { output: each } of pair) {
        if (isPicture(each)) pictures.push(await readPicture(sources, each, 'thumbnail', signal));
      }
      const lines = [...pair.map(({ output: each }) => outputLine(each)), ...changed];
      return {
        text:
          changed.length === 0
            ? 'All inputs that are known are the same.'
            : `${changed.length} inputs differ.`,
        content: { label: 'outputs', text: pageOfText(lines.join('\n'), 0).text },
        pictures,
        data: { outputs: pair.map((details) => details.output), differences: changed },
      };
    },
    save_output: (input, context) => saveOutput(sources, input, context),
  } satisfies Partial<ToolHandlers>;
}
