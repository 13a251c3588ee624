import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { makeInnerFolder, quarantineSync } from '../storage/data-folder.ts';

/**
 * The app's own log, `logs/desk.log` in the data folder. Written synchronously, so that the last line before an end is
 * there. A line that cannot be written (the disk is full) is lost: work goes on without its log.
 */
export function openLogFile(dataDirectory: string, level: string): Logger {
  const folder = join(dataDirectory, 'logs');
  makeInnerFolder(folder, Date.now(), () => {});
  const dest = join(folder, 'desk.log');
  if (statSync(dest, { throwIfNoEntry: false })?.isDirectory() === true) quarantineSync(dest, Date.now());
  const file = pino.destination({ dest, sync: true });
  file.on('error', () => {});
  return pino({ level, base: undefined }, file);
}
