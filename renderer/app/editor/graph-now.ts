import type { EditorSession } from '#renderer/editor/index.ts';
import { isStale } from '#renderer/model/node-run-state.ts';
import type { GraphNow } from '#renderer/runs/index.ts';

/** What the open graph has outgrown of what its nodes made: also all that deleted nodes made. */
export const currentGraph = ({ store, keys }: EditorSession): GraphNow => ({
  subscribe(listener) {
    const cleanups = [keys.subscribe(listener), store.subscribe(listener)];
    return () => {
      for (const dispose of cleanups) dispose();
    };
  },
  isStale: (nodeId, key) => store.getNode(nodeId) === undefined || isStale({ key }, keys.peek(nodeId)),
});
