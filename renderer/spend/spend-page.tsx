import { useQuery } from '@tanstack/react-query';
import { Coins, Copy } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { PublicProjectSpendSummary } from '#shared/api/index.ts';
import { useKnownAt, describeProblem, isMissing } from '#renderer/desk/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  formatNumber,
  KnownAsOf,
  RelativeTime,
  showToast,
  Skeleton,
} from '#renderer/ui/index.ts';
import {
  chargesAsCsv,
  compareAmounts,
  exactCredits,
  exactMicrocredits,
  nodesAsCsv,
  sharesOf,
  type Share,
} from './amounts.ts';
import { creditsQuery, spendKey, spendQuery } from './queries.ts';
import css from './spend.module.css';

const copyCsv = (what: string, text: string): void => {
  navigator.clipboard.writeText(text).then(
    () => showToast({ kind: 'ok', title: `${what} copied as CSV` }),
    () =>
      showToast({
        kind: 'error',
        title: `${what} was not copied`,
        description: 'The clipboard did not take it. Click into the page and try again.',
      }),
  );
};

/** What a project has cost so far, to the microcredit, and what the account has left. */
export function SpendPage({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string;
}): ReactElement {
  const knownAt = useKnownAt(spendKey(connectionId, projectId));
  const spend = useQuery(spendQuery(connectionId, projectId));
  const credits = useQuery(creditsQuery(connectionId));
  if (spend.isError) {
    const gone = isMissing(spend.error);
    return (
      <ErrorState
        title={gone ? 'This project is not there any more' : 'The spend could not be read'}
        text={gone ? 'It was deleted, or it belongs to another account.' : describeProblem(spend.error)}
        onRetry={gone ? undefined : () => void spend.refetch()}
      />
    );
  }
  return (
    <div className={css['page']}>
      <KnownAsOf at={knownAt} />
      <dl className={css['totals']}>
        <Total
          name="Spent in this project"
          microcredits={spend.data?.totalMicrocredits ?? null}
          loading={spend.isPending}
        />
        {credits.isError ? null : (
          <Total
            name="Left in the account"
            microcredits={credits.data?.balanceMicrocredits ?? null}
            loading={credits.isPending}
          />
        )}
      </dl>
      {spend.isPending ? (
        <Skeleton height={180} radius={10} />
      ) : spend.data.recentRuns.length === 0 && spend.data.byNode.length === 0 ? (
        <EmptyState
          compact
          icon={<Coins />}
          title="Nothing was charged yet"
          text="Nodes that use a paid provider charge for each run. They are listed here with what each has cost."
        />
      ) : (
        <Charges spend={spend.data} />
      )}
    </div>
  );
}

function Total({
  name,
  microcredits,
  loading,
}: {
  name: string;
  microcredits: string | null;
  loading: boolean;
}): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      {loading ? (
        <dd>
          <Skeleton width={120} height={24} />
        </dd>
      ) : (
        <>
          <dd className={css['amount']}>
            {microcredits === null ? '–' : exactCredits(microcredits)} <span>credits</span>
          </dd>
          <dd className={css['exact']}>
            {microcredits === null ? '' : `${exactMicrocredits(microcredits)} microcredits`}
          </dd>
        </>
      )}
    </div>
  );
}

function Charges({ spend }: { spend: PublicProjectSpendSummary }): ReactElement {
  const nodes = spend.byNode.toSorted((a, b) => compareAmounts(b.microcredits, a.microcredits));
  return (
    <>
      <div className={css['shares']}>
        <Shares
          title="By provider"
          shares={sharesOf(spend.byProviderMicrocredits, spend.totalMicrocredits)}
        />
        <Shares
          title="By kind of charge"
          shares={sharesOf(spend.byChargeTypeMicrocredits, spend.totalMicrocredits)}
        />
      </div>
      <Section
        title="By node"
        action={
          <Button
            size="small"
            icon={<Copy aria-hidden />}
            onClick={() => copyCsv('Spend by node', nodesAsCsv(spend))}
          >
            Copy nodes as CSV
          </Button>
        }
      >
        <div className={css['scroll']}>
          <table className={css['table']}>
            <thead>
              <tr>
                <th scope="col">Node</th>
                <th scope="col">Type</th>
                <th scope="col">Last used</th>
                <th scope="col" data-number>
                  Charged runs
                </th>
                <th scope="col" data-number>
                  Credits
                </th>
                <th scope="col" data-number>
                  Microcredits
                </th>
              </tr>
            </thead>
            <tbody>
              {nodes.map((node) => (
                <tr key={node.nodeId}>
                  <th scope="row" dir="auto">
                    {node.nodeTitle || node.nodeId}
                  </th>
                  <td className={css['mono']}>{node.nodeType ?? ''}</td>
                  <td>
                    <RelativeTime at={node.lastUsedAt} />
                  </td>
                  <td data-number>{formatNumber(node.billedRuns)}</td>
                  <td data-number>{exactCredits(node.microcredits)}</td>
                  <td data-number>{exactMicrocredits(node.microcredits)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      <Section
        title="Recent charges"
        action={
          <Button
            size="small"
            icon={<Copy aria-hidden />}
            onClick={() => copyCsv('Recent charges', chargesAsCsv(spend))}
          >
            Copy charges as CSV
          </Button>
        }
      >
        <div className={css['scroll']}>
          <table className={css['table']}>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Node</th>
                <th scope="col">Provider</th>
                <th scope="col">Model</th>
                <th scope="col">Kind</th>
                <th scope="col">Reason</th>
                <th scope="col" data-number>
                  Credits
                </th>
                <th scope="col" data-number>
                  Microcredits
                </th>
              </tr>
            </thead>
            <tbody>
              {spend.recentRuns.map((charge) => (
                <tr key={charge.id}>
                  <td>
                    <RelativeTime at={charge.createdAt} />
                  </td>
                  <th scope="row" dir="auto">
                    {charge.nodeTitle || charge.nodeId}
                  </th>
                  <td>{charge.provider ?? ''}</td>
                  <td>{charge.model ?? ''}</td>
                  <td>{charge.chargeType}</td>
                  <td dir="auto">{charge.reason}</td>
                  <td data-number>{exactCredits(charge.microcredits)}</td>
                  <td data-number>{exactMicrocredits(charge.microcredits)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
    </>
  );
}

function Shares({ title, shares }: { title: string; shares: readonly Share[] }): ReactElement {
  return (
    <Section title={title}>
      <ul className={css['bars']}>
        {shares.map(({ name, microcredits, part }) => (
          <li key={name}>
            <span className={css['barName']} dir="auto">
              {name}
            </span>
            <span className={css['barAmount']} title={`${exactMicrocredits(microcredits)} microcredits`}>
              {exactCredits(microcredits)}
            </span>
            <span className={css['bar']} aria-hidden>
              <span style={{ width: `${Math.max(part * 100, 0.5)}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <section className={css['section']} aria-label={title}>
      <header className={css['head']}>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
