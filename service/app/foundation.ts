import type { Logger } from 'pino';
import type { ServiceConfig } from '#service/context.ts';
import { openNativePool, type NativePoolSettings } from '#service/engine/native-pool.ts';
import {
  lockDataDirectory,
  prepareDataDirectory,
  shareDataDirectory,
} from '#service/storage/data-directory.ts';
import { createLog } from './log.ts';
import type { NativePool } from '#native/pool/native-pool.ts';

/**
 * What a service stands on: its data directory, held by this process, its log, and its native children. Little needs
 * to be loaded for it, so that a first child can come up while the rest of the program is loaded.
 */
export interface ServiceResources {
  log: Logger;
  native: NativePool;
  /** A folder for what is under way, of no other process. */
  workFolder: string;
  /** Ends the children and gives the directory back. */
  close(): Promise<void>;
}

/** @throws DataDirectoryProblem when the directory cannot be used or another service holds it. */
export function openResources(
  {
    dataDirectory,
    database,
    ...settings
  }: Pick<ServiceConfig, 'dataDirectory' | 'database' | 'logLevel' | 'logFormat'>,
  children: NativePoolSettings = {},
): ServiceResources {
  prepareDataDirectory(dataDirectory);
  const { workFolder, unlock } =
    database === undefined
      ? { workFolder: dataDirectory, unlock: lockDataDirectory(dataDirectory) }
      : shareDataDirectory(dataDirectory);
  const log = createLog(settings);
  let native: NativePool;
  try {
    native = openNativePool(workFolder, log, children);
  } catch (error) {
    unlock();
    throw error;
  }
  return {
    log,
    native,
    workFolder,
    async close() {
      await native.close();
      unlock();
    },
  };
}
