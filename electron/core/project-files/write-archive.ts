import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { mediumMember, projectFileMembers, type ProjectFileManifest } from '#shared/project-file/index.ts';

/** What goes into a project file. */
export interface ProjectFileContent {
  manifest: ProjectFileManifest;
  document: unknown;
  storyboard?: unknown;
  timeline?: unknown;
  /** Files on the disk that hold the media, by hash. */
  media: ReadonlyMap<string, { path: string; sizeBytes: number }>;
}

/**
 * Writes a project file. Media are stored, not squeezed: they are compressed already. One file is open at a time.
 * @param onProgress bytes of the file so far.
 */
export async function writeProjectFile(
  path: string,
  content: ProjectFileContent,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const zip = new ZipFile();
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject));
  const add = (name: string, value: unknown) => {
    if (value !== undefined) zip.addBuffer(Buffer.from(JSON.stringify(value)), name);
  };
  add(projectFileMembers.manifest, content.manifest);
  add(projectFileMembers.document, content.document);
  add(projectFileMembers.storyboard, content.storyboard);
  add(projectFileMembers.timeline, content.timeline);
  for (const [sha256, { path: from, sizeBytes }] of content.media) {
    zip.addReadStreamLazy(mediumMember(sha256), { compress: false, size: sizeBytes }, (callback) =>
      callback(null, createReadStream(from)),
    );
  }
  zip.end();
  let archivedBytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      archivedBytes += chunk.byteLength;
      onProgress(archivedBytes);
      callback(null, chunk);
    },
  });
  // Typed as the least a stream can be; it is one that can be read.
  const packed = zip.outputStream as Readable;
  await Promise.race([pipeline(packed, counter, output, { signal }), failed]);
  return archivedBytes;
}
