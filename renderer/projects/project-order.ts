import type { PublicProjectSummary } from '#shared/api/index.ts';
import type { ProjectFace } from '#shared/desk/index.ts';
import { compareNames, words } from '#renderer/words/index.ts';

const t = words.projects.projectOrder;

/** How a list of projects is sorted. */
export const projectOrders = ['recent', 'opened', 'name', 'created'] as const;
export type ProjectOrder = (typeof projectOrders)[number];

export const isProjectOrder = (value: unknown): value is ProjectOrder =>
  projectOrders.some((order) => order === value);

export const orderLabels: Readonly<Record<ProjectOrder, string>> = {
  recent: t.lastChanged,
  opened: t.lastOpen,
  name: t.name,
  created: t.latest,
};

/** Projects in an order; what is equal in it stays as the service lists it. */
export function sortProjects(
  projects: readonly PublicProjectSummary[],
  order: ProjectOrder,
  faces: ReadonlyMap<string, ProjectFace>,
): PublicProjectSummary[] {
  const openTime = ({ id }: PublicProjectSummary) => faces.get(id)?.openedAt ?? '';
  switch (order) {
    case 'recent':
      return [...projects];
    case 'opened':
      return projects.toSorted((a, b) => openTime(b).localeCompare(openTime(a)));
    case 'name':
      return projects.toSorted((a, b) => compareNames(a.name, b.name));
    case 'created':
      return projects.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
    default: {
      const unknown: never = order;
      return unknown;
    }
  }
}
