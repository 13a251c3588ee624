import {
  inputName,
  shortInputName,
  type MediaFacts,
  type OutputDetails,
  type OutputInput,
  type RunSource,
} from '#shared/desk/index.ts';
import { diff } from '#shared/graph/diff.ts';
import {
  batchLabel,
  formatBytes,
  formatCredits,
  formatDuration,
  formatExactTime,
  inputLabel,
  ranAs,
  valueLabel,
} from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';

const t = words.appRuns.run;

/** What is known of how an output was made. */
export interface RunOrigin {
  details: OutputDetails;
  /** Null when it could not be read. */
  source: RunSource | null;
}

/** One line about several outputs, a value for each; a dash where it is not known. */
export interface InfoRow {
  label: string;
  values: string[];
}

const UNKNOWN = '–';
const FREE = formatCredits('0');

/** Version, time and cost of the runs. Lines of which nothing is known are left out. */
export function runRows(all: readonly RunOrigin[]): InfoRow[] {
  const rows: InfoRow[] = [
    { label: t.version, values: all.map(({ details }) => versionLabel(details)) },
    {
      label: t.time,
      values: all.map(({ details: { run } }) =>
        typeof run?.executionTimeMs === 'number' ? formatDuration(run.executionTimeMs) : UNKNOWN,
      ),
    },
    {
      label: t.cost,
      values: all.map(({ details: { run } }) => formatCredits(run?.creditsUsedMicrocredits) ?? UNKNOWN),
    },
  ];
  // Of what is free nothing is said, but beside something that was not.
  return rows.filter(({ values }) => values.some((value) => value !== UNKNOWN && value !== FREE));
}

/** The file as it is: name, type, size in bytes and in pixels, and how long it lasts. Lines that are not known are left out. */
export function fileRows(
  file: { filename: string; contentType: string; sizeBytes: number } | null,
  mediaInfo: MediaFacts | undefined,
): InfoRow[] {
  if (file === null) return [];
  const size =
    mediaInfo?.kind === 'image' || mediaInfo?.kind === 'video'
      ? [mediaInfo.width, mediaInfo.height]
      : ([] as number[]);
  const rows: [string, string | null][] = [
    [t.file2, file.filename],
    [t.type, file.contentType],
    [t.size, formatBytes(file.sizeBytes)],
    [t.pixels, size.length === 0 ? null : size.map((side) => number(side)).join(' × ')],
    [
      t.length,
      mediaInfo !== undefined && 'seconds' in mediaInfo && typeof mediaInfo.seconds === 'number'
        ? formatDuration(mediaInfo.seconds * 1000)
        : null,
    ],
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, values: [value] }]));
}

const versionLabel = ({ output }: OutputDetails): string =>
  output.projectVersion === null && output.projectId === null
    ? UNKNOWN
    : ranAs({ ...output, batchName: output.batch === null ? null : batchLabel(output.batch) });

/** What an input is called, with its node. */
export type InputNames = (input: OutputInput) => string;

/** While the node types are not known. */
const unresolvedName: InputNames = ({ nodeTitle, name }) => inputName(nodeTitle ?? '', inputLabel(name));

/** The inputs that not all of them had alike, by node. */
export function differingInputs(all: readonly RunOrigin[], nameOf: InputNames = unresolvedName): InfoRow[] {
  const rows = new Map<string, InfoRow>();
  for (const [index, { details }] of all.entries()) {
    for (const input of details.inputs) {
      const { nodeId, name, value } = input;
      const key = JSON.stringify([nodeId, name]);
      const row = rows.get(key) ?? {
        label: nameOf(input),
        values: all.map(() => UNKNOWN),
      };
      // Files differ by their ids, which say nothing to people.
      row.values[index] = value.type === 'file' ? t.file(String(value.value).slice(0, 8)) : valueLabel(value);
      rows.set(key, row);
    }
  }
  return [...rows.values()].filter(({ values }) => new Set(values).size > 1);
}

/** So many inputs stand in a title; the panel beside the comparison lists all. */
const MAX_TITLE_INPUTS = 2;
const MAX_TITLE_VALUE = 40;

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

const shortened = (value: string): string =>
  value.length <= MAX_TITLE_VALUE ? value : `${value.slice(0, MAX_TITLE_VALUE)}…`;

/**
 * A title for each of several outputs that says what differs: inputs, else the version, else the time.
 * @param labels their names, which stay in front where they differ, and alone where a run is not recorded (null)
 */
export function differingTitles(
  labels: readonly string[],
  all: readonly (RunOrigin | null)[],
  nameOf: InputNames = unresolvedName,
): readonly string[] {
  const recorded = all.filter((origin) => origin !== null);
  if (recorded.length < labels.length) return labels;
  const hasNames = new Set(labels).size > 1;
  const inputs = differingInputs(recorded, nameOf).slice(0, MAX_TITLE_INPUTS);
  const names = inputs.map(({ label }) => shortInputName(label));
  const inputTitles = labels.map((_, index) =>
    inputs
      .map(({ label, values }, at) => {
        const name = isDistinct(names) ? names[at] : label;
        return `${name ?? label} ${shortened(values[index] ?? UNKNOWN)}`;
      })
      .join(', '),
  );
  const versions = recorded.map(({ details }) => versionLabel(details));
  const times = recorded.map(({ details }) => formatExactTime(Date.parse(details.output.createdAt)));
  if (inputs.length === 0 && isDistinct(labels)) return labels;
  const differing =
    inputs.length > 0
      ? inputTitles
      : ([versions, times].find((titles) => isDistinct(titles)) ??
        [versions, times].find((titles) => new Set(titles).size > 1));
  if (!differing) return labels;
  return hasNames ? labels.map((label, index) => `${label} · ${differing[index] ?? ''}`) : differing;
}

/** How the graphs of other runs differ from that of the first: each sentence once, led by the numbers it is true of. */
export function graphChanges(first: RunOrigin, following: readonly RunOrigin[]): string[] {
  const numbers = new Map<string, number[]>();
  for (const [index, origin] of following.entries()) {
    const change = graphChange(first, origin);
    if (change !== null) numbers.set(change, [...(numbers.get(change) ?? []), index + 2]);
  }
  return [...numbers].map(([change, of]) =>
    of.length === following.length ? change : `${of.join(', ')}: ${change}`,
  );
}

/** How the graph of another run differs from that of the first, in a sentence; null when it is not known. */
function graphChange(first: RunOrigin, origin: RunOrigin): string | null {
  const [before, after] = [first.source?.graph, origin.source?.graph];
  if (!before || !after) return null;
  const operations = diff(before, after);
  const ids = new Set(before.nodes.map(({ id }) => id));
  const afterIds = new Set(after.nodes.map(({ id }) => id));
  const added = after.nodes.filter(({ id }) => !ids.has(id)).length;
  const removed = before.nodes.filter(({ id }) => !afterIds.has(id)).length;
  if (operations.length === 0) return t.graphSame;
  if (added + removed === 0) return t.graphSameNodesValues;
  if (removed === 0) return t.graphAdded(added);
  return added === 0 ? t.graphRemoved(removed) : t.graphAddedRemoved(added, removed);
}
