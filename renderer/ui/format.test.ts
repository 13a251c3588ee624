import { words } from '#renderer/words/index.ts';
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCredits,
  formatDay,
  formatDuration,
  formatLength,
  formatRelativeTime,
  displayFileName,
} from './format.ts';

describe('formats', () => {
  it('writes sizes, durations and counts with their units', () => {
    expect(formatBytes(999)).toBe('999 B');
    expect(formatBytes(14_200_000)).toBe('14.2 MB');
    expect(formatBytes(999_999)).toBe('1 MB');
    expect(formatDuration(340)).toBe('340 ms');
    expect(formatDuration(4230)).toBe('4.2 s');
    expect(formatDuration(185_000)).toBe('3 min 05 s');
    expect(formatDuration(59_990)).toBe('1 min 00 s');
    expect(words.counts.nodes(1)).toBe('1 node');
    expect(words.counts.nodes(1200)).toBe('1,200 nodes');
  });

  it('never writes a cost as nothing when it is something', () => {
    expect(formatCredits('0')).toBe('free');
    expect(formatCredits('2500000')).toBe('2.5 credits');
    expect(formatCredits('150')).toBe('0.00015 credits');
    expect(formatCredits(null)).toBeNull();
    expect(formatCredits('many')).toBeNull();
  });

  it('says how long ago', () => {
    const now = Date.parse('2026-01-10T12:00:00Z');
    expect(formatRelativeTime(now - 20_000, now)).toBe('just now');
    expect(formatRelativeTime(now - 5 * 60_000, now)).toBe('5 minutes ago');
    expect(formatRelativeTime(now - 26 * 3_600_000, now)).toBe('yesterday');
  });

  it('names a day by its distance, then by its date, and its year where that is another', () => {
    const now = new Date(2026, 0, 10, 12).getTime();
    expect(formatDay(new Date(2026, 0, 10, 0, 1).getTime(), now)).toBe('Today');
    expect(formatDay(new Date(2026, 0, 9, 23, 59).getTime(), now)).toBe('Yesterday');
    expect(formatDay(new Date(2026, 0, 5).getTime(), now)).toMatch(/^Monday\b.*\bJanuary\b/);
    expect(formatDay(new Date(2026, 0, 5).getTime(), now)).not.toContain('2026');
    expect(formatDay(new Date(2025, 11, 5).getTime(), now)).toContain('2025');
  });
});

it('writes how long a film is', () => {
  expect([0, 42.4, 64, 3723].map(formatLength)).toEqual(['0:00', '0:42', '1:04', '1:02:03']);
});

it('calls a file by its name alone, whatever folders a bundle had it in', () => {
  expect(['media/gradient.png', 'media\\day 1\\a.mov', 'plain.png', ''].map(displayFileName)).toEqual([
    'gradient.png',
    'a.mov',
    'plain.png',
    '',
  ]);
});
