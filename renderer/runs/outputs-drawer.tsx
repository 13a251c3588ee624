import { ChevronDown, Download, Images } from 'lucide-react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { Button, EmptyState, IconButton, plural, RelativeTime } from '#renderer/ui/index.ts';
import { saveOutput, type NamedOutput } from '#renderer/viewer/index.ts';
import { OutputCard } from './output-card.tsx';
import { OutputGallery } from './output-gallery.tsx';
import { isOver } from './run-state.ts';
import { outputsOf, type OutputLabels } from './run-outputs.ts';
import type { RunStore } from './run-store.ts';
import css from './outputs.module.css';

/** What the shown run made, large enough to judge. */
export function OutputsDrawer({
  connectionId,
  runs,
  labelOf,
  onOpen,
  onApply,
  onClose,
}: {
  connectionId: string;
  runs: RunStore;
  labelOf?: OutputLabels;
  /** Full size, by the output's key. */
  onOpen: (key: string) => void;
  onApply: () => void;
  onClose: () => void;
}): ReactElement {
  const run = useStore(runs.store, ({ runs: all, shownId }) => (shownId === null ? undefined : all[shownId]));
  const outputs = run ? outputsOf(run, labelOf) : [];
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
        {outputs.length > 1 ? (
          <Button
            size="small"
            variant="quiet"
            icon={<Download aria-hidden />}
            onClick={() => void saveAll(connectionId, outputs)}
          >
            Save all
          </Button>
        ) : null}
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
            <OutputCard connectionId={connectionId} named={named} onOpen={() => onOpen(named.key)} />
          )}
        />
      )}
    </section>
  );
}

/** One after another: each may ask where to save. */
async function saveAll(connectionId: string, outputs: readonly NamedOutput[]): Promise<void> {
  for (const named of outputs) await saveOutput(connectionId, named);
}
