import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ZipFile } from 'yazl';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { ARCHIVE_LIMITS, openProjectFile, type ArchiveLimits, type ProjectFile } from './archive.ts';

const photo = Buffer.from('not really a photo');
const sha256 = createHash('sha256').update(photo).digest('hex');
const medium = {
  fileId: 'file_1.png',
  filename: 'photo.png',
  contentType: 'image/png',
  sizeBytes: 18,
  sha256,
};
const manifest = {
  format: 'patchbay-project',
  formatVersion: 1,
  name: 'Project',
  exportedAt: '2026-01-01T00:00:00Z',
  writtenBy: '1.2.3',
  media: [medium],
};
const document = { graph: { nodes: [{ id: 'a', type: 'image/blur' }], connections: [] } };

interface Member {
  name: string;
  data: string | Buffer;
  mode?: number;
}
const members = (changes: Partial<Record<'manifest' | 'document', unknown>> = {}): Member[] => [
  { name: 'manifest.json', data: JSON.stringify(changes.manifest ?? manifest) },
  { name: 'document.json', data: JSON.stringify(changes.document ?? document) },
  { name: `media/${sha256}`, data: photo },
];

async function zip(list: readonly Member[]): Promise<Buffer> {
  const file = new ZipFile();
  for (const { name, data, mode } of list) {
    file.addBuffer(Buffer.from(data), name, mode === undefined ? {} : { mode });
  }
  file.end();
  return buffer(file.outputStream);
}

async function opened(bytes: Buffer, limits?: ArchiveLimits): Promise<ProjectFile> {
  const path = join(temporaryFolder(), 'file');
  await writeFile(path, bytes);
  const file = await openProjectFile(path, limits);
  onTestFinished(() => file.close());
  return file;
}

/** Where the entry of a member begins in the directory at the end of the archive. */
function entryOf(bytes: Buffer, name: string): number {
  for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
    if (bytes.toString('latin1', at + 46, at + 46 + bytes.readUInt16LE(at + 28)) === name) return at;
  }
  throw new Error(`The archive has no ${name}.`);
}

/** Renames a member in place, to names that no writer would write. */
const renamed = async (to: string): Promise<Buffer> => {
  const from = 'X'.repeat(Buffer.byteLength(to));
  const bytes = await zip([...members(), { name: from, data: 'x' }]);
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from)) bytes.write(to, at, 'latin1');
  return bytes;
};

const checkAll = (file: ProjectFile) => file.checkMedia(() => undefined, new AbortController().signal);

test('an honest file is read, and its media are what their hashes say', async () => {
  const file = await opened(await zip([...members(), { name: 'timeline.json', data: '{"name":"Cut"}' }]));
  expect(file.manifest.name).toBe('Project');
  expect(file.graph.nodes).toHaveLength(1);
  expect(file.timeline).toEqual({ name: 'Cut' });
  expect(file.storyboard).toBeUndefined();
  await checkAll(file);
  expect(await buffer(await file.openMedium(sha256))).toEqual(photo);
  await expect(file.openMedium('0'.repeat(64))).rejects.toThrow(/missing/);
});

describe('refused', () => {
  test.each([
    ['a path out of the archive', '../../../etc/x', /leads to another place/],
    ['an absolute path', '/etc/passwd', /leads to another place/],
    ['a drive', 'C:/windows/x', /leads to another place/],
    ['a backslash', 'a\\b', /backslash/],
    ['a NUL', 'a\0b', /NUL/],
  ])('%s as a name', async (_what, name, reason) => {
    await expect(opened(await renamed(name))).rejects.toThrow(reason);
  });

  test('a link', async () => {
    const bytes = await zip([...members(), { name: 'link', data: '/etc/passwd', mode: 0o120_777 }]);
    await expect(opened(bytes)).rejects.toThrow(/link or a device/);
  });

  test('an encrypted member', async () => {
    const bytes = await zip(members());
    const at = entryOf(bytes, 'document.json');
    bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8);
    await expect(opened(bytes)).rejects.toThrow(/encrypted/);
  });

  test('members that share bytes', async () => {
    const bytes = await zip(members());
    const first = bytes.readUInt32LE(entryOf(bytes, 'manifest.json') + 42);
    bytes.writeUInt32LE(first, entryOf(bytes, 'document.json') + 42);
    await expect(opened(bytes)).rejects.toThrow(/overlap/);
  });

  test('a name that is there twice', async () => {
    const bytes = await zip([...members(), { name: 'other.jsonxxx', data: '{}' }]);
    for (let at = bytes.indexOf('other.jsonxxx'); at !== -1; at = bytes.indexOf('other.jsonxxx')) {
      bytes.write('document.json', at);
    }
    await expect(opened(bytes)).rejects.toThrow(/twice/);
  });

  test('bombs: by ratio, by total, by count', async () => {
    const bytes = await zip([...members(), { name: 'zeros', data: Buffer.alloc(4 * 1024 * 1024) }]);
    await expect(opened(bytes)).rejects.toThrow(/suspiciously/);
    await expect(opened(bytes, { ...ARCHIVE_LIMITS, ratio: 1e9, totalBytes: 1e6 })).rejects.toThrow(
      /too large/,
    );
    await expect(opened(bytes, { ...ARCHIVE_LIMITS, entries: 3 })).rejects.toThrow(/more than 3 members/);
    await expect(opened(await zip(members()), { ...ARCHIVE_LIMITS, documentBytes: 20 })).rejects.toThrow(
      /manifest.json is too large/,
    );
  });

  test('a member that is larger than the directory says', async () => {
    const bytes = await zip([
      ...members().slice(0, 1),
      { name: 'document.json', data: `{"graph":${' '.repeat(500)}1}` },
    ]);
    bytes.writeUInt32LE(10, entryOf(bytes, 'document.json') + 24);
    await expect(opened(bytes)).rejects.toThrow(/cannot be unpacked/);
  });

  test.each([
    ['text', async () => Buffer.from('hello'), /not a project file, or it is damaged\./],
    ['nothing', async () => Buffer.alloc(0), /not a project file, or it is damaged\./],
    ['a cut archive', async () => (await zip(members())).subarray(0, 300), /incomplete or damaged\./],
    [
      'an archive without its last byte',
      async () => (await zip(members())).subarray(0, -1),
      /incomplete or damaged\./,
    ],
  ])('%s', async (_what, bytes, reason) => {
    await expect(opened(await bytes())).rejects.toThrow(reason);
  });

  test('another ZIP, a newer file, and documents that are none', async () => {
    await expect(opened(await zip([{ name: 'timeline.otio', data: '{}' }]))).rejects.toThrow(
      /not a project file/,
    );
    await expect(opened(await zip(members({ manifest: { ...manifest, formatVersion: 2 } })))).rejects.toThrow(
      /newer Patchbay/,
    );
    await expect(opened(await zip(members({ document: { graph: 1 } })))).rejects.toThrow(/no graph/);
    const cycle = {
      graph: {
        nodes: [
          { id: 'a', type: 'image/blur' },
          { id: 'a', type: 'image/blur' },
        ],
        connections: [],
      },
    };
    await expect(opened(await zip(members({ document: cycle })))).rejects.toThrow(/Two nodes have the id/);
    const deep = { ...manifest, extra: JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`) as unknown };
    await expect(opened(await zip(members({ manifest: deep })))).rejects.toThrow(/nested too deeply/);
  });

  test('media that are not whole, or not what their hash says', async () => {
    const longer = { ...manifest, media: [{ ...medium, sizeBytes: 99 }] };
    await expect(opened(await zip(members({ manifest: longer })))).rejects.toThrow(
      /“photo.png” is not whole/,
    );
    const [first, second] = members();
    const file = await opened(
      await zip([first!, second!, { name: `media/${sha256}`, data: 'not really a phot0' }]),
    );
    await expect(checkAll(file)).rejects.toThrow(/not what its hash says/);
  });
});
