import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** How many tests of a stage ended how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Names of the passed that failed first, each with how. */
  retried: readonly string[];
}

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0, retried: [] };

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    retried: [...a.retried, ...b.retried],
  };
}

/** The closing line of a test run, for people and for machines. */
export function closingLine(counts: Counts): string {
  const retried = counts.retried.length > 0 ? `, ${counts.retried.length} passed at the second try` : '';
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${retried}`;
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const Suite = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
          }),
        ),
      }),
    )
    .optional(),
  get suites() {
    return z.array(Suite).optional();
  },
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(Suite),
});

/** A line of the failure is enough to know it by; the runner printed the whole. */
const retry = (name: string, failure = ''): string => {
  const [line = ''] = stripVTControlCharacters(failure).split('\n');
  return line.trim() === '' ? name : `${name} (at first: ${line.trim()})`;
};

const flakyOf = ({ specs, suites }: z.output<typeof Suite>): string[] => [
  ...(specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => retry(title, results.find(({ error }) => error !== undefined)?.error?.message)),
  ),
  ...(suites ?? []).flatMap(flakyOf),
];

/** @throws when the text is not the JSON report of that runner. */
export function readCounts(runner: 'vitest' | 'playwright', report: string): Counts {
  if (runner === 'vitest') {
    const counts = VitestReport.parse(JSON.parse(report));
    return {
      passed: counts.numPassedTests,
      failed: counts.numFailedTests,
      skipped: counts.numPendingTests + counts.numTodoTests,
      // A passed test with a failure to tell of had it at the first try.
      retried: counts.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => retry(fullName, failureMessages[0])),
    };
  }
  const { stats, suites } = PlaywrightReport.parse(JSON.parse(report));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    retried: suites.flatMap(flakyOf),
  };
}
