import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import { apiFor, describeProblem, setPageTitle } from '#renderer/desk/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import {
  isUntitled,
  projectKeys,
  RenamedMeanwhile,
  renameProject,
  UNTITLED,
} from '#renderer/projects/index.ts';
import { useLocation } from 'wouter';
import { InlineNameField, useProjectNotices } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { noteProject } from '../parts/last-project.ts';
import css from './project-title.module.css';

const t = words.appEditor.projectTitle;

const projectNameKey = (connectionId: string, projectId: string) =>
  [...projectKeys.all(connectionId), 'name', projectId] as const;

/** What the open project is called now, renamed since it was opened or not. */
export const currentProjectName = (
  client: QueryClient,
  { name, ports: { connectionId, projectId } }: Pick<EditorSession, 'name' | 'ports'>,
): string => client.getQueryData<string>(projectNameKey(connectionId, projectId)) ?? name;

/** The name of the open project, and how it is renamed; what is typed stands in the bar at once. */
function useProjectName(connectionId: string, projectId: string, initialName: string) {
  const client = useQueryClient();
  const key = projectNameKey(connectionId, projectId);
  const project = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { name } = await apiFor(connectionId)(endpoints.projects.get, {
        params: { project_id: projectId },
        signal,
      });
      return name;
    },
    initialData: initialName,
    initialDataUpdatedAt: 0,
  });
  const notify = useProjectNotices(() => client.getQueryData<string>(key) ?? initialName);
  const rename = useMutation({
    mutationFn: ({ name, observed: previousName }: { name: string; observed: string }) =>
      renameProject(connectionId, projectId, name, previousName),
    onMutate: async ({ name }) => {
      // An answer that is on its way has the old name, and would put it back.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, name);
    },
    onError: (error, { name }) => {
      const currentName = error instanceof RenamedMeanwhile ? error.current : null;
      if (currentName !== null) client.setQueryData(key, currentName);
      void client.invalidateQueries({ queryKey: key });
      notify({
        kind: 'error',
        title: t.projectNotRenamed,
        description: describeProblem(error),
        ...(currentName !== null && {
          action: { label: t.callIt(name), run: () => rename.mutate({ name, observed: currentName }) },
        }),
      });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [...projectKeys.all(connectionId), 'list'] });
      // Though no page shows it now: without the service the list would go on with the old name.
      void client.refetchQueries({ queryKey: projectKeys.list(connectionId, '') });
    },
  });
  return { name: project.data || UNTITLED, rename: rename.mutate };
}

/** Characters that the bar shows whole wherever its buttons leave room. */
const SHORT_NAME = 16;

/** The project's name; press it (or F2 in the menu) to change it. */
export function ProjectTitle({
  connectionId,
  projectId,
  initialName,
  editing,
  onEditing,
}: {
  connectionId: string;
  projectId: string;
  initialName: string;
  editing: boolean;
  onEditing: (editing: boolean) => void;
}): ReactElement {
  const { name, rename } = useProjectName(connectionId, projectId, initialName);
  const isUnnamed = isUntitled(name);
  const [path] = useLocation();
  useEffect(() => setPageTitle(name), [name]);
  useEffect(() => noteProject({ path, name }), [path, name]);
  return editing ? (
    <InlineNameField
      label={t.projectName}
      className={css['titleField']}
      name={name}
      onEnd={(next, previousName) => {
        onEditing(false);
        if (next !== null) rename({ name: next, observed: previousName });
      }}
    />
  ) : (
    <h1 className={css['heading']} data-short={name.length <= SHORT_NAME || undefined}>
      <button
        type="button"
        className={css['title']}
        title={isUnnamed ? words.bar.nameIt : words.bar.rename(name)}
        data-unnamed={isUnnamed || undefined}
        dir="auto"
        onClick={() => onEditing(true)}
      >
        <span>{name}</span>
        <PencilLine aria-hidden />
      </button>
    </h1>
  );
}
