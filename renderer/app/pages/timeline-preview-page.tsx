import { ArrowLeft, FileInput, FileSearch, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { CommandButton } from '#renderer/commands/index.ts';
import { openImport, interchange, WarningList } from '#renderer/interchange/index.ts';
import { TimelineDocumentView } from '#renderer/timeline/index.ts';
import { Button, EmptyState, Popover } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import bar from '../parts/workbench.module.css';
import css from '../parts/views.module.css';

const t = words.appPages.timelinePreviewPage;

/** A timeline file that was read and not stored. */
export function TimelinePreviewPage(): ReactElement {
  const previewed = useStore(interchange, ({ previewed }) => previewed);
  return (
    <div className={css['page']}>
      <header className={bar['bar']}>
        <CommandButton id="go.projects" icon={<ArrowLeft />} />
        <h1 className={bar['title']} dir="auto">
          {previewed?.file.name ?? t.timelineFile}
        </h1>
        <span className={css['lookNote']}>{previewed ? t.previewOnlySaved : ''}</span>
        <span className={bar['spring']} />
        {previewed && previewed.response.warnings.length > 0 ? (
          <Popover
            label={t.differentFromFile}
            align="end"
            trigger={
              <Button size="small" variant="quiet" icon={<TriangleAlert aria-hidden />}>
                {t.differences(number(previewed.response.warnings.length))}
              </Button>
            }
          >
            <WarningList warnings={previewed.response.warnings} />
          </Popover>
        ) : null}
        <Button
          size="small"
          variant="primary"
          icon={<FileInput aria-hidden />}
          onClick={() => openImport(previewed?.file ?? null)}
        >
          {t.import}
        </Button>
      </header>
      <main className={css['body']} aria-label={t.timelineFile}>
        {previewed ? (
          <TimelineDocumentView
            connectionId={previewed.connectionId}
            document={previewed.response.document}
          />
        ) : (
          <EmptyState
            icon={<FileSearch />}
            title={t.noFileOpen}
            text={t.previewNotSavedWhen}
            action={<Button onClick={() => openImport()}>{t.selectFile}</Button>}
          />
        )}
      </main>
    </div>
  );
}
