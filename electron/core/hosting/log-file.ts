import { join } from 'node:path';
import { pino, type Logger } from 'pino';

/**
 * The app's own log, `logs/desk.log` in the data folder. Written synchronously, so that the last line before an end is
 * there. A line that cannot be written (the disk is full) is lost: work goes on without its log.
 */
export function openLogFile(dataDirectory: string, level: string): Logger {
  const file = pino.destination({ dest: join(dataDirectory, 'logs', 'desk.log'), mkdir: true, sync: true });
  file.on('error', () => {});
  return pino({ level, base: undefined }, file);
}
