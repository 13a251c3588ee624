import { useState, useSyncExternalStore, type ReactElement } from 'react';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { describeDifference } from './describe-difference.ts';
import css from './group-compare.module.css';

const t = words.groups;

/** Differences that are listed of one instance; the others are counted. */
const MAX_ROWS = 12;
/** How the groups linked with one differ from it, and what makes them alike: nothing changes before it is seen. */
export function GroupCompare({ session }: { session: EditorSession }): ReactElement | null {
  const instance = useUi(session, (ui) => ui.comparedGroup);
  return instance === null ? null : <Compare key={instance} session={session} instance={instance} />;
}

function Compare({ session, instance }: { session: EditorSession; instance: string }): ReactElement {
  const { groups, ui } = session;
  useSyncExternalStore(groups.subscribe, groups.revision);
  // Of one that differs from most it is said what would make it like them.
  const [turns, setTurns] = useState(() => session.groupDifferences.differs(instance));
  const differing = groups.differing(instance);
  const close = (): void => ui.set({ comparedGroup: null });
  const [first] = differing;
  const targets = turns ? [instance] : differing;
  const source = turns ? first : instance;
  return (
    <Dialog
      open
      onClose={close}
      width={560}
      title={t.compareTitle(groups.titleOf(instance))}
      footer={
        <>
          <Button onClick={close}>{t.close}</Button>
          {first !== undefined && source !== undefined ? (
            <>
              {differing.length === 1 || turns ? (
                <Button aria-pressed={turns} onClick={() => setTurns(!turns)}>
                  {turns
                    ? t.updateSiblings(differing.length)
                    : t.makeThisLike(t.siblingLabel(groups.numberOf(first)))}
                </Button>
              ) : null}
              <Button
                variant="primary"
                onClick={() => {
                  groups.update(targets, source);
                  close();
                }}
              >
                {turns
                  ? t.makeThisLike(t.siblingLabel(groups.numberOf(first)))
                  : t.updateSiblings(differing.length)}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {first === undefined ? <p>{t.allAlike}</p> : null}
      {source === undefined
        ? null
        : targets.map((target) => <Changes key={target} session={session} target={target} source={source} />)}
    </Dialog>
  );
}

function Changes({
  session,
  target,
  source,
}: {
  session: EditorSession;
  target: string;
  source: string;
}): ReactElement | null {
  const { groups } = session;
  const list = groups.differences(target, source);
  const names = {
    titleOf: (element: string) => groups.elementTitle(element),
    pinLabel: (element: string, input: string) => session.pinLabel(element, input, 'input'),
  };
  if (list.length === 0) return null;
  return (
    <section className={css['changes']}>
      <h3>{t.changesIn(t.siblingLabel(groups.numberOf(target)))}</h3>
      <ul>
        {list.slice(0, MAX_ROWS).map((difference) => {
          const sentence = describeDifference(names, difference);
          return (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          );
        })}
        {list.length > MAX_ROWS ? <li>{t.additional(list.length - MAX_ROWS)}</li> : null}
      </ul>
    </section>
  );
}
