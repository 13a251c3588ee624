import { useQueries } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { isFileOutput } from '#shared/api/index.ts';
import { inputName, projectPath, type OutputDetails, type RunSource } from '#shared/desk/index.ts';
import { callDesk, useMediaInfo } from '#renderer/desk/index.ts';
import {
  labelsFrom,
  OutputInputList,
  titleOfNode,
  useNodeTypes,
  useOutputSources,
} from '#renderer/gallery/index.ts';
import { Button, RelativeTime } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { closeViewer, fileNameOf, type ViewedItem } from '#renderer/viewer/index.ts';
import {
  differingInputs,
  differingTitles,
  fileRows,
  graphChanges,
  runRows,
  type InfoRow,
  type InputNames,
  type RunOrigin,
} from './run-facts.ts';
import { openAsItWas } from './trace-output.ts';
import css from './run-diff.module.css';

const t = words.appRuns.runDiff;

/** Outputs of one run that are looked through for the one that is shown. */
const MAX_OUTPUTS = 500;

/** What this computer recorded of an output. @returns null when it has recorded nothing */
async function loadRunOrigin({ connectionId, runId, key }: ViewedItem): Promise<RunOrigin | null> {
  if (runId === null) return null;
  const { outputs } = await callDesk('searchOutputs', { body: { connectionId, runId, limit: MAX_OUTPUTS } });
  // Of an inner output the run is known all the same.
  const output = outputs.find((each) => each.key === key) ?? outputs[0];
  if (!output) return null;
  const [details, source] = await Promise.all([
    callDesk('getOutput', { params: { outputId: output.id } }),
    callDesk('getRunSource', { params: { connectionId, runId } }).catch((): RunSource | null => null),
  ]);
  return { details, source };
}

const useRunOrigins = (items: readonly ViewedItem[]) =>
  useQueries({
    queries: items.map((item) => ({
      queryKey: ['made-by', item.connectionId, item.runId, item.key],
      queryFn: () => loadRunOrigin(item),
      retry: false,
    })),
  });

/** Inputs as their nodes call them. */
function useInputNames(origins: readonly RunOrigin[]): InputNames {
  const inputs = origins.flatMap(({ details }) => details.inputs);
  const types = useNodeTypes(
    origins[0]?.details.output.connectionId ?? '',
    inputs.map(({ nodeType }) => nodeType),
  );
  const labelOf = labelsFrom(types);
  return (input) => inputName(titleOfNode(types, input), labelOf(input));
}

/** Renders outputs with what differs between the runs that made them as the title of each. */
export function TitledByRuns({
  items,
  render,
}: {
  items: readonly ViewedItem[];
  render: (titles: readonly string[]) => ReactElement;
}): ReactElement {
  const origins = useRunOrigins(items).map(({ data }) => data ?? null);
  const nameOf = useInputNames(origins.filter((origin) => origin !== null));
  return render(
    differingTitles(
      items.map(({ label }) => label),
      origins,
      nameOf,
    ),
  );
}

/** What differs between the runs that made several outputs: inputs, graph, time and cost. */
export function RunDiff({ items }: { items: readonly ViewedItem[] }): ReactElement {
  const queries = useRunOrigins(items);
  const nameOf = useInputNames(queries.flatMap(({ data }) => data ?? []));
  if (queries.some(({ isLoading }) => isLoading)) return <p className={css['quiet']}>{t.readingRuns}</p>;
  const all = queries.flatMap(({ data }) => data ?? []);
  const [first, ...following] = all;
  if (!first || all.length < items.length) {
    return <p className={css['quiet']}>{t.leastTheseRunsNot}</p>;
  }
  const inputs = differingInputs(all, nameOf);
  const changes = graphChanges(first, following);
  return (
    <div className={css['panel']}>
      <h3>{t.inputsDiffer}</h3>
      {inputs.length === 0 ? <p className={css['quiet']}>{t.none}</p> : <Rows rows={inputs} items={items} />}
      {changes.length > 0 ? (
        <>
          <h3>{t.graph}</h3>
          {changes.map((change) => (
            <p key={change} className={css['quiet']}>
              {change}
            </p>
          ))}
        </>
      ) : null}
      <h3>{t.runs}</h3>
      <Rows rows={runRows(all)} items={items} />
    </div>
  );
}

/** What one output is, how it was made, and the ways back there. */
export function OutputInfo({ item }: { item: ViewedItem }): ReactElement {
  const fileOutput = isFileOutput(item.output) ? item.output : null;
  // The service names what a node made after the kind of node; it is saved under the name of the output.
  const file =
    fileOutput !== null && item.runId !== null ? { ...fileOutput, filename: fileNameOf(item) } : fileOutput;
  const mediaInfo = useMediaInfo(
    item.connectionId,
    file === null || file.sizeBytes === 0 ? null : file.fileId,
  );
  return (
    <div className={css['panel']}>
      {file === null ? null : (
        <>
          <h3>{t.file}</h3>
          <Rows rows={fileRows(file, mediaInfo.data)} items={[item]} />
        </>
      )}
      <OutputSources item={item} />
    </div>
  );
}

function OutputSources({ item }: { item: ViewedItem }): ReactElement {
  const [query] = useRunOrigins([item]);
  const [, navigate] = useLocation();
  if (query?.isLoading) return <p className={css['quiet']}>{t.readingRun}</p>;
  const origin = query?.data;
  if (!origin) {
    return <p className={css['quiet']}>{t.notRecordedComputer}</p>;
  }
  const { output, canOpen, openProblem } = origin.details;
  const { projectId } = output;
  const leave = (go: () => void) => {
    closeViewer();
    go();
  };
  return (
    <>
      <h3>{t.run}</h3>
      <Rows rows={runRows([origin])} items={[item]} />
      <p className={css['quiet']}>
        {t.created} <RelativeTime at={output.createdAt} />
      </p>
      <div className={css['links']}>
        {projectId === null ? null : (
          <Button
            size="small"
            onClick={() => leave(() => navigate(projectPath(output.connectionId, projectId)))}
          >
            {t.openProject}
          </Button>
        )}
        <Button
          size="small"
          disabled={!canOpen}
          onClick={() => leave(() => void openAsItWas(output, navigate))}
        >
          {t.open}
        </Button>
      </div>
      {openProblem === null ? null : <p className={css['quiet']}>{openProblem}</p>}
      <CreatedFrom details={origin.details} />
    </>
  );
}

/** What an output was made from, as in the gallery. */
function CreatedFrom({ details }: { details: OutputDetails }): ReactElement {
  const { inputs, types } = useOutputSources(details);
  const { output, canOpen } = details;
  return (
    <>
      <h3>{t.createdFrom}</h3>
      {inputs.length === 0 ? (
        <p className={css['quiet']}>{canOpen ? words.gallery.asTheyCome : words.gallery.inputsUnknown}</p>
      ) : (
        <OutputInputList
          inputs={inputs}
          types={types}
          setCount={details.inputs.length}
          batch={output.batch}
          onRerun={null}
        />
      )}
    </>
  );
}

function Rows({ rows, items }: { rows: readonly InfoRow[]; items: readonly ViewedItem[] }): ReactElement {
  return (
    <table className={css['rows']}>
      {items.length > 1 ? (
        <thead>
          <tr>
            <th scope="col">{t.output}</th>
            {items.map((item, index) => (
              <th key={`${index} ${item.key}`} scope="col" title={item.label}>
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {rows.map(({ label, values }) => (
          <tr key={label}>
            <th scope="row" dir="auto">
              {label}
            </th>
            {values.map((value, index) => (
              <td key={index} dir="auto">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
