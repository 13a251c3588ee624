import { useEffect, useRef, useState } from 'react';
import {
  API_PREFIX,
  buildPath,
  endpoints,
  isTerminalRunStatus,
  PublicTemplateRunDetail,
  type RunInputValue,
} from '#shared/api/index.ts';
import {
  apiFor,
  apiPath,
  backoff,
  deskFetch,
  describeProblem,
  isKeyProblem,
  isMissing,
  readEventStream,
  readEvent,
} from '#renderer/desk/index.ts';

export interface TemplateRun {
  /** The newest that is known; null until the service has accepted it. */
  detail: PublicTemplateRunDetail | null;
  state: 'starting' | 'running' | 'over';
  /** Why it did not start or cannot be followed; the run's own failure is in its detail. */
  problem: string | null;
  startedAt: number;
}

export interface TemplateTarget {
  connectionId: string;
  templateId: string;
  endpointId: string;
}

/**
 * Starts a run of an endpoint and follows it: live, or by asking again where no stream comes through.
 * @param onDetail each newer state of the run. Resolves with the last one.
 * @throws ApiError, HostUnreachable; nothing once `signal` has aborted.
 */
export async function runTemplate(
  { connectionId, templateId, endpointId }: TemplateTarget,
  inputs: Record<string, RunInputValue>,
  options: {
    idempotencyKey: string;
    onDetail: (detail: PublicTemplateRunDetail) => void;
    signal: AbortSignal;
    wait?: (attempt: number, signal: AbortSignal) => Promise<void>;
  },
): Promise<PublicTemplateRunDetail | null> {
  const { onDetail, signal, wait = backoff } = options;
  const api = apiFor(connectionId);
  const params = { template_id: templateId, endpoint_id: endpointId };
  let latest = await api(endpoints.templates.createRun, {
    params,
    body: { inputs },
    idempotencyKey: options.idempotencyKey,
    signal,
  });
  const take = (detail: PublicTemplateRunDetail) => {
    // Nothing comes after the end; a late event of an earlier connection changes nothing.
    if (isTerminalRunStatus(latest.status) && !isTerminalRunStatus(detail.status)) return;
    latest = detail;
    onDetail(detail);
  };
  const taskParams = { ...params, task_id: latest.taskId };
  const read = async () => take(await api(endpoints.templates.getRun, { params: taskParams, signal }));
  const isOver = () => isTerminalRunStatus(latest.status);
  onDetail(latest);
  const path = apiPath(
    connectionId,
    `${API_PREFIX}${buildPath(endpoints.templates.streamRunEvents.path, taskParams)}`,
  );
  try {
    await readEventStream({
      open: ({ lastEventId }) =>
        deskFetch(path, {
          headers: {
            accept: 'text/event-stream',
            ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
          },
          signal,
        }),
      isComplete: isOver,
      onEvent: ({ data }) => {
        const event = readEvent(PublicTemplateRunDetail, data);
        if (event) take(event);
      },
      signal,
      wait,
    });
  } catch (error) {
    if (signal.aborted) return null;
    // No stream for this run: it is asked for instead.
    for (let attempt = 1; !isOver(); attempt += 1) {
      if (attempt > 200) throw error;
      await wait(Math.min(attempt, 3), signal);
      if (signal.aborted) return null;
      await read().catch(rethrowUnlessPassing);
    }
  }
  // The events are compact; outputs and cost are in the record.
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return null;
    try {
      await read();
      return latest;
    } catch (error) {
      if (attempt === 20) throw error;
      rethrowUnlessPassing(error);
    }
    await wait(Math.min(attempt, 5), signal);
  }
}

/** The run goes on without us: only what would not be otherwise next time ends the following of it. */
function rethrowUnlessPassing(error: unknown): void {
  if (isMissing(error) || isKeyProblem(error)) throw error;
}

/** The run of one endpoint's form. */
export function useTemplateRun(target: TemplateTarget) {
  const [run, setRun] = useState<TemplateRun | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const start = async (inputs: Record<string, RunInputValue>) => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    const change = (part: Partial<TemplateRun>) => {
      if (!signal.aborted) setRun((before) => (before ? { ...before, ...part } : before));
    };
    setRun({ detail: null, state: 'starting', problem: null, startedAt: Date.now() });
    try {
      const detail = await runTemplate(target, inputs, {
        idempotencyKey: crypto.randomUUID(),
        onDetail: (next) => change({ detail: next, state: 'running' }),
        signal,
      });
      change({ detail, state: 'over' });
    } catch (error) {
      change({ state: 'over', problem: describeProblem(error) });
    }
  };
  return { run, start };
}
