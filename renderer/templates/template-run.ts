import { useEffect, useRef, useState } from 'react';
import {
  API_PREFIX,
  buildPath,
  endpoints,
  isTerminalRunStatus,
  PublicTemplateRunDetail,
  type RunInputValue,
} from '#shared/api/index.ts';
import { acceptCachedHeader } from '#shared/desk/index.ts';
import {
  apiFor,
  apiPath,
  backoff,
  callDesk,
  deskFetch,
  describeProblem,
  isKeyProblem,
  isMissing,
  readEventStream,
  readEvent,
} from '#renderer/desk/index.ts';
import { markTracked } from '#renderer/model/followed-runs.ts';

export interface TemplateRun {
  /** Null until the service has accepted it. */
  taskId: string | null;
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

interface FollowOptions {
  /** Each newer state of the run. */
  onDetail: (detail: PublicTemplateRunDetail) => void;
  signal: AbortSignal;
  wait?: (attempt: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Starts a run of an endpoint and follows it.
 * @returns its last state; null once `signal` has aborted. @throws ApiError, HostUnreachable
 */
export async function runTemplate(
  target: TemplateTarget,
  inputs: Record<string, RunInputValue>,
  options: FollowOptions & { idempotencyKey: string },
): Promise<PublicTemplateRunDetail | null> {
  const accepted = await apiFor(target.connectionId)(endpoints.templates.createRun, {
    params: { template_id: target.templateId, endpoint_id: target.endpointId },
    body: { inputs },
    idempotencyKey: options.idempotencyKey,
    signal: options.signal,
  });
  return followTemplateRun(target, accepted, options);
}

/**
 * Opens a run that was started before: shows it as it is, and follows it while it goes on.
 * @returns its last state; null once `signal` has aborted. @throws ApiError, HostUnreachable
 */
export async function openTemplateRun(
  target: TemplateTarget,
  taskId: string,
  options: FollowOptions,
): Promise<PublicTemplateRunDetail | null> {
  const { connectionId, templateId, endpointId } = target;
  const detail = await apiFor(connectionId)(endpoints.templates.getRun, {
    params: { template_id: templateId, endpoint_id: endpointId, task_id: taskId },
    // While the service is away, the run is shown as it was read last.
    headers: { [acceptCachedHeader]: '1' },
    signal: options.signal,
  });
  if (!isTerminalRunStatus(detail.status)) return followTemplateRun(target, detail, options);
  options.onDetail(detail);
  return detail;
}

/** Follows a run to its end: live, or by asking again where no stream comes through. */
async function followTemplateRun(
  { connectionId, templateId, endpointId }: TemplateTarget,
  accepted: PublicTemplateRunDetail,
  { onDetail, signal, wait = backoff }: FollowOptions,
): Promise<PublicTemplateRunDetail | null> {
  const api = apiFor(connectionId);
  let latest = accepted;
  const { taskId } = accepted;
  const unmark = markTracked(connectionId, taskId);
  const applyDetail = (detail: PublicTemplateRunDetail) => {
    // Nothing comes after the end; a late event of an earlier connection changes nothing.
    if (isTerminalRunStatus(latest.status) && !isTerminalRunStatus(detail.status)) return;
    latest = detail;
    onDetail(detail);
  };
  const taskParams = { template_id: templateId, endpoint_id: endpointId, task_id: taskId };
  const read = async () => applyDetail(await api(endpoints.templates.getRun, { params: taskParams, signal }));
  const isOver = () => isTerminalRunStatus(latest.status);
  const stream = () =>
    readEventStream({
      open: ({ lastEventId }) =>
        deskFetch(
          apiPath(
            connectionId,
            `${API_PREFIX}${buildPath(endpoints.templates.streamRunEvents.path, taskParams)}`,
          ),
          {
            headers: {
              accept: 'text/event-stream',
              ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
            },
            signal,
          },
        ),
      isComplete: isOver,
      onEvent: ({ data }) => {
        const event = readEvent(PublicTemplateRunDetail, data);
        if (event) applyDetail(event);
      },
      signal,
      wait,
    });
  try {
    onDetail(latest);
    try {
      await stream();
    } catch (error) {
      if (signal.aborted) return null;
      // No stream for this run: it is asked for instead.
      for (let attempt = 1; !isOver(); attempt += 1) {
        if (attempt > 200) throw error;
        await wait(Math.min(attempt, 3), signal);
        if (signal.aborted) return null;
        await read().catch(rethrowUnlessTransient);
      }
    }
    // The events are compact; outputs and cost are in the record.
    for (let attempt = 1; ; attempt += 1) {
      if (signal.aborted) return null;
      try {
        await read();
        // This page shows how it ended: nobody needs a notice of it.
        await callDesk('markRunSeen', { params: { connectionId, runId: taskId } }).catch(() => undefined);
        return latest;
      } catch (error) {
        if (attempt === 20) throw error;
        rethrowUnlessTransient(error);
      }
      await wait(Math.min(attempt, 5), signal);
    }
  } finally {
    unmark();
  }
}

/** The run goes on without us: only what would not be otherwise next time ends the following of it. */
function rethrowUnlessTransient(error: unknown): void {
  if (isMissing(error) || isKeyProblem(error)) throw error;
}

/** The run that an endpoint's page shows: one that was started here, or an earlier one. */
export function useTemplateRun(target: TemplateTarget) {
  const [run, setRun] = useState<TemplateRun | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const show = async (
    begin: TemplateRun,
    follow: (options: FollowOptions) => Promise<PublicTemplateRunDetail | null>,
  ) => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    const change = (patch: Partial<TemplateRun>) => {
      if (!signal.aborted) setRun((before) => (before ? { ...before, ...patch } : before));
    };
    setRun(begin);
    try {
      const onDetail = (next: PublicTemplateRunDetail) =>
        change({
          detail: next,
          taskId: next.taskId,
          state: isTerminalRunStatus(next.status) ? 'over' : 'running',
        });
      const detail = await follow({ onDetail, signal });
      change({ detail, state: 'over' });
    } catch (error) {
      change({ state: 'over', problem: describeProblem(error) });
    }
  };
  const begin = (taskId: string | null): TemplateRun => ({
    taskId,
    detail: null,
    state: 'starting',
    problem: null,
    startedAt: Date.now(),
  });
  return {
    run,
    start: (inputs: Record<string, RunInputValue>) =>
      show(begin(null), (options) =>
        runTemplate(target, inputs, { ...options, idempotencyKey: crypto.randomUUID() }),
      ),
    open: (taskId: string) => show(begin(taskId), (options) => openTemplateRun(target, taskId, options)),
  };
}
