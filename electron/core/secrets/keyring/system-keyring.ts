import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { KeyringError, type Keyring } from './keyring.ts';
import { KeyringReply, type KeyringRequest } from './keyring-messages.ts';

/** How long one call may take. Unlocking a keyring needs a person who types a password. */
const TIMEOUT_MS = 60_000;

interface Pending {
  child: ChildProcess;
  resolve: (secret: string | null) => void;
  reject: (error: KeyringError) => void;
  timer: ReturnType<typeof setTimeout>;
}

type Operation =
  | { operation: 'get'; account: string }
  | { operation: 'set'; account: string; secret: string }
  | { operation: 'delete'; account: string };

/**
 * The keyring of the system, called in a process of its own: a call that hangs or crashes ends that process and nothing
 * else. The process starts at the first call, and again after it ended.
 * @param options.entry the program that calls the keyring.
 * @param options.service name that the secrets stand under in the keyring.
 */
export function createSystemKeyring(
  options: {
    entry?: string;
    service?: string;
    timeoutMs?: number;
    env?: Readonly<Record<string, string | undefined>>;
  } = {},
): Keyring {
  const entry = options.entry ?? join(import.meta.dirname, 'keyring-child.ts');
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const pending = new Map<number, Pending>();
  let child: ChildProcess | null = null;
  let lastId = 0;

  const settle = (id: number, act: (pendingCall: Pending) => void): void => {
    const pendingCall = pending.get(id);
    if (!pendingCall) return;
    pending.delete(id);
    clearTimeout(pendingCall.timer);
    act(pendingCall);
    // Without calls the process must not keep the host running.
    if (pending.size > 0) return;
    pendingCall.child.channel?.unref();
    pendingCall.child.unref();
  };
  /** Ends a process and fails what it was asked. */
  const end = (ending: ChildProcess, reason: string): void => {
    if (child === ending) child = null;
    ending.kill('SIGKILL');
    for (const [id, pendingCall] of pending) {
      if (pendingCall.child === ending) settle(id, ({ reject }) => reject(new KeyringError(reason)));
    }
  };

  const start = (): ChildProcess => {
    const started = fork(entry, [options.service ?? 'Patchbay'], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      ...(options.env === undefined ? {} : { env: options.env }),
    });
    started.on('message', (message) => {
      const reply = KeyringReply.safeParse(message);
      if (!reply.success) return;
      const { id, secret, error } = reply.data;
      settle(id, ({ resolve, reject }) => {
        if (error === null) resolve(secret);
        else reject(new KeyringError(error));
      });
    });
    const onExit = (): void => end(started, 'the keyring process ended');
    started.on('exit', onExit);
    started.on('error', onExit);
    return started;
  };

  const call = (operation: Operation): Promise<string | null> =>
    new Promise((resolve, reject) => {
      child ??= start();
      const current = child;
      current.ref();
      current.channel?.ref();
      lastId += 1;
      const id = lastId;
      // Native calls cannot be taken back; the process can.
      const timer = setTimeout(
        () => end(current, `it did not answer within ${Math.round(timeoutMs / 1000)} seconds`),
        timeoutMs,
      );
      pending.set(id, { child: current, resolve, reject, timer });
      current.send({ id, ...operation } satisfies KeyringRequest, (error) => {
        if (error) settle(id, () => reject(new KeyringError('the keyring process ended')));
      });
    });

  return {
    get: (account) => call({ operation: 'get', account }),
    async set(account, secret) {
      await call({ operation: 'set', account, secret });
    },
    async delete(account) {
      await call({ operation: 'delete', account });
    },
    close() {
      if (child) end(child, 'Patchbay is closing');
    },
  };
}
