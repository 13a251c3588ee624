import { TimelineFileRefused } from '#shared/otio/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.interchange.otioFolder;

/** A folder with a timeline and its media: an `.otiod`, or any that holds an `.otio` beside them. */
export interface OtioFolder {
  name: string;
  /** Bytes of all its files. */
  size: number;
  files: readonly FolderFile[];
}

export interface FolderFile {
  /** Within the folder, with slashes. */
  path: string;
  file: File;
}

/** What a person chooses to import. */
export type ImportSource = File | OtioFolder;

export const isFolder = (source: ImportSource): source is OtioFolder => !(source instanceof File);

/** Whether a name is of a folder that programs take for one document. */
export const isOtiodName = (name: string): boolean => /\.otiod$/i.test(name);

const MAX_FILES = 10_000;
const MAX_DEPTH = 12;

const limitError = (name: string): TimelineFileRefused =>
  new TimelineFileRefused(t.thanFilesFoldersDeep(name, MAX_FILES));

function folderOf(name: string, files: readonly FolderFile[]): OtioFolder {
  const visible = files.filter(({ path }) => !path.split('/').some((segment) => segment.startsWith('.')));
  return { name, size: visible.reduce((sum, { file }) => sum + file.size, 0), files: visible };
}

/**
 * A folder that was chosen. @returns null of an empty one.
 * @throws TimelineFileRefused for one that holds too much.
 */
export function selectedFolder(files: readonly File[]): OtioFolder | null {
  const [name] = files[0]?.webkitRelativePath.split('/') ?? [];
  if (name === undefined) return null;
  if (files.length > MAX_FILES) throw limitError(name);
  return folderOf(
    name,
    files.map((file) => ({ path: file.webkitRelativePath.split('/').slice(1).join('/'), file })),
  );
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, failed) =>
      reader.readEntries(resolve, failed),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
    if (all.length > MAX_FILES) throw limitError(directory.name);
  }
}

/**
 * A folder that was dropped.
 * @throws TimelineFileRefused for one that holds too much, or cannot be read.
 */
export async function droppedFolder(directory: FileSystemDirectoryEntry): Promise<OtioFolder> {
  const files: FolderFile[] = [];
  const visit = async (entry: FileSystemEntry, path: string, depth: number): Promise<void> => {
    if (files.length >= MAX_FILES || depth > MAX_DEPTH) throw limitError(directory.name);
    if (isFile(entry)) {
      files.push({ path, file: await new Promise<File>((resolve, failed) => entry.file(resolve, failed)) });
    } else if (isDirectory(entry)) {
      for (const child of await entriesOf(entry)) {
        await visit(child, path === '' ? child.name : `${path}/${child.name}`, depth + 1);
      }
    }
  };
  try {
    await visit(directory, '', 0);
  } catch (error) {
    if (error instanceof TimelineFileRefused) throw error;
    throw new TimelineFileRefused(t.cannotReadCopyFolder(directory.name));
  }
  return folderOf(directory.name, files);
}

/**
 * The timeline of a folder: `content.otio`, else the only one in it.
 * @throws TimelineFileRefused where there is none, or several.
 */
export function timelineIn({ name, files }: OtioFolder): FolderFile {
  const timelines = files.filter(({ path }) => /^[^/]+\.otio$/i.test(path));
  const found = timelines.find(({ path }) => path === 'content.otio') ?? timelines[0];
  if (!found) {
    throw new TimelineFileRefused(t.noOtioFileFolder(name));
  }
  if (timelines.length > 1 && found.path !== 'content.otio') {
    throw new TimelineFileRefused(t.otioFilesImportYou(name));
  }
  return found;
}
