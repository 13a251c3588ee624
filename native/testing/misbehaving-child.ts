import { spawn } from 'node:child_process';
import { closeSync, linkSync, readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNEL_FD } from '../child/channel.ts';
import { endsWithParent } from '../pool/ends-with-parent.ts';
import { runNativeChild, type ChildTask, type TaskHandler } from '../child/program.ts';
import { sharp } from '../decoders/sharp.ts';
import type { FromChild, Json } from '../protocol.ts';

/** A native child whose tasks do what decoders do when they are attacked. For tests. */

interface Instructions {
  text?: string;
  path?: string;
  sign?: string;
  milliseconds?: number;
  bytes?: number;
}

const given = ({ input }: ChildTask): Instructions => input as Instructions;
const never = (): Promise<never> => new Promise(() => setInterval(() => {}, 1 << 30));
/** Writes to the line past everything that keeps to the protocol. */
const raw = (text: string, descriptor = CHANNEL_FD) => {
  for (let rest = Buffer.from(text); rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
};
const rawMessage = (message: FromChild) => raw(`${JSON.stringify(message)}\n`);
const attempt = (act: () => unknown): string => {
  try {
    act();
    return 'done';
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
};

const handlers: Record<string, TaskHandler> = {
  echo: async (task) => given(task).text ?? null,
  /** As many bytes of text as asked for. */
  text: async (task) => 'x'.repeat(given(task).bytes ?? 0),
  /** Says that a list of so many empty objects is its value. */
  'many-values': async (task) => {
    writeFileSync(join(task.outFolder, 'many'), `[${'{},'.repeat(given(task).bytes ?? 0)}{}]`);
    rawMessage({ kind: 'succeeded-in-file', taskId: task.id, file: 'many' });
    return never();
  },
  pid: async () => process.pid,
  /** Reports that it began, then waits to be ended. */
  hang: async (task) => {
    task.progress(0.5);
    return never();
  },
  /** Never comes to an end of a file that begins so; says what another one holds. */
  'describe-media': async (task) => {
    const text = readFileSync(join(task.inFolder, 'original'), 'utf8');
    return text.startsWith('endless') ? never() : text;
  },
  /** Waits until it is canceled. */
  wait: async (task) => {
    task.progress(0.5);
    return new Promise((resolve) => task.signal.addEventListener('abort', () => resolve(null)));
  },
  block: async (task) => {
    task.progress(0.5);
    // The message leaves before the loop begins.
    await new Promise((resolve) => setImmediate(resolve));
    for (;;);
  },
  fail: async () => {
    throw new TypeError('x is not a function');
  },
  environment: async () => process.env as Json,
  'kill-itself': async () => {
    process.kill(process.pid, 'SIGKILL');
    return never();
  },
  /** Reports its process id and waits for a signal: the net under crashed processes knows the signals that tests send. */
  'await-signal': async (task) => {
    task.progress(0.5, String(process.pid));
    return never();
  },
  exit: async () => process.exit(0),
  /** Native memory, as a decoder takes it: the JavaScript heap stays small. */
  allocate: async (task) => {
    task.progress(0.5);
    const held: Buffer[] = [];
    for (;;) {
      held.push(Buffer.alloc(16 * 1024 * 1024, 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
  'close-line': async () => {
    closeSync(CHANNEL_FD);
    return never();
  },
  'answer-twice': async ({ id }) => {
    rawMessage({ kind: 'succeeded', taskId: id, value: 'first' });
    return 'second';
  },
  'answer-late': async (task) => {
    setTimeout(() => rawMessage({ kind: 'log', taskId: task.id, message: 'late' }), given(task).milliseconds);
    return 'done';
  },
  'answer-for-others': async () => {
    rawMessage({ kind: 'succeeded', taskId: 4711, value: 'not mine' });
    return never();
  },
  /** `TASK` stands for the id of the task. */
  'send-raw': async (task) => {
    raw((given(task).text ?? '').replace('TASK', String(task.id)));
    return never();
  },
  'flood-line': async () => {
    const piece = 'x'.repeat(1024 * 1024);
    for (;;) raw(piece);
  },
  'flood-output': async () => {
    const piece = 'x'.repeat(1024 * 1024);
    for (;;) raw(piece, 1);
  },
  /** Starts a process that lives on, in the group or outside of it. */
  fork: async (task) => {
    const child = spawn('sleep', ['1000'], { stdio: 'ignore', detached: given(task).text === 'detached' });
    child.unref();
    return child.pid ?? null;
  },
  /** Starts a process as nodes start ffmpeg, reports its id and its own, and hears nothing any more. */
  'block-with-program': async (task) => {
    const [command, ...before] = [...endsWithParent(), 'sleep'];
    const child = spawn(command, [...before, '1000'], { stdio: 'ignore' });
    task.progress(0.5, JSON.stringify([process.pid, child.pid]));
    await new Promise((resolve) => setImmediate(resolve));
    for (;;);
  },
  /** Folders in folders, until their path is longer than the system takes. */
  'deep-folders': async (task) =>
    new Promise((resolve) => {
      const step = `d=$(printf 'a%.0s' $(seq 200)); i=0; while [ $i -lt 50 ]; do mkdir $d && cd -P ./$d || exit; i=$((i+1)); done`;
      const child = spawn('sh', ['-c', step], { stdio: 'ignore', cwd: task.outFolder });
      child.once('exit', () => resolve(null));
    }),
  'try-fork': async () => attempt(() => spawn('sleep', ['1000'])),
  read: async (task) => attempt(() => readFileSync(given(task).path ?? '')),
  write: async (task) => attempt(() => writeFileSync(given(task).path ?? '', 'poison')),
  'read-input': async (task) => readFileSync(join(task.inFolder, given(task).text ?? ''), 'utf8'),
  'write-input': async (task) =>
    attempt(() => writeFileSync(join(task.inFolder, given(task).text ?? ''), 'poison')),
  'write-output': async (task) => {
    writeFileSync(join(task.outFolder, 'result'), given(task).text ?? '');
    return 'result';
  },
  /** Tries to pass a file that is not its own off as a result. */
  'link-output': async (task) => {
    const target = join(task.outFolder, 'result');
    return {
      symbolic: attempt(() => symlinkSync(given(task).path ?? '', target)),
      hard: attempt(() => linkSync(given(task).path ?? '', target)),
    };
  },
  /** A step that takes longer than it says. */
  step: async (task) => task.withTimeout(given(task).milliseconds ?? 0, never),
  'picture-size': async (task) => {
    const { width, height } = await sharp(join(task.inFolder, given(task).text ?? '')).metadata();
    return { width, height };
  },
};

await runNativeChild({ handlers });
