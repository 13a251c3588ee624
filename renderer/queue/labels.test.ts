import { expect, test } from 'vitest';
import type { QueuedRun, QueueSummary } from '#shared/desk/index.ts';
import { buttonText, finishedText, runName, runText, summaryText, titleText } from './labels.ts';

const AT = '2026-01-01T00:00:00Z';
const now = Date.parse('2026-01-01T00:00:12.400Z');
const item = (more: Partial<QueuedRun> = {}): QueuedRun => ({
  kind: 'run',
  run: {
    runId: 'r',
    connectionId: 'local',
    projectId: 'p',
    status: 'running',
    createdAt: AT,
    updatedAt: AT,
    projectVersion: 1,
    executionTimeMs: null,
    creditsUsedMicrocredits: '1500000',
    lastEventId: null,
  },
  number: 3,
  state: 'running',
  position: null,
  progress: { doneNodes: 4, totalNodes: 9, fraction: 0.5, startedAt: AT },
  expected: { p50: 40_000, p90: 60_000 },
  canCancel: true,
  canMove: false,
  ...more,
});
const summary = (more: Partial<QueueSummary>): QueueSummary => ({
  running: 0,
  waiting: 0,
  fraction: null,
  order: 'here',
  ...more,
});

test('a run is named by its number and project, and says how far it is', () => {
  expect(runName(3, 'Poster')).toBe('Run 3 of “Poster”');
  expect(runName(3, null)).toBe('Run 3');
  expect(runName(3, 'Poster', { kind: 'film', filename: 'Poster.mp4' })).toBe('Export of “Poster.mp4”');
  expect(runName(3, 'Poster', { kind: 'once', changes: [] })).toBe('Run 3 of “Poster”');
  expect(runText(item(), { isUnavailable: false, timestamp: now })).toBe(
    'Running · 4 of 9 nodes · 12 s · usually 40 s, at most 1 min 00 s · 1.5 credits so far',
  );
  const ofOne = { doneNodes: 0, totalNodes: 1, fraction: 0.2, startedAt: AT };
  expect(
    runText(item({ progress: ofOne, expected: null }), { isUnavailable: false, timestamp: now }),
  ).toMatch(/^Running · 12 s/);
  expect(
    runText(item({ state: 'canceling', expected: null }), { isUnavailable: false, timestamp: now }),
  ).toMatch(/^Stopping · 4/);
  expect(runText(item({ expected: null }), { isUnavailable: true, timestamp: now })).toBe(
    'The service does not answer; the run goes on there · 4 of 9 nodes · 1.5 credits so far',
  );
});

test('one that waits says its place where that is known, and no more where it is not', () => {
  const waiting = (position: number | null) =>
    runText(item({ state: 'waiting', position }), { isUnavailable: false, timestamp: now });
  expect([1, 2, 3, 4, 11, 22].map(waiting)).toEqual([
    'Starts next',
    '2nd in line',
    '3rd in line',
    '4th in line',
    '11th in line',
    '22nd in line',
  ]);
  expect(waiting(null)).toBe('Waits for the service');
});

test('title and button say the count and how far it is, and nothing when nothing goes on', () => {
  expect(titleText(summary({ running: 1, waiting: 1, fraction: 0.459 }))).toBe('(2) 45 %');
  expect(titleText(summary({ waiting: 2 }))).toBe('(2)');
  expect(titleText(summary({}))).toBeNull();
  expect(buttonText(summary({ running: 2, fraction: 1 }))).toBe('2 · 100 %');
  expect(buttonText(summary({}))).toBeNull();
  expect(
    [summary({}), summary({ running: 2 }), summary({ running: 1, waiting: 3 })].map(summaryText),
  ).toEqual(['Nothing is running', '2 running', '1 running, 3 waiting']);
});

test('a run that ended without the answer of a model says what was perhaps charged', () => {
  const ended = (perhapsCharged?: string) => {
    const run = { ...item().run, status: 'failed' as const, creditsUsedMicrocredits: '0' };
    return finishedText({
      kind: 'run',
      number: 3,
      run: perhapsCharged === undefined ? run : { ...run, perhapsCharged },
    });
  };
  expect(ended()).toBe('Failed');
  expect(ended('30000000')).toBe('Failed · perhaps charged 30 credits');
  // No price was set for the model.
  expect(ended('0')).toBe('Failed · perhaps charged');
});
