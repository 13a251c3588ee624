import { EllipsisVertical, FolderOpen, LayoutTemplate, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { EndpointCall, ManagedEndpoint, ManagedTemplate } from '#shared/administration/index.ts';
import { describeProblem, useConnections } from '#renderer/desk/index.ts';
import { describeStatus } from '#renderer/runs/index.ts';
import {
  Badge,
  Button,
  Dialog,
  ErrorState,
  formatDuration,
  IconButton,
  Menu,
  plural,
  ProblemNote,
  RelativeTime,
  showToast,
  Skeleton,
  Switch,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { isManaged, useManagedTemplate, useTemplateActions } from './management.ts';
import { NewKey } from './new-key.tsx';
import { useOpenAsProject } from './use-open-as-project.ts';
import { requestPublish } from './publish-store.ts';
import css from './management.module.css';
import typography from './template-text.module.css';

export interface ManageTemplateProps {
  connectionId: string;
  templateId: string;
  name: string;
  onOpenProject: (projectId: string) => void;
  onDeleted: () => void;
  /** Whether a form is shown, which opens the template with what it holds. */
  hasForm: boolean;
}

/** Keys, calls and what else the owner of a template can do; of hosted services it says that they do it themselves. */
export function ManageTemplate(props: ManageTemplateProps): ReactElement {
  const connections = useConnections();
  if (isManaged(props.connectionId)) return <Management {...props} />;
  const name = connections.data?.connections.find(({ id }) => id === props.connectionId)?.name;
  return (
    <p className={typography['quiet']}>
      {name ?? 'This service'} publishes its templates and makes their keys itself: its API has no call for
      it.
    </p>
  );
}

function Management(props: ManageTemplateProps): ReactElement {
  const { connectionId, templateId } = props;
  const state = useManagedTemplate(templateId);
  const { renewKey, addEndpoint, switchEndpoint } = useTemplateActions(connectionId);
  const [asked, setAsked] = useState<ManagedEndpoint | null>(null);
  if (state.isError) {
    return (
      <ErrorState
        compact
        title="Keys and calls could not be read"
        text={describeProblem(state.error)}
        onRetry={() => void state.refetch()}
      />
    );
  }
  if (!state.data) return <Skeleton height={96} radius={10} />;
  const { endpoints, calls } = state.data;
  const made = renewKey.data ?? addEndpoint.data;
  const error = renewKey.error ?? addEndpoint.error ?? switchEndpoint.error;
  const renew = (endpointId: string) => {
    addEndpoint.reset();
    renewKey.mutate({ templateId, endpointId }, { onSettled: () => setAsked(null) });
  };
  return (
    <section className={css['management']} aria-labelledby="keys-and-calls">
      <header className={css['head']}>
        <h3 id="keys-and-calls">Keys and calls</h3>
        <Actions {...props} state={state.data} />
      </header>
      {state.data.isBehind ? (
        <p className={typography['quiet']}>
          The project was changed since. Publish it again for a new state.
        </p>
      ) : null}
      {endpoints.length === 0 ? (
        <div className={css['empty']}>
          <p className={typography['quiet']}>
            An endpoint lets others run the template with a key of its own.
          </p>
          <Button busy={addEndpoint.isPending} onClick={() => addEndpoint.mutate(templateId)}>
            Make an endpoint
          </Button>
        </div>
      ) : (
        <ul className={css['endpoints']} aria-label="Endpoints">
          {endpoints.map((endpoint) => (
            <EndpointRow
              key={endpoint.endpointId}
              endpoint={endpoint}
              onRenew={() => (endpoint.keyPrefix === null ? renew(endpoint.endpointId) : setAsked(endpoint))}
              onSwitch={(isActive) =>
                switchEndpoint.mutate({ templateId, endpointId: endpoint.endpointId, isActive })
              }
            />
          ))}
        </ul>
      )}
      {made ? <NewKey endpointKey={made.key} /> : null}
      {error ? <ProblemNote>{describeProblem(error)}</ProblemNote> : null}
      <Calls calls={calls} endpoints={endpoints} />
      {asked ? (
        <Dialog
          open
          onClose={() => setAsked(null)}
          title={`Renew the key of ${asked.name}?`}
          description="The key of now stops working at once. Programs that use it need the new one."
          footer={
            <>
              <Button onClick={() => setAsked(null)}>Cancel</Button>
              <Button variant="primary" busy={renewKey.isPending} onClick={() => renew(asked.endpointId)}>
                Renew key
              </Button>
            </>
          }
        />
      ) : null}
    </section>
  );
}

function EndpointRow({
  endpoint: { name, isActive, keyPrefix, callCount, lastCalledAt },
  onRenew,
  onSwitch,
}: {
  endpoint: ManagedEndpoint;
  onRenew: () => void;
  onSwitch: (isActive: boolean) => void;
}): ReactElement {
  return (
    <li className={css['endpoint']}>
      <div className={css['endpointText']}>
        <span className={css['endpointName']} dir="auto">
          {name} {isActive ? null : <Badge tone="warn">Off</Badge>}
        </span>
        <span className={typography['quiet']}>
          {keyPrefix === null ? 'no key yet' : `key begins with ${keyPrefix}`} · {plural(callCount, 'call')}
          {lastCalledAt === null ? '' : ', the last '}
          {lastCalledAt === null ? null : <RelativeTime at={lastCalledAt} />}
        </span>
      </div>
      <Switch label="On" checked={isActive} onCheckedChange={onSwitch} />
      <Button size="small" onClick={onRenew}>
        {keyPrefix === null ? 'Make a key' : 'Renew key'}
      </Button>
    </li>
  );
}

const MAX_ROWS = 10;

function Calls({
  calls,
  endpoints,
}: {
  calls: readonly EndpointCall[];
  endpoints: readonly ManagedEndpoint[];
}): ReactElement {
  const [showsAll, setShowsAll] = useState(false);
  const names = new Map(endpoints.map(({ endpointId, name }) => [endpointId, name]));
  if (calls.length === 0) return <p className={typography['quiet']}>Nobody has called it yet.</p>;
  const shown = showsAll ? calls : calls.slice(0, MAX_ROWS);
  return (
    <>
      <table className={css['calls']} aria-label="Calls">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">Result</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((call) => (
            <tr key={call.runId}>
              <td>
                <RelativeTime at={call.createdAt} />
              </td>
              <td dir="auto">{callerOf(call, names.size > 1 ? names.get(call.endpointId) : undefined)}</td>
              <td>{describeStatus(call.status)}</td>
              <td>{call.executionTimeMs === null ? '–' : formatDuration(call.executionTimeMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {calls.length > shown.length ? (
        <Button size="small" variant="quiet" onClick={() => setShowsAll(true)}>
          Show {plural(calls.length - shown.length, 'more call')}
        </Button>
      ) : null}
    </>
  );
}

/** Who called, as far as callers say: the app itself, or somebody with the endpoint's key. */
function callerOf({ caller, externalUserId, externalWorkspaceId }: EndpointCall, endpoint?: string): string {
  const who = caller === 'owner' ? 'You' : (externalUserId ?? 'With the key');
  return [who, externalWorkspaceId, endpoint]
    .filter((part) => part !== null && part !== undefined)
    .join(' · ');
}

function Actions({
  connectionId,
  templateId,
  name,
  state,
  onOpenProject,
  onDeleted,
  hasForm,
}: ManageTemplateProps & { state: ManagedTemplate }): ReactElement {
  const opening = useOpenAsProject({ connectionId, templateId, onOpenProject });
  const [isDeleting, setDeleting] = useState(false);
  const { projectId, hasProject } = state;
  return (
    <div className={css['actions']}>
      <Menu
        align="end"
        trigger={
          <IconButton label={`Actions for ${name}`}>
            <EllipsisVertical />
          </IconButton>
        }
        entries={[
          ...(hasForm
            ? []
            : [
                {
                  id: 'open',
                  label: words.templates.openAsProject,
                  icon: <FolderOpen aria-hidden />,
                  disabled: opening.isPending,
                  onSelect: () => opening.open({}),
                },
              ]),
          ...(projectId !== null && hasProject
            ? [
                {
                  id: 'publish',
                  label: 'Publish again…',
                  icon: <LayoutTemplate aria-hidden />,
                  onSelect: () => requestPublish({ connectionId, projectId, templateId, saveFirst: null }),
                },
                {
                  id: 'project',
                  label: 'Go to its project',
                  icon: <FolderOpen aria-hidden />,
                  onSelect: () => onOpenProject(projectId),
                },
              ]
            : []),
          {
            id: 'delete',
            label: 'Delete…',
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      {isDeleting ? (
        <DeleteDialog
          connectionId={connectionId}
          templateId={templateId}
          name={name}
          onDeleted={onDeleted}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </div>
  );
}

function DeleteDialog({
  connectionId,
  templateId,
  name,
  onDeleted,
  onClose,
}: Omit<ManageTemplateProps, 'onOpenProject' | 'hasForm'> & { onClose: () => void }): ReactElement {
  const { remove } = useTemplateActions(connectionId);
  const confirm = () =>
    remove.mutate(templateId, {
      onSuccess: () => {
        showToast({ title: `${name} was deleted` });
        onDeleted();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${name}?`}
      description="Its endpoints and keys stop working at once. The project it was made from stays."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={remove.isPending} onClick={confirm}>
            Delete template
          </Button>
        </>
      }
    >
      {remove.error ? <ProblemNote>{describeProblem(remove.error)}</ProblemNote> : null}
    </Dialog>
  );
}
