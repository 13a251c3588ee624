import { useState } from 'react';
import type { PublicProjectSummary } from '#shared/api/index.ts';

/** Projects that are chosen together. */
export function useSelectedProjects(list: readonly PublicProjectSummary[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const selected = list.filter(({ id }) => ids.has(id));
  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
      setAnchor(id);
    },
    /** All between the one chosen last and this one. */
    extend(id: string) {
      const order = list.map((project) => project.id);
      const from = order.indexOf(anchor ?? id);
      const to = order.indexOf(id);
      setIds(new Set([...ids, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]));
    },
    clear: () => setIds(new Set()),
  };
}
