import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { selectedFolder, droppedFolder, timelineIn } from './otio-folder.ts';
import { packFolder } from './pack-folder.ts';

/** A file as a folder that was chosen has it. */
function fileAt(path: string, text: string): File {
  const file = new File([text], path.split('/').at(-1) ?? '');
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}
const chosen = (files: Record<string, string>) =>
  selectedFolder(Object.entries(files).map(([path, text]) => fileAt(path, text)))!;

async function membersOf(blob: Blob): Promise<Record<string, string>> {
  const reader = new ZipReader(new BlobReader(blob));
  const members: Record<string, string> = {};
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) members[entry.filename] = await entry.getData(new TextWriter());
  }
  await reader.close();
  return members;
}
const pack = (folder: ReturnType<typeof chosen>) =>
  packFolder(folder, { onProgress: () => undefined, signal: new AbortController().signal });

describe('a folder with a timeline', () => {
  it('of the kind .otiod goes whole, but for what is hidden', async () => {
    const packed = await pack(
      chosen({
        'Cut.otiod/content.otio': '{}',
        'Cut.otiod/version.txt': '1.0.0',
        'Cut.otiod/.DS_Store': 'hidden',
        'Cut.otiod/media/sea.0001.png': 'sea',
      }),
    );
    expect(packed.name).toBe('Cut.otioz');
    expect(await membersOf(packed)).toEqual({ 'content.otio': '{}', 'media/sea.0001.png': 'sea' });
  });

  it('of another kind goes with the media that the timeline names, and nothing else of the person', async () => {
    const text = '{"target_url":"media/a%20walk.mp4"} {"target_url":"b.wav"}';
    const packed = await pack(
      chosen({
        'Downloads/My cut.otio': text,
        'Downloads/media/a walk.mp4': 'walk',
        'Downloads/b.wav': 'sound',
        'Downloads/taxes.pdf': 'private',
      }),
    );
    expect(packed.name).toBe('Downloads.otioz');
    expect(await membersOf(packed)).toEqual({
      'content.otio': text,
      'media/a walk.mp4': 'walk',
      'b.wav': 'sound',
    });
  });

  it('in another encoding goes as UTF-8, with the media that it names', async () => {
    const text = '{"target_url":"caf\u00E9.mp4"}';
    const bytes = Uint8Array.from(
      `\uFEFF${text}`.split('').flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]),
    );
    const files = [fileAt('Downloads/café.mp4', 'walk'), new File([bytes], 'a.otio')];
    Object.defineProperty(files[1], 'webkitRelativePath', { value: 'Downloads/a.otio' });
    expect(await membersOf(await pack(selectedFolder(files)!))).toEqual({
      'content.otio': text,
      'café.mp4': 'walk',
    });
  });

  it.each([
    [{ 'x/notes.txt': '' }, /holds no .otio/],
    [{ 'x/a.otio': '', 'x/b.otio': '' }, /holds several/],
  ])('is refused where nobody can say which timeline is meant', (files: Record<string, string>, message) => {
    expect(() => timelineIn(chosen(files))).toThrow(message);
  });

  it('is refused when it holds more than a timeline has', () => {
    const many = Array.from({ length: 10_001 }, (_, index) => fileAt(`x/${index}.png`, ''));
    expect(() => selectedFolder(many)).toThrow(/more than 10000 files/);
    expect(selectedFolder([])).toBeNull();
  });

  it('is read when it is dropped, however deep its files lie', async () => {
    const file = (name: string) => ({
      name,
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File(['x'], name)),
    });
    const folder = (name: string, ...children: object[]) => ({
      name,
      isFile: false,
      isDirectory: true,
      createReader: () => {
        const batches = [children, []];
        return { readEntries: (done: (entries: object[]) => void) => done(batches.shift() ?? []) };
      },
    });
    const entry = folder('Cut.otiod', file('content.otio'), folder('media', folder('day 1', file('a.mov'))));
    const read = await droppedFolder(entry as unknown as FileSystemDirectoryEntry);
    expect(read.files.map(({ path }) => path)).toEqual(['content.otio', 'media/day 1/a.mov']);
    let deep = folder('end', file('a.mov'));
    for (let level = 0; level < 20; level += 1) deep = folder(`level ${level}`, deep);
    await expect(droppedFolder(deep as unknown as FileSystemDirectoryEntry)).rejects.toThrow(
      /deep in each other/,
    );
  });
});
