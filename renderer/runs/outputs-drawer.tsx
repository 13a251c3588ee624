import { ChevronDown, Copy, Download, Images } from 'lucide-react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { isFileOutput } from '#shared/api/index.ts';
import {
  Button,
  EmptyState,
  formatBytes,
  IconButton,
  plural,
  RelativeTime,
  VisuallyHidden,
} from '#renderer/ui/index.ts';
import { isOver } from './run-state.ts';
import { OutputGallery } from './output-gallery.tsx';
import { OutputThumbnail } from './output-view.tsx';
import { outputsOf, type NamedOutput } from './run-outputs.ts';
import type { RunStore } from './run-store.ts';
import { copyOutput, saveOutput } from './save-output.ts';
import css from './outputs.module.css';

const kindWords: Record<NamedOutput['kind'], string> = {
  image: 'Image',
  video: 'Video',
  audio: 'Sound',
  file: 'File',
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  json: 'JSON',
};

export const describeOutput = ({ kind, output }: NamedOutput): string =>
  isFileOutput(output)
    ? `${output.contentType.split('/')[1]?.toUpperCase() ?? kindWords[kind]} · ${formatBytes(output.sizeBytes)}`
    : kindWords[kind];

/** What the shown run made, large enough to judge. */
export function OutputsDrawer({
  connectionId,
  runs,
  onOpen,
  onApply,
  onClose,
}: {
  connectionId: string;
  runs: RunStore;
  /** Full size, by the output's key. */
  onOpen: (key: string) => void;
  onApply: () => void;
  onClose: () => void;
}): ReactElement {
  const run = useStore(runs.store, ({ runs: all, shownId }) => (shownId === null ? undefined : all[shownId]));
  const outputs = run ? outputsOf(run) : [];
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
            <>
              <button type="button" className={css['open']} onClick={() => onOpen(named.key)}>
                <VisuallyHidden>Open {named.key} at full size</VisuallyHidden>
                <OutputThumbnail connectionId={connectionId} named={named} />
              </button>
              <div className={css['caption']}>
                <div className={css['names']}>
                  <span className={css['name']} dir="auto" title={named.key}>
                    {named.key}
                  </span>
                  <span className={css['meta']}>{describeOutput(named)}</span>
                </div>
                <IconButton label={`Copy ${named.key}`} onClick={() => void copyOutput(connectionId, named)}>
                  <Copy />
                </IconButton>
                <IconButton
                  label={`Save ${named.key} as…`}
                  onClick={() => void saveOutput(connectionId, named)}
                >
                  <Download />
                </IconButton>
              </div>
            </>
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
