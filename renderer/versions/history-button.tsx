import { History } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Popover, WordButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { HistoryPanel, type HistoryActions } from './history-panel.tsx';
import type { ProjectRef } from './queries.ts';
import css from './history.module.css';

const t = words.versions.historyButton;

/** A button that opens the history, for pages without panels. It closes with what leads elsewhere. */
export function HistoryButton({
  actions,
  ...project
}: ProjectRef & { actions: HistoryActions }): ReactElement {
  const [open, setOpen] = useState(false);
  const { compare, restore, exportFile } = actions;
  return (
    <Popover
      label={t.title}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <WordButton label={t.title} icon={<History aria-hidden />} className={css['button']}>
          <span>{t.button}</span>
        </WordButton>
      }
    >
      <div className={css['popover']}>
        <HistoryPanel
          {...project}
          selectedId={null}
          currentGraph={null}
          actions={{
            compare: (version) => {
              setOpen(false);
              compare(version);
            },
            restore: (version) => {
              setOpen(false);
              restore(version);
            },
            exportFile,
          }}
        />
      </div>
    </Popover>
  );
}
