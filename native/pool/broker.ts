import type { ChildKind } from './launcher.ts';

/**
 * Where a process cannot fork children of its own (the service in an Electron app), it asks the process that forked
 * it. These are the messages between the two.
 */

/** From the service. A child's id is the service's own count. */
export type ToBroker =
  | { kind: 'native-child-launch'; id: number; child: ChildKind; folder: string; mark: string }
  | { kind: 'native-child-kill'; id: number };

/** To the service. With `launched` comes the port to the child. */
export type FromBroker =
  | { kind: 'native-child-launched'; id: number; pid: number | null }
  | { kind: 'native-child-exited'; id: number; code: number | null; output: string };

/** @returns the message, or null for one of another kind. */
export function parseToBroker(message: unknown): ToBroker | null {
  const { kind, id, child, folder, mark } = (message ?? {}) as Record<string, unknown>;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  if (kind === 'native-child-kill') return { kind, id };
  const isLaunch =
    kind === 'native-child-launch' &&
    (child === 'decoder' || child === 'program') &&
    typeof folder === 'string' &&
    typeof mark === 'string' &&
    /^[0-9a-f]{24}$/.test(mark);
  return isLaunch ? { kind, id, child, folder, mark } : null;
}

/** @returns the message, or null for one of another kind. */
export function parseFromBroker(message: unknown): FromBroker | null {
  const { kind, id, pid, code, output } = (message ?? {}) as Record<string, unknown>;
  if (typeof id !== 'number') return null;
  if (kind === 'native-child-launched') return { kind, id, pid: typeof pid === 'number' ? pid : null };
  if (kind !== 'native-child-exited') return null;
  return {
    kind,
    id,
    code: typeof code === 'number' ? code : null,
    output: typeof output === 'string' ? output : '',
  };
}
