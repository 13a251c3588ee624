import { expect, test } from 'vitest';
import type { Transfer, Upload, ZipDownload } from '#shared/desk/index.ts';
import { fileOfTransfer, fileOfUpload, fileOfZip } from './queued-files.ts';

const AT = '2026-01-01T00:00:00Z';

const upload = (more: Partial<Upload>): Upload => ({
  id: 'upload_1',
  connectionId: 'local',
  projectId: null,
  nodeId: null,
  input: null,
  settled: false,
  filename: 'sky.png',
  contentType: 'image/png',
  sizeBytes: 10,
  receivedBytes: 10,
  sentBytes: 4,
  progress: 0.4,
  state: 'uploading',
  fileId: null,
  error: null,
  problem: null,
  retryable: false,
  createdAt: AT,
  ...more,
});

test.each<[Partial<Upload>, object]>([
  [{ state: 'receiving' }, { state: 'working', canPause: false, canRetry: false, fraction: 0.4 }],
  [{ state: 'uploading' }, { state: 'working', canPause: true, name: 'sky.png', totalBytes: 10 }],
  [
    { state: 'waiting', error: 'It waits.' },
    { state: 'waiting', canPause: true, error: 'It waits.' },
  ],
  [{ state: 'paused' }, { state: 'paused', canPause: false }],
  [
    { state: 'failed', retryable: true },
    { state: 'failed', canRetry: true },
  ],
  [
    { state: 'failed', retryable: true, settled: true },
    { state: 'failed', canRetry: false },
  ],
  [
    { state: 'failed', retryable: false },
    { state: 'failed', canRetry: false },
  ],
])('an upload %o is a row %o', (more, row) => {
  expect(fileOfUpload(upload(more))).toMatchObject(row);
});

test('an export and an import say how far they are once their size is known', () => {
  const transfer: Transfer = {
    id: 'transfer_1',
    kind: 'export',
    connectionId: 'local',
    projectId: 'prj_1',
    state: 'working',
    step: 'reading',
    doneBytes: 0,
    totalBytes: null,
    name: null,
    nodeCount: 0,
    mediaCount: 0,
    sizeBytes: null,
    problems: [],
    missingTypes: [],
    error: null,
  };
  expect(fileOfTransfer(transfer, AT)).toMatchObject({ work: 'export', name: null, fraction: null, at: AT });
  const importing: Transfer = { ...transfer, kind: 'import', name: 'Poster', doneBytes: 5, totalBytes: 20 };
  expect(fileOfTransfer(importing, AT)).toMatchObject({
    work: 'import',
    name: 'Poster',
    fraction: 0.25,
    totalBytes: 20,
    canRetry: false,
  });
});

test('a ZIP counts its files, and one that broke off says what to do', () => {
  const zip: ZipDownload = {
    id: 'zip_1',
    connectionId: 'local',
    name: 'Poster.zip',
    state: 'working',
    doneFiles: 1,
    totalFiles: 4,
    at: AT,
  };
  expect(fileOfZip(zip)).toMatchObject({ kind: 'file', work: 'zip', fraction: 0.25, error: null });
  expect(fileOfZip({ ...zip, totalFiles: null }).fraction).toBeNull();
  expect(fileOfZip({ ...zip, state: 'failed' }).error).toContain('Save the outputs again.');
});
