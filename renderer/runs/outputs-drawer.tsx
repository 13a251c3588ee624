import { ChevronDown, Columns2, Download, Images } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { callDesk } from '#renderer/desk/index.ts';
import { Button, EmptyState, IconButton, plural, RelativeTime, showToast } from '#renderer/ui/index.ts';
import { openCompare, saveOutput, saveOutputsAsZip, type NamedOutput } from '#renderer/viewer/index.ts';
import { OutputCard } from './output-card.tsx';
import { OutputGallery } from './output-gallery.tsx';
import { isOver } from './run-state.ts';
import { outputsOf, type OutputLabels } from './run-outputs.ts';
import type { RunStore } from './run-store.ts';
import css from './outputs.module.css';

/** What the shown run made, large enough to judge. */
export function OutputsDrawer({
  connectionId,
  projectName,
  runs,
  labelOf,
  onOpen,
  onApply,
  onClose,
}: {
  connectionId: string;
  projectName: string;
  runs: RunStore;
  labelOf?: OutputLabels;
  /** Full size, by the output's key. */
  onOpen: (key: string) => void;
  onApply: () => void;
  onClose: () => void;
}): ReactElement {
  const run = useStore(runs.store, ({ runs: all, shownId }) => (shownId === null ? undefined : all[shownId]));
  const outputs = run ? outputsOf(run, labelOf, projectName) : [];
  const runId = run?.runId ?? null;
  const [marked, setMarked] = useState<{ runId: string | null; keys: readonly string[] }>({
    runId,
    keys: [],
  });
  const keys = marked.runId === runId ? marked.keys : [];
  const mark = (key: string, isMarked: boolean) =>
    setMarked({ runId, keys: isMarked ? [...keys, key] : keys.filter((each) => each !== key) });
  return (
    <section className={css['drawer']} aria-label="Outputs">
      <header className={css['header']}>
        <h2 className={css['title']}>Outputs</h2>
        <span className={css['subtitle']}>
          {run ? (
            <>
              {plural(outputs.length, 'output')} ·{' '}
              {run.projectVersion === null ? 'unsaved graph' : `version ${run.projectVersion}`} ·{' '}
              <RelativeTime at={run.createdAt} />
            </>
          ) : null}
        </span>
        <ForSeveral connectionId={connectionId} runId={runId} outputs={outputs} keys={keys} />
        {outputs.length > 0 && run && isOver(run) ? (
          <Button size="small" variant="primary" onClick={onApply}>
            Apply outputs…
          </Button>
        ) : null}
        <IconButton label="Close outputs" onClick={onClose}>
          <ChevronDown />
        </IconButton>
      </header>
      {outputs.length === 0 ? (
        <EmptyState
          compact
          icon={<Images />}
          title={run && !isOver(run) ? 'Outputs appear here when the run ends' : 'No outputs yet'}
          text="Run the project; what its last nodes make is collected here."
        />
      ) : (
        <OutputGallery
          outputs={outputs}
          renderOutput={(named) => (
            <OutputCard
              connectionId={connectionId}
              named={named}
              onOpen={() => onOpen(named.key)}
              isMarked={keys.includes(named.key)}
              onMark={outputs.length > 1 ? (isMarked) => mark(named.key, isMarked) : undefined}
            />
          )}
        />
      )}
    </section>
  );
}

/** What can be done with several outputs at once. @param keys of those that are marked. */
function ForSeveral(props: {
  connectionId: string;
  runId: string | null;
  outputs: readonly NamedOutput[];
  keys: readonly string[];
}): ReactElement | null {
  const { connectionId, runId, outputs, keys } = props;
  if (outputs.length < 2) return null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<Columns2 aria-hidden />}
        onClick={() => compare(connectionId, runId, outputs, keys)}
      >
        {keys.length > 0 ? `Compare ${keys.length}` : 'Compare'}
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon={<Download aria-hidden />}
        onClick={() => void saveAll(connectionId, runId ?? '', outputs)}
      >
        Save all
      </Button>
    </>
  );
}

/** Those that are marked beside each other; all, where none is. Too few or too many are said. */
function compare(
  connectionId: string,
  runId: string | null,
  outputs: readonly NamedOutput[],
  keys: readonly string[],
): void {
  const chosen = keys.length === 0 ? outputs : outputs.filter(({ key }) => keys.includes(key));
  const problem = openCompare(chosen.map((named) => ({ ...named, connectionId, runId })));
  if (problem !== null) showToast({ id: 'compare', title: problem });
}

/** As one ZIP; one after another where the run is not in the library of this computer. */
async function saveAll(connectionId: string, runId: string, outputs: readonly NamedOutput[]): Promise<void> {
  const body = { connectionId, runId, limit: 500 };
  const recorded = await callDesk('searchOutputs', { body }).catch(() => null);
  if (recorded !== null && recorded.outputs.length >= outputs.length) {
    await saveOutputsAsZip(recorded.outputs.map(({ id }) => id));
    return;
  }
  for (const named of outputs) await saveOutput(connectionId, named);
}
