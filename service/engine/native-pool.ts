import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { electronParentPort } from '#native/child/channel.ts';
import { createBrokerLauncher, type BrokerPort } from '#native/pool/broker-launcher.ts';
import { NativePool } from '#native/pool/native-pool.ts';
import { createSpawnLauncher } from '#native/pool/spawn-launcher.ts';

export interface NativePoolSettings {
  /** URL of a module that exports `nodeDefinitions`; by default the service's own node types. */
  nodesModule?: string;
  /** The program of a child; by default the source, or the bundle, of this module's own. */
  entry?: string;
  /** Nodes that compute at the same time. Default: one more than there are processors; at least two. */
  threads?: number;
  /** MiB of JavaScript heap of a child. */
  threadMemoryMegabytes?: number;
  /** Bytes of memory that a child and its programs may use; null for the usual. */
  memoryBytes?: number | null;
  /** How long a canceled node may take to stop before its child is ended. Default 5 s. */
  cancelGraceMs?: number;
  /** Folders that children may read and write besides their own; for tests. */
  sharedFolders?: readonly string[];
}

/** Small pictures that are made at the same time, beside the nodes. */
const PICTURES = 2;
/** Lane of executions of nodes. */
export const NODES_LANE = 'nodes';

/** How many nodes compute at the same time. */
export const parallelNodes = (settings: NativePoolSettings): number =>
  Math.max(2, settings.threads ?? availableParallelism() + 1);

/** Opens the children in which the service does everything that decodes bytes of strangers. */
export function openNativePool(
  workFolder: string,
  log: Logger,
  settings: NativePoolSettings = {},
): NativePool {
  const { nodesModule, threadMemoryMegabytes, cancelGraceMs, sharedFolders, memoryBytes } = settings;
  const entry = settings.entry ?? fileURLToPath(new URL('./native-child.ts', import.meta.url));
  const nodes = parallelNodes(settings);
  const args = nodesModule === undefined ? [] : [nodesModule];
  const parent = electronParentPort();
  return new NativePool({
    launcher:
      parent === null || parent === undefined
        ? createSpawnLauncher({
            entry,
            args,
            ...(sharedFolders === undefined ? {} : { sharedFolders }),
            limits: {
              ...(threadMemoryMegabytes !== undefined && { heapMegabytes: threadMemoryMegabytes }),
              ...(typeof memoryBytes === 'number' && { memoryBytes }),
            },
          })
        : createBrokerLauncher(parent as BrokerPort),
    // On the file system of the blobs, so that inputs are links and no copies.
    folder: join(workFolder, 'native'),
    size: nodes + PICTURES,
    lanes: { [NODES_LANE]: nodes, pictures: PICTURES },
    minIdle: 2,
    ...(cancelGraceMs === undefined ? {} : { cancelGraceMs }),
    onLoss: ({ reason, detail }) => log.warn({ reason, detail }, 'a native child was lost'),
  });
}
