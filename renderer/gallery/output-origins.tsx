import type { ReactElement } from 'react';
import { type LibraryOutput } from '#shared/desk/index.ts';
import { batchLabel, positionLabel, ranAs, RelativeTime } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './details.module.css';

const t = words.gallery.outputOrigins;

/** Where one of several equal outputs is from. */
function sourceOf(output: LibraryOutput): string {
  const { batch, projectVersion, occasion } = output;
  if (batch !== null)
    return [positionLabel(batch), batchLabel(batch, output.startedBy)]
      .filter((text) => text !== '')
      .join(' · ');
  return projectVersion === null || occasion !== undefined ? ranAs(output) : `v${projectVersion}`;
}

/** All runs that made the same bytes, each a way to what it made. */
export function OutputOrigins({
  origins,
  onShowRun,
}: {
  origins: readonly LibraryOutput[];
  onShowRun: (output: LibraryOutput) => void;
}): ReactElement | null {
  if (origins.length < 2) return null;
  const title = t.title(origins.length);
  return (
    <section className={css['section']}>
      <h3>{title}</h3>
      <p className={css['quiet']}>{t.hint}</p>
      <ul className={css['origins']} aria-label={title}>
        {origins.map((output) => (
          <li key={output.id}>
            <button type="button" title={t.showRun} onClick={() => onShowRun(output)}>
              <bdi>{t.origin(output.title.slice(0, 200), sourceOf(output).slice(0, 200))}</bdi>
              <RelativeTime at={output.createdAt} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
