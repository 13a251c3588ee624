import { Copy } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { PublicProjectSpendSummary } from '#shared/api/index.ts';
import { Button, RelativeTime, showToast } from '#renderer/ui/index.ts';
import {
  chargeLabel,
  chargeReason,
  chargesAsCsv,
  compareAmounts,
  exactCredits,
  nodesAsCsv,
  sharesOf,
  type Share,
} from './amounts.ts';
import { number, words } from '#renderer/words/index.ts';
import css from './spend.module.css';

const { spend: text } = words;
const { columns } = text;

/** What was charged, by whom, for what and when. */
export function Charges({ spend }: { spend: PublicProjectSpendSummary }): ReactElement {
  const nodes = spend.byNode.toSorted((a, b) => compareAmounts(b.microcredits, a.microcredits));
  return (
    <>
      <div className={css['shares']}>
        <Shares
          title={text.byProvider}
          shares={sharesOf(spend.byProviderMicrocredits, spend.totalMicrocredits)}
        />
        {isDivided(spend.byChargeTypeMicrocredits) ? (
          <Shares
            title={text.byCharge}
            shares={sharesOf(spend.byChargeTypeMicrocredits, spend.totalMicrocredits).map((share) => ({
              ...share,
              name: chargeLabel(share.name),
            }))}
          />
        ) : null}
      </div>
      <TableSection
        title={text.byNode}
        copies={{ label: text.copyNodes, completed: text.copiedNodes, csv: () => nodesAsCsv(spend) }}
        columns={[columns.node, columns.lastUsed]}
        numbers={[columns.runs]}
      >
        {nodes.map((node) => (
          <tr key={node.nodeId}>
            <NodeCell title={node.nodeTitle} id={node.nodeId} />
            <td>
              <RelativeTime at={node.lastUsedAt} />
            </td>
            <td data-number>{number(node.billedRuns)}</td>
            <AmountCell microcredits={node.microcredits} />
          </tr>
        ))}
      </TableSection>
      <TableSection
        title={text.recent}
        copies={{ label: text.copyCharges, completed: text.copiedCharges, csv: () => chargesAsCsv(spend) }}
        columns={[columns.when, columns.node, columns.provider, columns.model, columns.kind, columns.reason]}
      >
        {spend.recentRuns.map((charge) => (
          <tr key={charge.id}>
            <td>
              <RelativeTime at={charge.createdAt} />
            </td>
            <NodeCell title={charge.nodeTitle} id={charge.nodeId} />
            <td>{charge.provider ?? ''}</td>
            <td>{charge.model ?? ''}</td>
            <td>{chargeLabel(charge.chargeType)}</td>
            <td dir="auto">{chargeReason(charge.reason)}</td>
            <AmountCell microcredits={charge.microcredits} />
          </tr>
        ))}
      </TableSection>
    </>
  );
}

/** Whether kinds of charges are worth a list: there are several, or all is no more than an estimate. */
const isDivided = (kinds: Readonly<Record<string, string>>): boolean =>
  Object.keys(kinds).length > 1 || Object.hasOwn(kinds, 'provider_estimated');

const NodeCell = ({ title, id }: { title: string; id: string }): ReactElement => (
  <th scope="row" dir="auto">
    {title || id}
  </th>
);

const AmountCell = ({ microcredits }: { microcredits: string }): ReactElement => (
  <td data-number>{exactCredits(microcredits)}</td>
);

const copyCsv = (message: string, csv: string): void => {
  navigator.clipboard.writeText(csv).then(
    () => showToast({ kind: 'ok', title: message }),
    () =>
      showToast({
        kind: 'error',
        title: text.notCopied,
        description: text.notCopiedHint,
      }),
  );
};

/** A table that can be copied; each of its rows ends with `AmountCell`. */
function TableSection({
  title,
  copies,
  columns,
  numbers = [],
  children,
}: {
  title: string;
  copies: { label: string; completed: string; csv: () => string };
  columns: readonly string[];
  /** Columns of numbers before that of the amount. */
  numbers?: readonly string[];
  children: ReactNode;
}): ReactElement {
  return (
    <Section
      title={title}
      action={
        <Button
          size="small"
          icon={<Copy aria-hidden />}
          onClick={() => copyCsv(copies.completed, copies.csv())}
        >
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
              {[...numbers, text.columns.credits].map((name) => (
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
        {shares.map(({ name, microcredits, fraction }) => (
          <li key={name}>
            <span className={css['barName']} dir="auto">
              {name}
            </span>
            <span className={css['barAmount']}>{exactCredits(microcredits)}</span>
            <span className={css['bar']} aria-hidden>
              <span style={{ width: `${Math.max(fraction * 100, 0.5)}%` }} />
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
