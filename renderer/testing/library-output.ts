import type { LibraryOutput } from '#shared/desk/index.ts';

/** An output of the library for component tests: a poem of a saved project, unless the test says otherwise. */
export const libraryOutput = (number: number, more: Partial<LibraryOutput> = {}): LibraryOutput => ({
  id: String(number),
  connectionId: 'local',
  runId: `run_${number}`,
  key: 'text',
  title: `Poem ${number}`,
  kind: 'text',
  nodeId: 'poem',
  nodeType: 'ai/text',
  projectId: 'prj_1',
  projectName: 'Sunset',
  projectVersion: 3,
  templateId: null,
  batch: null,
  contentType: null,
  filename: null,
  fileId: null,
  sizeBytes: null,
  excerpt: `Line ${number}`,
  createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
  starred: false,
  note: null,
  hidden: false,
  missing: false,
  stackSize: 1,
  ...more,
});

/** The same as a picture. */
export const libraryPicture = (number: number, more: Partial<LibraryOutput> = {}): LibraryOutput =>
  libraryOutput(number, {
    title: `Poster ${number}`,
    kind: 'image',
    fileId: `file_${number}`,
    filename: 'poster.png',
    contentType: 'image/png',
    sizeBytes: 4,
    excerpt: null,
    ...more,
  });
