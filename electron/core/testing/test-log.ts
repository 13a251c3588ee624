import type { CoreLog, LogFields } from '../options.ts';

/** A log that a test can read. */
export function createTestLog(): CoreLog & { lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (fields: LogFields, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  return { lines, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
