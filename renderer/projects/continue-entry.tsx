import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { PublicProjectSummary } from '#shared/api/index.ts';
import type { ProjectFace } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { RelativeTime } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { initialView, type WorkView } from './place-of-work.ts';
import { ProjectPicture } from './project-card.tsx';
import css from './continue-entry.module.css';

/** Of fewer projects the one to go on with is seen at once. */
const MIN_PROJECTS = 2;

/** The page that was worked on last; where the graph is empty, the one that holds anything. */
function lastView(project: PublicProjectSummary, face: ProjectFace | null): WorkView {
  const only = initialView(project, face);
  const last = face?.lastPage ?? 'graph';
  if (only !== null && last === 'graph') return only;
  return last === 'graph' ? null : last;
}

/** The way back into the project that was opened last on this computer. Nothing where none of those listed was. */
export function ContinueEntry({
  connectionId,
  projects,
  faces,
  hrefOf,
}: {
  connectionId: string;
  projects: readonly PublicProjectSummary[];
  faces: ReadonlyMap<string, ProjectFace>;
  hrefOf: (projectId: string, view: WorkView) => string;
}): ReactElement | null {
  const query = useQuery({
    queryKey: ['desk', 'opened-projects', connectionId],
    staleTime: 0,
    queryFn: ({ signal }) => callDesk('listOpenedProjects', { params: { connectionId }, signal }),
  });
  if (projects.length < MIN_PROJECTS) return null;
  const byId = new Map(projects.map((project) => [project.id, project]));
  const last = query.data?.projects.find(({ projectId }) => byId.has(projectId));
  const project = last && byId.get(last.projectId);
  if (!project) return null;
  const face = faces.get(project.id) ?? null;
  const workView = lastView(project, face);
  const name = project.name || words.common.untitledProject;
  const page = words.projects.continuesOn[workView ?? 'graph'];
  return (
    <Link href={hrefOf(project.id, workView)} className={css['entry']}>
      <span className={css['picture']} aria-hidden>
        <ProjectPicture connectionId={connectionId} project={project} face={face} />
      </span>
      <span className={css['text']}>
        <span className={css['label']}>{words.projects.continueWith}</span>
        <span className={css['name']} dir="auto">
          {name}
        </span>
        <span className={css['meta']}>
          {page} · <RelativeTime at={last.openedAt} />
        </span>
      </span>
      <ArrowRight aria-hidden className={css['arrow']} />
    </Link>
  );
}
