import { z } from 'zod';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { jsonFile } from '../storage/atomic-file.ts';

/** The stored list of connections, without keys. */

export { LOCAL_CONNECTION_ID };

const LOCAL_NAME = 'Local workspace';
/** What it was called before; data that still has it gets the name of today. */
const PREVIOUS_LOCAL_NAME = 'This computer';

const StoredConnection = z.object({
  id: z.string(),
  kind: z.enum(['local', 'hosted']),
  name: z.string(),
  /** Empty for a local service that never ran. */
  baseUrl: z.string(),
  keyHint: z.string().nullable(),
  /** The backend that stored the key: when it is another one today, the key is asked for again. */
  keyBackend: z.string().nullable(),
  createdAt: z.string(),
  /** Whether a test of this address and key has passed; missing where nobody asked yet. */
  isTested: z.boolean().optional(),
});
export type StoredConnection = z.infer<typeof StoredConnection>;

const StoredConnections = z.object({
  version: z.literal(1),
  activeId: z.string(),
  connections: z.array(StoredConnection),
});
export type StoredConnections = z.infer<typeof StoredConnections>;

export interface ConnectionStore {
  /** Always has the local connection, first, and an active one. */
  load(): Promise<StoredConnections>;
  save(stored: StoredConnections): Promise<void>;
}

/** @param onQuarantine called when the file was damaged, and whether an earlier copy could be used. */
export function connectionStore(
  path: string,
  getTime: () => number,
  onQuarantine: (isReadable: boolean) => void,
): ConnectionStore {
  let damaged = false;
  const file = jsonFile(path, StoredConnections, {
    now: getTime,
    onQuarantine: () => {
      damaged = true;
    },
  });
  return {
    save: (stored) => file.save(stored),
    async load() {
      const stored = await file.load();
      if (damaged) onQuarantine(stored !== null);
      const remote = stored?.connections.filter(({ id }) => id !== LOCAL_CONNECTION_ID) ?? [];
      const storedLocal = stored?.connections.find(({ id }) => id === LOCAL_CONNECTION_ID);
      const local: StoredConnection = storedLocal ?? {
        id: LOCAL_CONNECTION_ID,
        kind: 'local',
        name: LOCAL_NAME,
        baseUrl: '',
        keyHint: null,
        keyBackend: null,
        createdAt: new Date(getTime()).toISOString(),
      };
      const named = local.name === PREVIOUS_LOCAL_NAME ? { ...local, name: LOCAL_NAME } : local;
      const connections = [named, ...remote];
      const activeId = connections.some(({ id }) => id === stored?.activeId)
        ? (stored?.activeId ?? LOCAL_CONNECTION_ID)
        : LOCAL_CONNECTION_ID;
      return { version: 1, activeId, connections };
    },
  };
}
