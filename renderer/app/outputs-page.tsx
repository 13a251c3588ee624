import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { LibraryOutput, OutputInput } from '#shared/desk/index.ts';
import { projectPath } from '#shared/desk/places.ts';
import { AgainDialog, Gallery } from '#renderer/gallery/index.ts';
import { chooseCover, openAsItWas } from './trace-output.ts';
import css from './outputs-page.module.css';

/** The outputs of a project, or of all projects, and the ways back to how they were made. */
export function OutputsPage({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string | null;
}): ReactElement {
  const [, navigate] = useLocation();
  const [again, setAgain] = useState<{
    output: LibraryOutput;
    inputs: readonly OutputInput[];
    input: OutputInput | null;
  } | null>(null);
  return (
    <div className={css['page']}>
      {projectId === null ? <h1 className={css['title']}>Gallery</h1> : null}
      <div className={css['gallery']}>
        <Gallery
          connectionId={connectionId}
          projectId={projectId}
          projectHref={(id) => projectPath(connectionId, id)}
          onOpenAsItWas={(output) => void openAsItWas(output, navigate)}
          onAgain={(output, inputs, input) => setAgain({ output, inputs, input })}
          onCover={(output) => void chooseCover(output)}
        />
      </div>
      {again === null ? null : (
        <AgainDialog
          {...again}
          onOpenAsItWas={() => {
            setAgain(null);
            void openAsItWas(again.output, navigate);
          }}
          onClose={() => setAgain(null)}
        />
      )}
    </div>
  );
}
