import { useEffect, useMemo, useState, useSyncExternalStore, type ReactElement } from 'react';
import type { GroupSource } from '#shared/canvas/group-items.ts';
import { findNode } from '#shared/graph/graph.ts';
import { instanceIdOf, type Definition, type DefinitionUpdate } from '#shared/groups/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, Skeleton } from '#renderer/ui/index.ts';
import { formatList, number, words } from '#renderer/words/index.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { describeDifference, type ElementNames } from './describe-difference.ts';
import css from './group-compare.module.css';

const t = words.groupLibrary;

/** Sentences that are listed of one instance; the others are counted. */
const MAX_ROWS = 12;

/** What bringing a group to the latest version of its source changes: nothing does before it is seen. */
export function GroupUpdate({ session }: { session: EditorSession }): ReactElement | null {
  const instance = useUi(session, (ui) => ui.updatedGroup);
  return instance === null ? null : <Update key={instance} session={session} instance={instance} />;
}

interface Latest {
  definition: Definition;
  source: GroupSource;
}

/** The latest version of what a group came from, or why there is none. @throws DeskError */
async function readLatest({ library }: EditorSession, instance: string): Promise<Latest | string> {
  await library.load();
  const origin = library.originOf(instance);
  if (!origin) return t.sourceMissing;
  const found = await library.read(origin);
  const { kind, id } = origin;
  return found.ok
    ? { definition: found.definition, source: { kind, id, version: found.version } }
    : found.problem;
}

/** The latest version of what a group came from: undefined until it is read, else it, or why it cannot be. */
function useLatest(session: EditorSession, instance: string): Latest | string | undefined {
  const [latest, setLatest] = useState<Latest | string | undefined>();
  useEffect(() => {
    let isClosed = false;
    void (async () => {
      const next = await readLatest(session, instance).catch((error: unknown) => describeProblem(error));
      if (!isClosed) setLatest(next);
    })();
    return () => {
      isClosed = true;
    };
  }, [session, instance]);
  return latest;
}

function Update({ session, instance }: { session: EditorSession; instance: string }): ReactElement {
  const { groups, library, store, ui } = session;
  useSyncExternalStore(groups.subscribe, groups.revision);
  const graph = useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.getGraph(),
  );
  const latest = useLatest(session, instance);
  const { items } = store.canvas;
  const plan = useMemo(
    // Anew for each state of the project: somebody else may change it meanwhile.
    () =>
      typeof latest === 'object' && graph && items
        ? library.plan(instance, latest.definition, latest.source)
        : null,
    [library, instance, latest, graph, items],
  );
  const close = (): void => ui.set({ updatedGroup: null });
  const isCurrent =
    typeof latest === 'object' && library.sourceOf(instance)?.version === latest.source.version;
  const hasChanges =
    plan !== null && (plan.changes.size > 0 || plan.pins.added.length + plan.pins.removed.length > 0);
  return (
    <Dialog
      open
      onClose={close}
      width={560}
      title={t.updateTitle(groups.titleOf(instance))}
      footer={
        <>
          <Button onClick={close}>{words.groups.close}</Button>
          {plan && typeof latest === 'object' && (hasChanges || !isCurrent) ? (
            <Button
              variant="primary"
              onClick={() => {
                library.update(instance, latest.definition, latest.source);
                close();
              }}
            >
              {t.updateInstances(groups.countOf(instance))}
            </Button>
          ) : null}
        </>
      }
    >
      {latest === undefined ? <Skeleton height={80} /> : null}
      {typeof latest === 'string' ? <p>{latest}</p> : null}
      {plan && !hasChanges ? <p>{isCurrent ? t.upToDate : t.unchanged}</p> : null}
      {plan && hasChanges ? <Changes session={session} instance={instance} plan={plan} /> : null}
    </Dialog>
  );
}

/** How what is compared calls its elements: some are only in the new version. */
function namesIn(session: EditorSession, { compared }: DefinitionUpdate): ElementNames {
  const titleOf = (element: string): string => {
    const instance = instanceIdOf(element);
    if (instance !== null)
      return compared.items.groups[compared.items.instances[instance]?.of ?? '']?.title ?? words.groups.group;
    const node = findNode(compared.graph, element);
    return node ? session.titleOfNode(node) : element;
  };
  const pinLabel = (element: string, input: string): string => {
    const pins = session.catalog.pinsOf(findNode(compared.graph, element)?.type ?? '');
    return pins?.inputs.find(({ name }) => name === input)?.label ?? input;
  };
  return { titleOf, pinLabel };
}

function Changes({
  session,
  instance,
  plan,
}: {
  session: EditorSession;
  instance: string;
  plan: DefinitionUpdate;
}): ReactElement {
  const { groups } = session;
  const names = namesIn(session, plan);
  // Instances that change in the same way are said together.
  const bySentences = Map.groupBy(plan.changes, ([, list]) =>
    list.map((difference) => describeDifference(names, difference)).join('\n'),
  );
  const count = groups.countOf(instance);
  const pinName = ({ title, targets }: DefinitionUpdate['pins']['added'][number]): string =>
    title ?? targets[0]?.at(-1) ?? words.groups.missingPin;
  const pins = [
    ...plan.pins.added.map((pin) => t.pinAdded(pinName(pin))),
    ...plan.pins.removed.map((pin) => t.pinRemoved(pinName(pin))),
  ];
  return (
    <>
      {pins.length > 0 ? <Sentences title={words.groups.pins} sentences={pins} /> : null}
      {[...bySentences].map(([text, entries]) => (
        <Sentences
          key={text}
          title={
            entries.length === count
              ? t.inAll(count)
              : t.inSome(formatList(entries.map(([id]) => number(groups.numberOf(id)))), entries.length)
          }
          sentences={text.split('\n')}
        />
      ))}
      <p>{t.keeps}</p>
    </>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }): ReactElement {
  return (
    <section className={css['changes']}>
      <h3>{title}</h3>
      <ul>
        {sentences.slice(0, MAX_ROWS).map((sentence) => (
          <li key={sentence} dir="auto">
            {sentence}
          </li>
        ))}
        {sentences.length > MAX_ROWS ? <li>{words.groups.additional(sentences.length - MAX_ROWS)}</li> : null}
      </ul>
    </section>
  );
}
