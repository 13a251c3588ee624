import { ArrowUpCircle, CircleX, GitCompare, Link2, Play } from 'lucide-react';
import { useCallback, useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { splitKey, joinKey } from '#shared/language/join-key.ts';
import { words } from '#renderer/words/index.ts';
import type { FrameTile } from '../../scene/frame-tiles.ts';
import { itemKey } from '../../scene/canvas-places.ts';
import { useEditor } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { failedAsTheyAre, groupTargets, runOfNodes } from '../../session/group-runs.ts';
import { Plane } from './canvas-items.tsx';
import css from './group-tools.module.css';

const t = words.groups;

/** What can be pressed on groups: above the canvas, which takes all other presses. Without any it costs nothing. */
export function GroupTools({ session }: { session: EditorSession }): ReactElement | null {
  useSyncExternalStore(session.items.subscribe, session.items.revision);
  const tiles = session.scene.tiles.all();
  const groups = session.items.all().flatMap((item) => {
    const tile = item.kind === 'instances' ? tiles.get(itemKey('instances', item.id)) : undefined;
    return tile ? [{ id: item.id, tile }] : [];
  });
  useSources(session);
  if (groups.length === 0) return null;
  return (
    <div className={css['layer']}>
      <Plane session={session} className={css['plane']}>
        {groups.map(({ id, tile }) => (
          <Tools key={id} session={session} instance={id} tile={tile} />
        ))}
      </Plane>
    </div>
  );
}

/** Reads what groups came from, once where there is one that did: later versions are said on them. */
function useSources({ groups, library }: EditorSession): void {
  const hasSources = useSyncExternalStore(groups.subscribe, () => groups.hasSources);
  useEffect(() => {
    if (hasSources) void library.load();
  }, [hasSources, library]);
}

const NO_IDS: readonly string[] = [];

/** The nodes within that failed and are still as they were. */
function useFailed(nodes: ReadonlySet<string>): readonly string[] {
  const { session, runTable } = useEditor();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [
        runTable.subscribeAll((id) => (id === null || nodes.has(id)) && listener()),
        session.outlook.subscribe(listener),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    [session, runTable, nodes],
  );
  const key = useSyncExternalStore(subscribe, () =>
    joinKey(...failedAsTheyAre(session, runTable, runOfNodes(runTable, nodes).failed)),
  );
  return key === '' ? NO_IDS : splitKey(key);
}

function Tools({
  session,
  instance,
  tile,
}: {
  session: EditorSession;
  instance: string;
  tile: FrameTile;
}): ReactElement {
  const { groups, library, groupDifferences, ui } = session;
  const { onRunTo } = useEditor();
  useSyncExternalStore(groups.subscribe, groups.revision);
  const differs = useSyncExternalStore(groupDifferences.subscribe, () => groupDifferences.differs(instance));
  const hasUpdate = useSyncExternalStore(library.subscribe, () => library.hasUpdate(instance));
  const failed = useFailed(tile.nodes);
  const [firstFailed] = failed;
  const count = groups.countOf(instance);
  const title = groups.titleOf(instance);
  const { x, y, width } = tile.rect;
  return (
    <div
      className={css['tools']}
      style={{ transform: `translate(${x}px, ${y}px)`, width }}
      data-canvas-control
    >
      <div className={css['row']}>
        <button
          type="button"
          className={css['run']}
          aria-label={t.run(title)}
          title={t.run(title)}
          onClick={() => onRunTo(groupTargets(session, [instance]))}
        >
          <Play aria-hidden />
        </button>
        {count > 1 ? (
          <small className={css['linked']} data-linked={count} title={t.inLinked(count)}>
            <Link2 aria-hidden />
            {count}
          </small>
        ) : null}
      </div>
      <div className={css['row']}>
        {hasUpdate ? (
          <button
            type="button"
            className={css['newer']}
            title={t.updateHint}
            onClick={() => ui.set({ updatedGroup: instance })}
          >
            <ArrowUpCircle aria-hidden />
            {words.groupLibrary.newerTile}
          </button>
        ) : null}
        {differs ? (
          <button
            type="button"
            className={css['differs']}
            title={t.showDifferences}
            onClick={() => ui.set({ comparedGroup: instance })}
          >
            <GitCompare aria-hidden />
            {t.differs}
          </button>
        ) : null}
        {firstFailed === undefined ? null : (
          <button
            type="button"
            className={css['failed']}
            title={t.goToFailed}
            onClick={() => session.focusNode(firstFailed)}
          >
            <CircleX aria-hidden />
            {t.failed(failed.length)}
          </button>
        )}
      </div>
    </div>
  );
}
