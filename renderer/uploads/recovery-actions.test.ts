import { describe, expect, it } from 'vitest';
import type { UploadProblem } from '#shared/desk/index.ts';
import type { UploadItem } from './upload-queue.ts';
import { uploadLabel, recoveryActions } from './recovery-actions.ts';

const item = (change: Partial<UploadItem>): UploadItem => ({
  nodeId: 'n',
  input: 'file',
  base: 'file',
  filename: 'a.mov',
  sizeBytes: 10,
  kind: 'video',
  before: null,
  previewUrl: null,
  state: 'failed',
  progress: 0.434,
  uploadId: 'u',
  fileId: null,
  error: 'A sentence.',
  problem: null,
  retryable: true,
  resumable: true,
  ...change,
});

describe('ways on from a failed upload', () => {
  it.each<[UploadProblem, boolean, string]>([
    ['no-room', true, 'free-space'],
    ['too-large', false, 'choose-smaller'],
    ['not-accepted', false, 'choose-other'],
    ['expired', true, 'try-again'],
    ['key', true, 'enter-key'],
    ['lost', false, 'choose-again'],
    ['disk-full', true, 'try-again'],
  ])('%s is answered first by what helps', (problem, retryable, first) => {
    expect(recoveryActions(item({ problem, retryable }))[0]).toBe(first);
  });

  it('never offers to try again what cannot be tried again', () => {
    for (const problem of ['too-large', 'not-accepted', 'lost', 'other', null] as const) {
      expect(recoveryActions(item({ problem, retryable: false }))).not.toContain('try-again');
    }
  });

  it('offers nothing while all goes well, and no hurry to one that waits by itself', () => {
    expect(recoveryActions(item({ state: 'uploading' }))).toEqual([]);
    expect(recoveryActions(item({ state: 'paused' }))).toEqual([]);
    expect(recoveryActions(item({ state: 'waiting', problem: 'away' }))).toContain('try-again');
  });
});

it('says how each upload stands', () => {
  expect(
    (['checking', 'uploading', 'waiting', 'paused', 'failed'] as const).map((state) =>
      uploadLabel(item({ state })),
    ),
  ).toEqual([
    'Checking the file',
    'Uploading 43 %',
    'Waits for the service at 43 %',
    'Paused at 43 %',
    'A sentence.',
  ]);
});
