import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BatchValue, GraphVersion } from '#shared/desk/index.ts';

/** What one page wants of the page that is opened next, in a project. */
export type Intent = { connectionId: string; projectId: string } & (
  | { kind: 'show-node'; nodeId: string }
  | { kind: 'show-outputs'; runId: string }
  /** A shot of the storyboard, or its clips on the timeline. @param shotId as a timeline calls it */
  | { kind: 'show-shot' | 'show-clips-of-shot'; shotId: string }
  | { kind: 'show-clip'; clipId: string }
  | { kind: 'add-first-shot' | 'storyboard-to-timeline' }
  | { kind: 'compare-version' | 'restore-version'; version: GraphVersion }
  | { kind: 'vary-inputs' }
  /** Values of a grid's cell for the inputs of nodes. */
  | { kind: 'apply-values'; values: readonly NodeValue[] }
  /** Each row of a table as a run of the project that is shown; then of a batch, on its page. */
  | { kind: 'run-rows'; table: File }
  | { kind: 'new-batch'; projectName: string; table: File }
  /** Where on storyboard and timeline is used what some nodes, a run or an output made. @param title what a person calls it */
  | { kind: 'show-film-uses'; title: string; of: FilmUsesSource }
);

export interface NodeValue {
  nodeId: string;
  input: string;
  value: NonNullable<BatchValue>;
}

export type FilmUsesSource = { nodeIds: readonly string[] } | { runId: string } | { fileId: string };

export type IntentKind = Intent['kind'];
export type IntentOf<Kind extends IntentKind> = Intent & { kind: Kind };

/** The project an intent is for; null where any is meant. */
type IntentProject = Pick<Intent, 'connectionId' | 'projectId'> | null;

const pendingIntent = createStore<{ intent: Intent | null }>(() => ({ intent: null }));

/** Leaves what the page that is opened next is to do. An earlier intent that nobody took is forgotten. */
export const sendIntent = (intent: Intent): void => pendingIntent.setState({ intent });

const isOf = <Kind extends IntentKind>(
  intent: Intent,
  kinds: readonly Kind[],
  project: IntentProject,
): intent is IntentOf<Kind> =>
  kinds.some((kind) => kind === intent.kind) &&
  (project === null ||
    (intent.connectionId === project.connectionId && intent.projectId === project.projectId));

/** Takes the pending intent, once. @returns null where there is none of these kinds for the project. */
export function consumeIntent<Kind extends IntentKind>(
  kinds: readonly Kind[],
  project: IntentProject,
): IntentOf<Kind> | null {
  const { intent } = pendingIntent.getState();
  if (intent === null || !isOf(intent, kinds, project)) return null;
  pendingIntent.setState({ intent: null });
  return intent;
}

/** Whether an intent of these kinds is pending, for what is loaded only then. */
export const usePendingIntent = (kinds: readonly IntentKind[]): boolean =>
  useStore(pendingIntent, ({ intent }) => intent !== null && kinds.includes(intent.kind));

/**
 * Takes each intent of a kind that is sent for the project while the component is there, and one that was left before.
 * @param project null for intents of every project.
 * @param handler called once for each, in an effect.
 */
export function useIntent<Kind extends IntentKind>(
  kind: Kind,
  project: IntentProject,
  handler: (intent: IntentOf<Kind>) => void,
): void {
  const pending = useStore(pendingIntent, ({ intent }) => intent);
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  const isAny = project === null;
  const { connectionId = '', projectId = '' } = project ?? {};
  useEffect(() => {
    if (pending === null) return;
    const consumed = consumeIntent([kind], isAny ? null : { connectionId, projectId });
    if (consumed) latest.current(consumed);
  }, [pending, kind, isAny, connectionId, projectId]);
}
