import type { EditorSession } from './editor-session.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Walks from the selected node: along wires to the sides, else to the nearest node that way. */
export function walk(session: EditorSession, direction: Direction): void {
  const id = [...session.store.selectedNodes].at(-1);
  const box = id === undefined ? undefined : session.scene.boxOf(id);
  if (id === undefined || !box) {
    const first = session.store.getGraph().nodes[0];
    if (first) session.focusNode(first.id);
    return;
  }
  if (direction === 'left' || direction === 'right') {
    const next = session.store
      .wiresOf(id)
      .flatMap((wire) => {
        const [end, peer] = direction === 'left' ? [wire.to[0], wire.from[0]] : [wire.from[0], wire.to[0]];
        return end === id ? [peer] : [];
      })
      .flatMap((peer) => session.scene.boxOf(peer) ?? [])
      .sort((a, b) => Math.abs(a.y - box.y) - Math.abs(b.y - box.y))[0];
    if (next) {
      session.focusNode(next.id);
      return;
    }
  }
  const [mainAxis, across] =
    direction === 'up' || direction === 'down' ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const sign = direction === 'up' || direction === 'left' ? -1 : 1;
  let best: { id: string; cost: number } | null = null;
  for (const candidate of session.scene.boxes()) {
    const ahead = (candidate[mainAxis] - box[mainAxis]) * sign;
    if (candidate.id === id || ahead <= 0) continue;
    const cost = ahead + Math.abs(candidate[across] - box[across]) * 2;
    if (!best || cost < best.cost) best = { id: candidate.id, cost };
  }
  if (best) session.focusNode(best.id);
}
