import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { LibraryOutput, OutputInput } from '#shared/desk/index.ts';
import { projectPath } from '#shared/desk/places.ts';
import { RerunDialog, Gallery } from '#renderer/gallery/index.ts';
import { words } from '#renderer/words/index.ts';
import { selectCover, openAsItWas } from '../runs/trace-output.ts';
import css from './outputs-page.module.css';

const t = words.appPages.outputsPage;

/** The outputs of a project, or of all projects, and the ways back to how they were made. */
export function OutputsPage({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string | null;
}): ReactElement {
  const [, navigate] = useLocation();
  const [rerun, setRerun] = useState<{
    output: LibraryOutput;
    inputs: readonly OutputInput[];
    input: OutputInput | null;
  } | null>(null);
  return (
    <div className={css['page']}>
      {projectId === null ? <h1 className={css['title']}>{t.gallery}</h1> : null}
      <div className={css['gallery']}>
        <Gallery
          connectionId={connectionId}
          projectId={projectId}
          projectHref={(id) => projectPath(connectionId, id)}
          onOpenAsItWas={(output) => void openAsItWas(output, navigate)}
          onAgain={(output, inputs, input) => setRerun({ output, inputs, input })}
          onCover={(output) => void selectCover(output)}
        />
      </div>
      {rerun === null ? null : (
        <RerunDialog
          {...rerun}
          onOpenAsItWas={() => {
            setRerun(null);
            void openAsItWas(rerun.output, navigate);
          }}
          onClose={() => setRerun(null)}
        />
      )}
    </div>
  );
}
