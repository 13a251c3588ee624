import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { AgentScope } from '#shared/agents/scopes.ts';
import { endpoints } from '#shared/api/index.ts';
import { AgentDraft } from '#shared/desk/index.ts';
import { apiFor, sortConnections, useConnections } from '#renderer/desk/index.ts';
import { Button, Checkbox, Dialog, DialogStack, NumberField, Select, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.agents;

const MICROCREDITS_PER_CREDIT = 1_000_000;
const MAX_LIMIT = 1_000_000_000;
const ALL = '';

interface Fields {
  name: string;
  connectionId: string;
  projectId: string;
  scopes: AgentScope[];
  credits: number;
  folder: string;
}

const draftOf = ({ name, connectionId, projectId, scopes, credits, folder }: Fields) =>
  AgentDraft.safeParse({
    name,
    connectionId,
    projectIds: projectId === ALL ? null : [projectId],
    scopes,
    limitMicrocredits: String(scopes.includes('run') ? Math.round(credits * MICROCREDITS_PER_CREDIT) : 0),
    folder: scopes.includes('save') ? folder.trim() : null,
  });

/** Whether a path is whole, on any of the systems. */
const isAbsolutePath = (path: string): boolean => /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(path.trim());

/** What is entered so far; the connection is the active one until another is picked. */
function useFields() {
  const connections = useConnections();
  const sorted = sortConnections(connections.data?.connections ?? []);
  const [entered, setFields] = useState<Fields>({
    name: '',
    connectionId: '',
    projectId: ALL,
    scopes: ['read', 'propose'],
    credits: 0,
    folder: '',
  });
  // The connections may come after the dialog.
  const fields: Fields = {
    ...entered,
    connectionId: entered.connectionId || (connections.data?.activeId ?? sorted[0]?.id ?? ''),
  };
  const change = (next: Partial<Fields>): void => setFields({ ...fields, ...next });
  return { fields, change, sorted };
}

/** Says who comes in and what it may do. */
export function AgentDialog({
  onClose,
  onAdd,
}: {
  onClose: () => void;
  onAdd: (draft: AgentDraft) => Promise<void>;
}): ReactElement {
  const { fields, change, sorted } = useFields();
  const [showProblems, setShowProblems] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const draft = draftOf(fields);
  const isFolderMissing = fields.scopes.includes('save') && !isAbsolutePath(fields.folder);
  const problemOf = (field: string): string | null =>
    showProblems && !draft.success
      ? (draft.error.issues.find(({ path }) => path[0] === field)?.message ?? null)
      : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setShowProblems(true);
    if (!draft.success || isFolderMissing) return;
    setIsBusy(true);
    void onAdd(draft.data).finally(() => setIsBusy(false));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={t.dialogTitle}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="primary" type="submit" form="agent-form" busy={isBusy}>
            {t.add}
          </Button>
        </>
      }
    >
      <form id="agent-form" onSubmit={submit} noValidate>
        <DialogStack>
          <TextField
            label={t.name}
            hint={t.nameHint}
            value={fields.name}
            error={problemOf('name')}
            onValueChange={(name) => change({ name })}
          />
          <Select
            label={t.connection}
            value={fields.connectionId}
            options={sorted.map(({ id, name }) => ({ value: id, label: name }))}
            onValueChange={(connectionId) => change({ connectionId, projectId: ALL })}
          />
          <ProjectSelect
            connectionId={fields.connectionId}
            value={fields.projectId}
            onChange={(projectId) => change({ projectId })}
          />
          <Rights
            fields={fields}
            folderError={showProblems && isFolderMissing ? t.folderNeeded : null}
            onChange={change}
          />
        </DialogStack>
      </form>
    </Dialog>
  );
}

/** What the agent may do, and within which bounds. */
function Rights({
  fields,
  folderError,
  onChange,
}: {
  fields: Fields;
  folderError: string | null;
  onChange: (next: Partial<Fields>) => void;
}): ReactElement {
  return (
    <>
      <div>
        {AgentScope.options.map((scope) => (
          <Checkbox
            key={scope}
            label={t[scope]}
            checked={fields.scopes.includes(scope)}
            disabled={scope === 'read'}
            onCheckedChange={(isOn) =>
              onChange({
                scopes: AgentScope.options.filter((each) =>
                  each === scope ? isOn : fields.scopes.includes(each),
                ),
              })
            }
          />
        ))}
      </div>
      {fields.scopes.includes('run') ? (
        <NumberField
          label={t.limit}
          min={0}
          max={MAX_LIMIT}
          value={fields.credits}
          onValueChange={(credits) => onChange({ credits: credits ?? 0 })}
        />
      ) : null}
      {fields.scopes.includes('save') ? (
        <TextField
          label={t.folder}
          hint={t.folderHint}
          value={fields.folder}
          error={folderError}
          onValueChange={(folder) => onChange({ folder })}
        />
      ) : null}
    </>
  );
}

/** All projects, or one. */
function ProjectSelect({
  connectionId,
  value,
  onChange,
}: {
  connectionId: string;
  value: string;
  onChange: (projectId: string) => void;
}): ReactElement {
  const projects = useQuery({
    queryKey: ['agent-projects', connectionId],
    enabled: connectionId !== '',
    queryFn: ({ signal }) => apiFor(connectionId)(endpoints.projects.list, { query: { limit: 200 }, signal }),
  });
  const options = (projects.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={t.project}
      value={value}
      options={[{ value: ALL, label: t.allProjects }, ...options]}
      onValueChange={onChange}
    />
  );
}
