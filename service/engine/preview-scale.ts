import { liveSideOf } from '#shared/desk/run-origin.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { ServiceContext } from '#service/context.ts';
import { filesIn, type FileValue, type NodeDefinition } from '#service/nodes/definition.ts';
import { filesOfInputs, readLiteral, type ActiveRun } from './active-run.ts';
import type { RunStep } from './plan.ts';
import { runInNativeChild } from './work-lane.ts';

/** Above this making pictures smaller saves less than it costs. */
const MAX_SCALE = 0.8;
/** Reading the head of a picture takes milliseconds. */
const MEASURE_LIMIT_MS = 10_000;
const MAX_CACHED = 1000;

/** By how much the pictures of live runs are made smaller: one factor a run, so that they fit together. */
export class PreviewScales {
  readonly #ctx: ServiceContext;
  /** Longest sides of pictures by blob, in pixels. */
  readonly #sides = new Map<string, number>();

  constructor(ctx: ServiceContext) {
    this.#ctx = ctx;
  }

  /** @returns the factor, above 0 and below 1; null for a run whose pictures are small enough as they are. */
  async scaleOf(run: ActiveRun): Promise<number | null> {
    let longest = 0;
    for (const step of run.plan.order) {
      const definition = this.#ctx.nodes.get(step.node.type);
      if (definition?.preview === undefined) continue;
      const side = definition.preview.shrinks
        ? await this.#pictureSide(run, step, definition)
        : renderedSide(step, definition);
      longest = Math.max(longest, side);
    }
    const scale = longest === 0 ? 1 : liveSideOf(run.row.externalId) / longest;
    return scale > MAX_SCALE ? null : scale;
  }

  async #pictureSide(run: ActiveRun, step: RunStep, definition: NodeDefinition): Promise<number> {
    let longest = 0;
    const files = await filesOfInputs(this.#ctx, run.row.accountId, step.node.inputs);
    for (const pin of definition.inputs) {
      if (step.wires.has(pin.name)) continue;
      const literal = readLiteral(files, step.node.inputs?.[pin.name]);
      if (!literal.ok) continue;
      for (const file of filesIn(literal.value)) longest = Math.max(longest, await this.#sideOf(file));
    }
    return longest;
  }

  /** 0 for a picture that cannot be read: its node says so. */
  async #sideOf(file: FileValue): Promise<number> {
    const cached = this.#sides.get(file.blob);
    if (cached !== undefined) return cached;
    const { native, blobs } = this.#ctx;
    const measured = await runInNativeChild(
      { native, blobs, timeLimitMs: MEASURE_LIMIT_MS },
      {
        lane: 'work',
        nodeType: 'image/info',
        category: 'image',
        runsPrograms: false,
        inputs: { image: file },
        title: file.filename,
        onProgress: () => {},
        onLog: () => {},
      },
    ).result;
    if (measured.kind === 'canceled') return 0;
    const { width = 0, height = 0 } = measured.kind === 'succeeded' ? measured.outputs : {};
    const side = typeof width === 'number' && typeof height === 'number' ? Math.max(width, height) : 0;
    if (this.#sides.size >= MAX_CACHED) this.#sides.clear();
    this.#sides.set(file.blob, side);
    return side;
  }
}

/** The longest side of what a node draws from nothing; 0 for one that is fed a picture, or whose size is wired. */
function renderedSide({ node, wires }: RunStep, { inputs }: NodeDefinition): number {
  if (inputs.some((pin) => parsePinType(pin.type).base === 'image')) return 0;
  const sides = ['width', 'height'].map((name) => {
    const pin = inputs.find((candidate) => candidate.name === name);
    if (pin === undefined || wires.has(name)) return 0;
    const value = node.inputs?.[name]?.value ?? pin.default;
    return typeof value === 'number' ? value : 0;
  });
  return Math.max(...sides);
}
