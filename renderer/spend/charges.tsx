import { Copy } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { PublicProjectSpendSummary } from '#shared/api/index.ts';
import { Button, formatNumber, RelativeTime, showToast } from '#renderer/ui/index.ts';
import {
  chargesAsCsv,
  compareAmounts,
  exactCredits,
  exactMicrocredits,
  nodesAsCsv,
  sharesOf,
  type Share,
} from './amounts.ts';
import css from './spend.module.css';

/** What was charged, by whom, for what and when. */
export function Charges({ spend }: { spend: PublicProjectSpendSummary }): ReactElement {
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
      <TableSection
        title="By node"
        copies={{ label: 'Copy nodes as CSV', what: 'Spend by node', csv: () => nodesAsCsv(spend) }}
        columns={['Node', 'Type', 'Last used']}
        numbers={['Charged runs']}
      >
        {nodes.map((node) => (
          <tr key={node.nodeId}>
            <NodeCell title={node.nodeTitle} id={node.nodeId} />
            <td className={css['mono']}>{node.nodeType ?? ''}</td>
            <td>
              <RelativeTime at={node.lastUsedAt} />
            </td>
            <td data-number>{formatNumber(node.billedRuns)}</td>
            <AmountCells microcredits={node.microcredits} />
          </tr>
        ))}
      </TableSection>
      <TableSection
        title="Recent charges"
        copies={{ label: 'Copy charges as CSV', what: 'Recent charges', csv: () => chargesAsCsv(spend) }}
        columns={['When', 'Node', 'Provider', 'Model', 'Kind', 'Reason']}
      >
        {spend.recentRuns.map((charge) => (
          <tr key={charge.id}>
            <td>
              <RelativeTime at={charge.createdAt} />
            </td>
            <NodeCell title={charge.nodeTitle} id={charge.nodeId} />
            <td>{charge.provider ?? ''}</td>
            <td>{charge.model ?? ''}</td>
            <td>{charge.chargeType}</td>
            <td dir="auto">{charge.reason}</td>
            <AmountCells microcredits={charge.microcredits} />
          </tr>
        ))}
      </TableSection>
    </>
  );
}

const NodeCell = ({ title, id }: { title: string; id: string }): ReactElement => (
  <th scope="row" dir="auto">
    {title || id}
  </th>
);

const AmountCells = ({ microcredits }: { microcredits: string }): ReactElement => (
  <>
    <td data-number>{exactCredits(microcredits)}</td>
    <td data-number>{exactMicrocredits(microcredits)}</td>
  </>
);

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

/** A table that can be copied; each of its rows ends with `AmountCells`. */
function TableSection({
  title,
  copies,
  columns,
  numbers = [],
  children,
}: {
  title: string;
  copies: { label: string; what: string; csv: () => string };
  columns: readonly string[];
  /** Columns of numbers before those of the amount. */
  numbers?: readonly string[];
  children: ReactNode;
}): ReactElement {
  return (
    <Section
      title={title}
      action={
        <Button size="small" icon={<Copy aria-hidden />} onClick={() => copyCsv(copies.what, copies.csv())}>
          {copies.label}
        </Button>
      }
    >
      <div className={css['scroll']}>
        <table className={css['table']}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {[...numbers, 'Credits', 'Microcredits'].map((name) => (
                <th key={name} scope="col" data-number>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </Section>
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
