import { uploadTypeOf, type NamedFile } from '#shared/http/upload-type.ts';
import { readWebContent, type WebContent } from './web-content.ts';
import { importWebPicture } from './web-picture.ts';
import { formatBytes } from '#renderer/ui/format.ts';
import { compareNames, words } from '#renderer/words/index.ts';

const t = words.uploads.droppedFiles;

export type MediaKind = 'image' | 'video' | 'audio' | 'file';

/** What a file is by its declared type, else by its name. */
export function mediaKindOf(file: NamedFile): MediaKind {
  const [kind] = uploadTypeOf(file).split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file';
}

/** A photo as iPhones make them, which neither browsers nor Patchbay can decode. */
export const isHeic = ({ name, type }: NamedFile): boolean =>
  /^image\/hei[cf]/.test(type) || /\.(?:hei[cf]s?|hif)$/i.test(name);

/** The most one upload may be: what an account of the local service holds. Bytes. */
const MAX_UPLOAD_BYTES = 20 * 1024 ** 3;

/**
 * Whether a file can be uploaded: not empty, not too large, and its bytes are really there (a drag from some programs
 * carries a name and a size only).
 * @returns null, or a sentence that says what to do.
 */
export async function uploadRejection(file: File): Promise<string | null> {
  if (file.size > MAX_UPLOAD_BYTES) {
    return t.mostFileMay(file.name, formatBytes(file.size), formatBytes(MAX_UPLOAD_BYTES));
  }
  try {
    const start = await file.slice(0, 1).arrayBuffer();
    if (file.size > 0 && start.byteLength === 0) throw new Error('no bytes');
  } catch {
    return t.cannotReadSaveFolder(file.name);
  }
  if (file.size === 0) return t.emptyBytesFileSomething(file.name);
  return null;
}

async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The most files one drop makes nodes of. */
const MAX_FILES = 200;

/**
 * All files of a drop, those in folders included; hidden ones are left out. Without files, the picture or the words of a web
 * page: the picture may have to be fetched, which the person is asked about.
 * Call it in the drop event itself: the browser empties the transfer afterwards.
 * @returns files, sentences about what could not be read, and words that were dropped in place of files.
 */
export async function readDrop(
  transfer: DataTransfer,
): Promise<{ files: File[]; problems: string[]; text: string | null }> {
  const entries: FileSystemEntry[] = [];
  const topLevelFiles: File[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory) entries.push(entry);
    else if (file) topLevelFiles.push(file);
  }
  if (entries.length === 0 && topLevelFiles.length === 0) return readWebDrop(readWebContent(transfer));
  const problems: string[] = [];
  const files = [...topLevelFiles];
  const visit = async (entry: FileSystemEntry): Promise<void> => {
    if (files.length >= MAX_FILES || entry.name.startsWith('.')) return;
    try {
      if (isFileEntry(entry)) {
        files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
      } else if (isFolderEntry(entry)) {
        const inside = await entriesOf(entry);
        inside.sort((a, b) => compareNames(a.name, b.name));
        for (const child of inside) await visit(child);
      }
    } catch {
      problems.push(t.cannotReadCopyFolder(entry.name));
    }
  };
  for (const entry of entries) await visit(entry);
  if (entries.length > 0 && files.length === 0 && problems.length === 0) {
    problems.push(t.folderNoFiles);
  }
  if (files.length >= MAX_FILES) problems.push(t.onlyFirstFiles(MAX_FILES));
  return { files, problems, text: null };
}

async function readWebDrop(content: WebContent | null): ReturnType<typeof readDrop> {
  if (content?.kind !== 'picture') return { files: [], problems: [], text: content?.text ?? null };
  const { file, problem } = await importWebPicture(content);
  return { files: file ? [file] : [], problems: problem === null ? [] : [problem], text: null };
}
