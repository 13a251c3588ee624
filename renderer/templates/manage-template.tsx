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

const t = words.endpoints.manageTemplate;

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
      {words.templates.manageTemplate.managesItself(name ?? t.thisService)}
    </p>
  );
}

function Management(props: ManageTemplateProps): ReactElement {
  const { connectionId, templateId } = props;
  const state = useManagedTemplate(templateId);
  const { renewKey, addEndpoint, switchEndpoint } = useTemplateActions(connectionId);
  const [requested, setRequested] = useState<ManagedEndpoint | null>(null);
  if (state.isError) {
    return (
      <ErrorState
        compact
        title={t.keysCallsCouldNot}
        text={describeProblem(state.error)}
        onRetry={() => void state.refetch()}
      />
    );
  }
  if (!state.data) return <Skeleton height={96} radius={10} />;
  const { endpoints, calls } = state.data;
  const created = renewKey.data ?? addEndpoint.data;
  const error = renewKey.error ?? addEndpoint.error ?? switchEndpoint.error;
  const renew = (endpointId: string) => {
    addEndpoint.reset();
    renewKey.mutate({ templateId, endpointId }, { onSettled: () => setRequested(null) });
  };
  return (
    <section className={css['management']} aria-labelledby="keys-and-calls">
      <header className={css['head']}>
        <h3 id="keys-and-calls">{t.keysCalls}</h3>
        <Actions {...props} state={state.data} />
      </header>
      {state.data.isBehind ? <p className={typography['quiet']}>{t.projectChangedSincePublish}</p> : null}
      {endpoints.length === 0 ? (
        <div className={css['empty']}>
          <p className={typography['quiet']}>{t.endpointLetsRunTemplate}</p>
          <Button busy={addEndpoint.isPending} onClick={() => addEndpoint.mutate(templateId)}>
            {t.makeEndpoint}
          </Button>
        </div>
      ) : (
        <ul className={css['endpoints']} aria-label={t.endpoints}>
          {endpoints.map((endpoint) => (
            <EndpointRow
              key={endpoint.endpointId}
              endpoint={endpoint}
              onRotateKey={() =>
                endpoint.keyPrefix === null ? renew(endpoint.endpointId) : setRequested(endpoint)
              }
              onSwitch={(isActive) =>
                switchEndpoint.mutate({ templateId, endpointId: endpoint.endpointId, isActive })
              }
            />
          ))}
        </ul>
      )}
      {created ? <NewKey endpointKey={created.key} /> : null}
      {error ? <ProblemNote>{describeProblem(error)}</ProblemNote> : null}
      <Calls calls={calls} endpoints={endpoints} />
      {requested ? (
        <Dialog
          open
          onClose={() => setRequested(null)}
          title={t.renewKey(requested.name)}
          description={t.keyStopsWorkingPrograms}
          footer={
            <>
              <Button onClick={() => setRequested(null)}>{words.common.cancel}</Button>
              <Button variant="primary" busy={renewKey.isPending} onClick={() => renew(requested.endpointId)}>
                {t.renewKey2}
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
  onRotateKey,
  onSwitch,
}: {
  endpoint: ManagedEndpoint;
  onRotateKey: () => void;
  onSwitch: (isActive: boolean) => void;
}): ReactElement {
  return (
    <li className={css['endpoint']}>
      <div className={css['endpointText']}>
        <span className={css['endpointName']} dir="auto">
          {name} {isActive ? null : <Badge tone="warn">{t.disabled}</Badge>}
        </span>
        <span className={typography['quiet']}>
          {keyPrefix === null ? t.noKeyYet : t.keyStarts(keyPrefix)} · {words.counts.calls(callCount)}
          {lastCalledAt === null ? '' : t.last}
          {lastCalledAt === null ? null : <RelativeTime at={lastCalledAt} />}
        </span>
      </div>
      <Switch label={t.label} checked={isActive} onCheckedChange={onSwitch} />
      <Button size="small" onClick={onRotateKey}>
        {keyPrefix === null ? t.makeKey : t.renewKey2}
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
  if (calls.length === 0) return <p className={typography['quiet']}>{t.calledYet}</p>;
  const visible = showsAll ? calls : calls.slice(0, MAX_ROWS);
  return (
    <>
      <table className={css['calls']} aria-label={t.calls}>
        <thead>
          <tr>
            <th scope="col">{t.when}</th>
            <th scope="col">{t.label2}</th>
            <th scope="col">{t.result}</th>
            <th scope="col">{t.time}</th>
          </tr>
        </thead>
        <tbody>
          {visible.map((call) => (
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
      {calls.length > visible.length ? (
        <Button size="small" variant="quiet" onClick={() => setShowsAll(true)}>
          {t.show(calls.length - visible.length)}
        </Button>
      ) : null}
    </>
  );
}

/** Who called, as far as callers say: the app itself, or somebody with the endpoint's key. */
function callerOf({ caller, externalUserId, externalWorkspaceId }: EndpointCall, endpoint?: string): string {
  const who = caller === 'owner' ? t.you : (externalUserId ?? t.withTheKey);
  return [who, externalWorkspaceId, endpoint]
    .filter((text) => text !== null && text !== undefined)
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
          <IconButton label={t.actionsFor(name)}>
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
                  label: t.publishRetry,
                  icon: <LayoutTemplate aria-hidden />,
                  onSelect: () => requestPublish({ connectionId, projectId, templateId, saveFirst: null }),
                },
                {
                  id: 'project',
                  label: t.goProject,
                  icon: <FolderOpen aria-hidden />,
                  onSelect: () => onOpenProject(projectId),
                },
              ]
            : []),
          {
            id: 'delete',
            label: t.delete,
            icon: <Trash2 aria-hidden />,
            isDestructive: true,
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
        showToast({ title: t.wasDeleted(name) });
        onDeleted();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.delete2(name)}
      description={t.endpointsKeysStopWorking}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="danger" busy={remove.isPending} onClick={confirm}>
            {t.deleteTemplate}
          </Button>
        </>
      }
    >
      {remove.error ? <ProblemNote>{describeProblem(remove.error)}</ProblemNote> : null}
    </Dialog>
  );
}
