import { useState } from 'react';
import type { PublicProjectSummary } from '#shared/api/index.ts';

/** The projects that are selected on the page, one by one or as a range. @param list in the order in which they are shown. */
export function useSelectedProjects(list: readonly PublicProjectSummary[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  /** The project that was toggled last, from which a range begins. */
  const [anchor, setAnchor] = useState<string | null>(null);
  return {
    selected: list.filter(({ id }) => ids.has(id)),
    isSelected: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
      setAnchor(id);
    },
    /** Selects all from the anchor to this project as well. */
    extend(id: string) {
      const order = list.map((project) => project.id);
      const [from, to] = [order.indexOf(anchor ?? id), order.indexOf(id)];
      const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      setIds(new Set([...ids, ...range]));
    },
    clear: () => setIds(new Set()),
  };
}
