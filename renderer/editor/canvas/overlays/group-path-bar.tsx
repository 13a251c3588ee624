import { ChevronRight, Link2 } from 'lucide-react';
import { Fragment, useSyncExternalStore, type ReactElement } from 'react';
import { CommandButton, CommandTextButton } from '#renderer/commands/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './group-path-bar.module.css';

const t = words.groups;

/** Where the canvas is open in a group: the way to it, and how often what is changed here changes. */
export function GroupPathBar({ session }: { session: EditorSession }): ReactElement | null {
  const { groups } = session;
  useSyncExternalStore(groups.subscribe, groups.revision);
  const { groupPath } = groups;
  const open = groupPath.at(-1);
  if (open === undefined) return null;
  const count = groups.countOf(open);
  return (
    <nav className={css['trail']} aria-label={t.groupPath} data-canvas-control data-group-groupPath>
      <CommandButton id="group.leave" scope="canvas" />
      <ol>
        <li>
          <Button size="small" variant="quiet" onClick={() => groups.openPath([])}>
            {t.project}
          </Button>
        </li>
        {groupPath.map((instance, depth) => (
          <Fragment key={instance}>
            <ChevronRight aria-hidden />
            <li>
              <Button
                size="small"
                variant="quiet"
                aria-current={instance === open ? 'page' : undefined}
                onClick={() => groups.openPath(groupPath.slice(0, depth + 1))}
              >
                <span dir="auto">{groups.titleOf(instance)}</span>
              </Button>
            </li>
          </Fragment>
        ))}
      </ol>
      <span className={css['count']} data-linked={count > 1 || undefined}>
        {count > 1 ? <Link2 aria-hidden /> : null}
        {t.inLinked(count)}
      </span>
      {count > 1 ? (
        <>
          <CommandTextButton id="group.detach" />
          <CommandTextButton id="group.compare" />
        </>
      ) : null}
    </nav>
  );
}
