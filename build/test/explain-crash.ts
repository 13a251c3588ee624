import { readlinkSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CRASH_FOLDER, reportCrash } from './crash-net.ts';
import { moveCore } from './core-dump.ts';

/** `explain-crash.ts --pid P --signal S --since MS COMMAND…`: for whoever ran a program that has just crashed. */

const { values, positionals } = parseArgs({
  options: { pid: { type: 'string' }, signal: { type: 'string' }, since: { type: 'string' } },
  allowPositionals: true,
});
const crash = {
  pid: Number(values.pid),
  signal: values.signal ?? '',
  startedAt: Number(values.since),
  command: positionals.join(' '),
  cwd: process.cwd(),
  executable: process.platform === 'linux' ? readlinkSync('/proc/self/exe') : process.execPath,
};
await reportCrash(crash, moveCore(crash, CRASH_FOLDER), (text) => process.stderr.write(text));
