import { z } from 'zod';

/** How many tests of a stage ended how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Of the passed: those that failed first. */
  retried: number;
}

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0, retried: 0 };

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    retried: a.retried + b.retried,
  };
}

/** The closing line of a test run, for people and for machines. */
export function closingLine(counts: Counts): string {
  const retried = counts.retried > 0 ? `, ${counts.retried} passed at the second try` : '';
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${retried}`;
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

/** @throws when the text is not the JSON report of that runner. */
export function readCounts(runner: 'vitest' | 'playwright', report: string): Counts {
  if (runner === 'vitest') {
    const counts = VitestReport.parse(JSON.parse(report));
    return {
      passed: counts.numPassedTests,
      failed: counts.numFailedTests,
      skipped: counts.numPendingTests + counts.numTodoTests,
      retried: 0,
    };
  }
  const { stats } = PlaywrightReport.parse(JSON.parse(report));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    retried: stats.flaky,
  };
}
