import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeFileSync } from 'node:fs';
import { imageBlur } from '#service/nodes/image/blur.ts';
import { imageInfo } from '#service/nodes/image/info.ts';
import { inputImage } from '#service/nodes/input/image.ts';
import { inputNumber } from '#service/nodes/input/number.ts';
import { inputText } from '#service/nodes/input/text.ts';
import { controlLoopEnd } from '#service/nodes/control/loop-end.ts';
import { controlLoopStart } from '#service/nodes/control/loop-start.ts';
import { listPick } from '#service/nodes/list/pick.ts';
import { listValues } from '#service/nodes/list/values.ts';
import { logicIf } from '#service/nodes/logic/if.ts';
import { logicSwitch } from '#service/nodes/logic/switch.ts';
import { outputFile } from '#service/nodes/output/file.ts';
import { outputValue } from '#service/nodes/output/value.ts';
import {
  isMissing,
  LIST_KIND,
  NodeFailure,
  type ListValue,
  type NodeDefinition,
  type NodeExecution,
  type NodeValue,
  type PinDefinition,
} from '#service/nodes/definition.ts';

/** Node types that let tests watch the engine: they meet, wait for a sign, crash, or note that they ran. */

const text = (name: string, fallback?: string): PinDefinition => ({
  name,
  label: name,
  type: 'text',
  ...(fallback === undefined ? {} : { default: fallback }),
});
const any = (name: string): PinDefinition => ({ name, label: name, type: 'any', optional: true });

function define(
  type: string,
  inputs: PinDefinition[],
  execute: (execution: NodeExecution, inputs: Record<string, string>) => Promise<Record<string, NodeValue>>,
  extra: Partial<NodeDefinition> = {},
): NodeDefinition {
  return {
    type,
    version: 1,
    title: type.slice(type.indexOf('/') + 1),
    category: 'test',
    description: 'For tests of the engine.',
    icon: 'flask-conical',
    tags: [],
    inputs,
    outputs: [{ name: 'out', label: 'Out', type: 'any' }],
    execute: (execution) => execute(execution, execution.inputs as Record<string, string>),
    ...extra,
  };
}

/** Waits until a condition holds; ends with the node when the run is canceled. */
async function until(execution: NodeExecution, holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(5, undefined, { signal: execution.signal });
}

const exists = async (folder: string, name: string): Promise<boolean> =>
  (await readdir(folder)).includes(name);

const rowsOf = (values: NodeValue): ListValue => ({
  kind: LIST_KIND,
  items: (values as NodeValue[]).map((value, at) => ({
    value: Array.isArray(value) ? rowsOf(value) : value,
    trace: [`row ${at + 1}`],
  })),
});

export const nodeDefinitions: readonly NodeDefinition[] = [
  inputText,
  inputNumber,
  inputImage,
  imageBlur,
  imageInfo,
  controlLoopStart,
  controlLoopEnd,
  logicIf,
  logicSwitch,
  listPick,
  listValues,
  outputValue,
  outputFile,

  // Notes each execution as a line of a file, so that reuse shows.
  define(
    'test/count',
    [text('folder'), text('name', 'count'), any('in')],
    async ({ inputs }, { folder, name }) => {
      await appendFile(join(folder!, name!), 'x\n');
      return { out: inputs['in'] ?? name! };
    },
  ),

  // Ends when as many nodes are executing at once as `count` says.
  define(
    'test/meet',
    [text('folder'), text('name'), { name: 'count', label: 'count', type: 'number', default: 2 }],
    async (execution, { folder, name }) => {
      await writeFile(join(folder!, `${name}.here`), '');
      const count = Number(execution.inputs['count']);
      await until(execution, async () => {
        const here = (await readdir(folder!)).filter((entry) => entry.endsWith('.here'));
        return here.length >= count;
      });
      return { out: name! };
    },
    { cacheable: false },
  ),

  // Says that it began, then waits for the file `<name>.go`.
  define(
    'test/gate',
    [text('folder'), text('name', 'gate'), any('in')],
    async (execution, { folder, name }) => {
      await appendFile(join(folder!, `${name}.began`), 'x\n');
      execution.progress(0.5, 'waiting for a sign');
      await until(execution, () => exists(folder!, `${name}.go`));
      return { out: name! };
    },
    { cacheable: false },
  ),

  // The same, and its result is kept.
  define(
    'test/hold',
    [text('folder'), text('name', 'hold'), { name: 'fail', label: 'fail', type: 'boolean', default: false }],
    async (execution, { folder, name }) => {
      await appendFile(join(folder!, `${name}.began`), 'x\n');
      await until(execution, () => exists(folder!, `${name}.go`));
      if (execution.inputs['fail'] === true) throw new NodeFailure('HELD', 'This was to fail.');
      return { out: await execution.writeFile(Buffer.from(name!), 'held.txt', 'text/plain') };
    },
  ),

  // The same beside others on one thread.
  define(
    'test/idle',
    [text('folder'), text('name', 'idle')],
    async (execution, { folder, name }) => {
      await appendFile(join(folder!, `${name}.began`), 'x\n');
      await until(execution, () => exists(folder!, `${name}.go`));
      return { out: name! };
    },
    { cacheable: false, waits: true },
  ),

  // Never looks up again: only the end of its process stops it.
  define(
    'test/stubborn',
    [text('folder')],
    async (_execution, { folder }) => {
      writeFileSync(join(folder!, 'stubborn.began'), '');
      for (;;);
    },
    { cacheable: false },
  ),

  define('test/exit', [any('in')], async () => process.exit(3), { cacheable: false }),

  define(
    'test/memory',
    [],
    async () => {
      const kept: string[][] = [];
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => `${kept.length}-${index}`));
    },
    { cacheable: false },
  ),

  // Memory outside of the JavaScript heap, as decoders take it.
  define(
    'test/allocate',
    [],
    async () => {
      const held: Buffer[] = [];
      for (;;) {
        held.push(Buffer.alloc(32 * 1024 * 1024, 1));
        await pause(0);
      }
    },
    { cacheable: false },
  ),

  // Takes the engine's process down, as a power cut does.
  define(
    'test/kill',
    [text('folder')],
    async (_execution, { folder }) => {
      await appendFile(join(folder!, 'kill.began'), 'x\n');
      process.kill(process.ppid, 'SIGKILL');
      return new Promise(() => {});
    },
    { cacheable: false },
  ),

  define('test/defect', [any('in')], async () => {
    throw new TypeError('x is not a function');
  }),

  // The device that answers every write as a full disk does.
  define('test/full-disk', [], async () => {
    await writeFile('/dev/full', 'x'.repeat(10));
    return {};
  }),

  define('test/refuse', [any('in')], async () => {
    throw new NodeFailure('TOO_SHY', 'This node never does anything. Remove it.');
  }),

  define(
    'test/write',
    [text('content'), text('filename', 'note.txt')],
    async (execution, { content, filename }) => ({
      out: await execution.writeFile(Buffer.from(content!), filename!, 'text/plain'),
    }),
  ),

  define('test/read', [{ name: 'file', label: 'File', type: 'file' }], async (execution) => {
    const file = execution.inputs['file'];
    return { out: Buffer.from(await execution.readFile(file as never)).toString('utf8') };
  }),

  // JSON in the shape of a file value that the run does not hold.
  define('test/forge', [text('blob')], async (_execution, { blob }) => ({
    out: { kind: 'file', blob: blob!, filename: 'x', contentType: 'text/plain', sizeBytes: 1 },
  })),

  define('test/chat', [{ name: 'lines', label: 'lines', type: 'number', default: 5 }], async (execution) => {
    const lines = Number(execution.inputs['lines']);
    for (let line = 1; line <= lines; line += 1) {
      execution.progress(line / lines, `line ${line}`);
      execution.log(`line ${line} ${'.'.repeat(500)}`);
    }
    return { out: lines };
  }),

  define(
    'test/scratch',
    [text('folder')],
    async (execution, { folder }) => {
      const scratch = await execution.scratch();
      await writeFile(join(scratch, 'left behind'), 'x');
      await writeFile(join(folder!, 'scratch.path'), scratch);
      return { out: scratch };
    },
    { cacheable: false },
  ),

  define(
    'test/size',
    [{ name: 'width', label: 'Width', type: 'number(1..100 step 1)' }],
    async ({ inputs }) => ({
      out: inputs['width'] ?? null,
    }),
  ),

  define('test/echo', [{ name: 'in', label: 'In', type: 'text' }], async ({ inputs }) => ({
    out: inputs['in'] ?? null,
  })),

  // Lists whose items say which row they are of, one for each list of JSON, and what takes a whole one.
  define(
    'test/rows',
    [{ name: 'values', label: 'Values', type: 'json', default: [] }],
    async ({ inputs }) => ({ out: rowsOf(inputs['values'] ?? []) }),
    { waits: true, outputs: [{ name: 'out', label: 'Out', type: 'list(any)' }] },
  ),
  define(
    'test/join',
    [{ name: 'list', label: 'List', type: 'list(text)' }],
    async ({ inputs }) => {
      const { items } = inputs['list'] as ListValue;
      return {
        out: items
          .map((item) => (isMissing(item) ? '!' : JSON.stringify(item.value).replaceAll('"', '')))
          .join(' '),
      };
    },
    { waits: true },
  ),

  // Four that cost no process, for tests of many small runs. What it gives tells its inputs apart.
  define(
    'test/mix',
    [any('a'), any('b'), { name: 'c', label: 'c', type: 'number', default: 1 }],
    async ({ inputs }) => ({ out: JSON.stringify([inputs['a'] ?? null, inputs['b'] ?? null, inputs['c']]) }),
    { waits: true },
  ),
  define('test/equals', [any('a'), any('b')], async ({ inputs }) => ({ out: inputs['a'] === inputs['b'] }), {
    waits: true,
  }),
  define('test/pass', [any('a')], async ({ inputs }) => ({ out: inputs['a'] ?? null }), {
    waits: true,
    cacheable: false,
  }),
  define(
    'test/need',
    [{ name: 'a', label: 'A', type: 'any' }],
    async ({ inputs }) => {
      if (inputs['a'] === 3) throw new NodeFailure('THREE', 'Three is too many.');
      return { out: JSON.stringify({ need: inputs['a'] }) };
    },
    { waits: true },
  ),
  define(
    'test/large',
    [any('a')],
    async ({ inputs }) => ({ out: JSON.stringify(inputs['a'] ?? null).padEnd(300_000, '.') }),
    {
      waits: true,
    },
  ),
];
