import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { matchesChoice, type TagChoice } from './rig-tests.ts';

/** A try of a test that did not pass. */
export interface FailedTry {
  name: string;
  /** The first line of the failure, empty when the runner gave none. */
  failure: string;
  /** The file it stands in, as the runner names it. */
  file: string;
  /** From when to when it ran, milliseconds since 1970. Of a unit test: its file. */
  from: number;
  to: number;
}

/** How many tests of a stage ended how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The first tries of those that passed at the second. */
  retried: readonly FailedTry[];
  /** Tests that failed for good. */
  failures: readonly FailedTry[];
}

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0, retried: [], failures: [] };

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    retried: [...a.retried, ...b.retried],
    failures: [...a.failures, ...b.failures],
  };
}

/** The closing line of a test run, for people and for machines. */
export function closingLine(counts: Counts): string {
  const retried = counts.retried.length > 0 ? `, ${counts.retried.length} passed at the second try` : '';
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${retried}`;
}

/** A line of the failure is enough to know it by; the runner printed the whole. */
export const describeTry = ({ name, failure }: FailedTry): string =>
  failure === '' ? name : `${name} (at first: ${failure})`;

const firstLine = (failure = ''): string => stripVTControlCharacters(failure).split('\n')[0]?.trim() ?? '';

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
          tags: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

const StoryTry = z.object({
  startTime: z.iso.datetime(),
  duration: z.number(),
  error: z.object({ message: z.string().optional() }).optional(),
});

const Suite = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        tests: z.array(z.object({ status: z.string(), results: z.array(StoryTry) })),
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

/** The first tries of the stories that ended so. */
const triesOf = ({ specs, suites }: z.output<typeof Suite>, status: 'flaky' | 'unexpected'): FailedTry[] => [
  ...(specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter((test) => test.status === status)
      .flatMap(({ results: [first] }) => {
        if (first === undefined) return [];
        const from = Date.parse(first.startTime);
        const failure = firstLine(first.error?.message);
        return [{ name: title, file, failure, from, to: from + first.duration }];
      }),
  ),
  ...(suites ?? []).flatMap((suite) => triesOf(suite, status)),
];

/**
 * @param choice which tests the stage was to play, where it left others out: the runner calls those skipped.
 * @throws when the text is not the JSON report of that runner.
 */
export function readCounts(
  runner: 'vitest' | 'playwright',
  report: string,
  choice: TagChoice | null = null,
): Counts {
  if (runner === 'vitest') {
    const counts = VitestReport.parse(JSON.parse(report));
    const failures = counts.testResults.flatMap(({ name: file, startTime, endTime, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          name: fullName,
          failure: firstLine(failureMessages[0]),
          file,
          from: startTime,
          to: endTime,
        })),
    );
    const leftOut = counts.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(
        ({ status, tags }) => status === 'skipped' && choice !== null && !matchesChoice(tags, choice),
      ).length;
    return {
      passed: counts.numPassedTests,
      failed: counts.numFailedTests,
      skipped: counts.numPendingTests + counts.numTodoTests - leftOut,
      retried: [],
      failures,
    };
  }
  const { stats, suites } = PlaywrightReport.parse(JSON.parse(report));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    retried: suites.flatMap((suite) => triesOf(suite, 'flaky')),
    failures: suites.flatMap((suite) => triesOf(suite, 'unexpected')),
  };
}
