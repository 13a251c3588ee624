import { median, percentile } from '../measure.ts';
import type { LiveTrace } from './page-live.ts';

/**
 * Where the time of a live preview goes, for `npm run bench -- live --trace`: moments of one painted picture in their
 * order, by the page's clock and the times that the service gives its events (both of one computer, in milliseconds).
 */

/** The nodes of the chain, in their order; the last one's picture is what is waited for. */
const CHAIN = ['adjust', 'blur', 'crop'] as const;

/** A moment of a picture, and how many milliseconds after the pointer's event it came. */
type TimelineEvent = readonly [name: string, at: number];

/** One painted picture of a drag. */
export interface TracedPicture {
  runId: string;
  fileId: string;
  /** When the browser got the pointer's event, the run was asked for and the picture painted, by the page's clock. */
  startedAt: number;
  requestedAt: number;
  renderedAt: number;
}

/** @param fileIdOf the file that an address of a picture stands for. @returns null where a moment was not seen. */
export function timelineOf(
  { runId, fileId, startedAt, requestedAt: askedAt, renderedAt }: TracedPicture,
  trace: LiveTrace,
  fileIdOf: (src: string) => string | null,
): readonly TimelineEvent[] | null {
  const events = trace.events.filter((event) => event.runId === runId);
  const eventTime = (type: string, nodeId: string | null = null): number => {
    const event = events.find((entry) => entry.type === type && (entry.nodeId ?? null) === nodeId);
    return event === undefined ? Number.NaN : Date.parse(event.createdAt) - trace.origin;
  };
  const last = events.find((event) => event.fileId === fileId && event.nodeId === CHAIN.at(-1));
  const bytes = trace.bytes.find(({ src }) => fileIdOf(src) === fileId);
  const load = trace.loads.find(({ src }) => fileIdOf(src) === fileId);
  const response = trace.requests.find(
    ({ at, path }) => Math.abs(at - askedAt) < 5 && path.endsWith('/v1/runs'),
  );
  if (last === undefined || bytes === undefined || load === undefined || response === undefined) return null;
  const timeline: TimelineEvent[] = [
    ['run asked for by the page', askedAt],
    ['written down by the service', eventTime('run.accepted')],
    ['begun', eventTime('run.started')],
    ...CHAIN.flatMap((id): TimelineEvent[] => [
      [`${id} begun`, eventTime('node.started', id)],
      [`${id} made and stored`, eventTime('node.succeeded', id)],
    ]),
    ['its event read by the page', last.at],
    ['bytes asked for', bytes.at],
    ['bytes there', bytes.finishedAt],
    ['picture loaded by its element', load.loadedAt],
    ['decoded', load.decodedAt],
    ['painted', renderedAt],
    ['(beside: answer to the start of the run)', response.answeredAt],
    ['(beside: first event read)', Math.min(...events.map(({ at }) => at))],
    ['(beside: end of the run read)', events.find(({ type }) => type === 'run.succeeded')?.at ?? Number.NaN],
  ];
  return timeline.map(([name, at]) => [name, at - startedAt] as const);
}

/** A table of the medians: when each moment came, and how long after the one before. */
export function traceTable(pictures: readonly (readonly TimelineEvent[])[]): string {
  const [first = []] = pictures;
  const lines = first.map(([name], index) => {
    const at = pictures.map((timeline) => timeline[index]![1]).filter(Number.isFinite);
    const after = pictures
      .map((timeline) => timeline[index]![1] - (timeline[index - 1]?.[1] ?? 0))
      .filter(Number.isFinite);
    const isParallel = name.startsWith('(');
    const step = (value: number) => (isParallel ? '' : value.toFixed(1)).padStart(7);
    return at.length === 0
      ? `${name}: not seen`
      : `${median(at).toFixed(0).padStart(6)} ${step(median(after))} ${step(percentile(after, 0.95))}  ${name}`;
  });
  return [`medians of ${pictures.length}, ms`, '    at    step  (95 %)', ...lines].join('\n');
}
