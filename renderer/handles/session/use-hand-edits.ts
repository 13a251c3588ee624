import { useState } from 'react';
import type { PatchOperation } from '#shared/api/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { valueFor, type EditorSession } from '#renderer/editor/index.ts';
import { inSentence, words } from '#renderer/words/index.ts';
import type { Change, Handle } from '../model/hand.ts';
import type { HandledNode } from './pictures.ts';

const t = words.handles.edits;

export interface HandEdits {
  /** Why the handle that was tried last does not move; null while nothing is in its way. */
  problem: string | null;
  /** @returns whether the handle may move; says why where it may not. */
  begin(handle: Pick<Handle, 'pins'>): boolean;
  /** A drag of a handle begins: what lies between is one undo step. */
  mark(): void;
  /** Sets inputs. @param mergeKey makes one step of several key presses; null within a drag. */
  apply(change: Change, mergeKey: string | null): void;
  /** The drag is over. */
  release(): void;
  /** The drag is taken back. */
  cancel(): void;
  /** Key presses so far are a step of their own. */
  seal(): void;
}

/** Changes of the inputs of a node by its handles. */
export function useHandEdits(session: EditorSession, nodeId: string, node: HandledNode | null): HandEdits {
  const [problem, setProblem] = useState<string | null>(null);
  const label = (name: string): string => {
    const pin = node?.inputs.find((candidate) => candidate.name === name);
    return pin?.label ?? name;
  };
  const stepLabel = (): string => t.step(inSentence(session.titleOf(nodeId)));
  return {
    problem,
    begin({ pins }) {
      const blocked = pins.find((name) => node?.wired[name] !== undefined);
      setProblem(blocked === undefined ? null : t.wired(label(blocked), node?.wired[blocked] ?? ''));
      return blocked === undefined;
    },
    mark: () => session.store.mark(stepLabel()),
    apply(change, mergeKey) {
      const current = session.store.getNode(nodeId)?.inputs ?? {};
      const operations = Object.entries(change).flatMap(([input, value]): PatchOperation[] => {
        const pin = node?.inputs.find(({ name }) => name === input);
        if (current[input] !== undefined ? current[input].value === value : value === (pin?.default ?? null))
          return [];
        return [{ op: 'setNodeInput', nodeId, input, value: valueFor(parsePinType(pin?.type).base, value) }];
      });
      if (operations.length === 0) return;
      const applied = session.store.applyEdit(stepLabel(), operations, mergeKey === null ? {} : { mergeKey });
      if (!applied.ok) setProblem(applied.rejection.reason);
    },
    release: () => session.store.release(),
    cancel: () => session.store.bail(),
    seal: () => session.store.history.seal(),
  };
}
