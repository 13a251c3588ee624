import {
  endpoints,
  isFileOutput,
  isTerminalRunStatus,
  PublicRunEvent,
  RunOutput,
  type ApiClient,
} from '#shared/api/index.ts';
import { liveRunId } from '#shared/desk/run-origin.ts';
import { PICTURE_EVENT, PictureAddress, pictureAddressesHeader } from '#shared/desk/picture-address.ts';
import {
  apiPath,
  deskFetch,
  loadMediaUrl,
  readEvent,
  readEventStream,
  rememberFileUrl,
} from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { LivePlan } from './live-plan.ts';

const t = words.live.liveRun;

/** What a live run says of one node. */
export type LiveNodeEvent =
  | {
      kind: 'made';
      nodeId: string;
      runId: string;
      outputs: Record<string, RunOutput>;
      /** Whether a run of a person would take the result. */
      isReusable: boolean;
      /** Null for one that was reused. */
      durationMs: number | null;
      /** By how much its pictures are smaller than those of a run, above 0 and below 1; missing at full size. */
      scale?: number;
    }
  | { kind: 'failed'; nodeId: string; code: string | null; message: string };

/** Starts live runs and reads them to their end. */
export interface LiveRunner {
  /**
   * Resolves when the run is over, also when it failed or was given up.
   * @throws ApiError when the service refused it; HostUnreachable, EventStreamError.
   */
  run(plan: LivePlan, onNode: (event: LiveNodeEvent) => void, signal: AbortSignal): Promise<void>;
}

/** Attempts in a row to read the events of a run; the next edit starts another run. */
const STREAM_ATTEMPTS = 2;

/** So long at most a run waits until its pictures are shown, before the next may start. Milliseconds. */
const MAX_PICTURES_MS = 250;

/** Runs by the API of a connection, marked as previews by their external id. */
export function createLiveRunner(options: {
  connectionId: string;
  projectId: string;
  api: ApiClient;
}): LiveRunner {
  const { connectionId, projectId, api } = options;
  return {
    async run(plan, onNode, signal) {
      const { id } = await api(endpoints.runs.create, {
        body: {
          graph: plan.graph,
          targetNodeIds: [...plan.targetNodeIds],
          externalId: liveRunId(`${projectId}/${crypto.randomUUID()}`, plan.side),
        },
        idempotencyKey: crypto.randomUUID(),
      });
      const cancel = (): void => {
        api(endpoints.runs.cancel, { params: { run_id: id } }).catch(() => undefined);
      };
      if (signal.aborted) return cancel();
      signal.addEventListener('abort', cancel, { once: true });
      const targetIds = new Set(plan.targetNodeIds);
      const pictures: Promise<void>[] = [];
      try {
        const emit = (event: LiveNodeEvent): void => {
          // What is there already comes with every run, and is on the screen.
          if (targetIds.has(event.nodeId)) pictures.push(...fetchAhead(connectionId, event));
          onNode(event);
        };
        await readRun(connectionId, id, emit, signal);
        // The next run would take the processor from them.
        if (!signal.aborted) await waitForPictures(pictures);
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
  };
}

/** Pictures are on their way while the page still works out where they are shown. @returns when each is decoded. */
function fetchAhead(connectionId: string, event: LiveNodeEvent): Promise<void>[] {
  if (event.kind === 'failed' || event.isReusable) return [];
  return Object.values(event.outputs)
    .filter((output) => isFileOutput(output))
    .filter(({ contentType }) => contentType.startsWith('image/'))
    .map(({ fileId }) => decodePicture(connectionId, fileId));
}

async function decodePicture(connectionId: string, fileId: string): Promise<void> {
  try {
    const { url } = await loadMediaUrl(connectionId, { kind: 'file', fileId }, 'original');
    await Object.assign(new Image(), { src: url }).decode();
  } catch {
    // Whoever shows it asks again, and says so.
  }
}

async function waitForPictures(pictures: readonly Promise<void>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, MAX_PICTURES_MS)));
  await Promise.race([Promise.all(pictures).then(nextFrame), timeout]);
  clearTimeout(timer);
}

/** Resolves when the frame has been made that shows what is there now; not in a page that nobody sees. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

async function readRun(
  connectionId: string,
  runId: string,
  onNode: (event: LiveNodeEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let isOver = false;
  await readEventStream({
    open: ({ lastEventId, signal: leave }) =>
      deskFetch(apiPath(connectionId, `/api/v1/runs/${encodeURIComponent(runId)}/events/stream`), {
        headers: {
          accept: 'text/event-stream',
          [pictureAddressesHeader]: 'original',
          ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
        },
        signal: leave,
      }),
    isComplete: () => isOver,
    onEvent: ({ event: name, data }) => {
      if (name === PICTURE_EVENT) {
        const address = readEvent(PictureAddress, data);
        if (address) rememberFileUrl(connectionId, address);
        return;
      }
      const event = readEvent(PublicRunEvent, data);
      if (!event || event.runId !== runId) return;
      const [, end] = /^run\.(\w+)$/.exec(event.type) ?? [];
      if (end !== undefined && isTerminalRunStatus(end)) isOver = true;
      const node = nodeEventOf(event);
      if (node !== null && !signal.aborted) onNode(node);
    },
    signal,
    maxAttempts: STREAM_ATTEMPTS,
  });
}

function nodeEventOf({ type, nodeId, runId, data, message }: PublicRunEvent): LiveNodeEvent | null {
  if (!nodeId) return null;
  if (type === 'node.failed') {
    const code = data?.['code'];
    return {
      kind: 'failed',
      nodeId,
      code: typeof code === 'string' ? code : null,
      message: message ?? t.nodeFailed,
    };
  }
  if (type !== 'node.succeeded' && type !== 'node.cached') return null;
  const outputs: Record<string, RunOutput> = {};
  for (const [pin, value] of Object.entries(data?.['outputs'] ?? {})) {
    const output = RunOutput.safeParse(value);
    if (output.success) outputs[pin] = output.data;
  }
  const duration = data?.['durationMs'];
  const scale = data?.['scale'];
  return {
    kind: 'made',
    nodeId,
    runId,
    outputs,
    isReusable: data?.['reusable'] === true,
    durationMs: type === 'node.succeeded' && typeof duration === 'number' ? duration : null,
    ...(typeof scale === 'number' && scale > 0 && scale < 1 && { scale }),
  };
}
