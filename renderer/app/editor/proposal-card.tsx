import { useState, type ReactElement } from 'react';
import type { OpenProposal, ProposalItem } from '#shared/agents/index.ts';
import type { Proposal } from '#shared/desk/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { Badge, Button, formatCreditAmount } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { acceptProposal, dismissProposal } from './use-proposals.ts';
import css from './proposal-card.module.css';

const t = words.agents.proposal;

const TONES = { added: 'ok', changed: 'plain', removed: 'error' } as const;

const priceText = (price: string | null): string =>
  price === null ? t.priceUnknown : /^0+$/.test(price) ? t.free : t.price(formatCreditAmount(price));

/** What an agent proposes, and what can be done with it: all, item by item, or nothing. */
export function ProposalCard({
  session,
  proposal,
  open,
  onNext,
}: {
  session: EditorSession;
  proposal: Proposal;
  open: OpenProposal;
  /** Null where there is no other one. */
  onNext: (() => void) | null;
}): ReactElement {
  const [isExpanded, setIsExpanded] = useState(false);
  const { items, dropped } = open;
  return (
    <section className={css['card']} data-expanded={isExpanded || undefined} aria-label={t.region}>
      <div>
        <div className={css['author']} dir="auto">
          {t.by(proposal.author)}
        </div>
        <div className={css['title']} dir="auto" title={proposal.title}>
          {proposal.title}
        </div>
      </div>
      {proposal.note === null || proposal.note === '' ? null : (
        <p className={css['note']} dir="auto">
          {proposal.note}
        </p>
      )}
      <div className={css['fact']}>
        {t.count(items.length)} · {priceText(proposal.priceMicrocredits)}
      </div>
      {dropped.length === 0 ? null : (
        <div className={css['warning']} title={dropped[0]?.reason}>
          {t.dropped(dropped.length)}
        </div>
      )}
      <div className={css['actions']}>
        <Button
          variant="primary"
          size="small"
          onClick={() =>
            acceptProposal(
              session,
              proposal,
              items.map(({ id }) => id),
            )
          }
        >
          {t.acceptAll}
        </Button>
        <Button size="small" onClick={() => dismissProposal(session, proposal, null)}>
          {t.dismissAll}
        </Button>
        <Button size="small" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? t.collapse : t.expand}
        </Button>
        {onNext === null ? null : (
          <Button size="small" onClick={onNext}>
            {t.next}
          </Button>
        )}
      </div>
      {isExpanded ? (
        <ul className={css['parts']}>
          {items.map((item) => (
            <ItemRow key={item.id} session={session} proposal={proposal} item={item} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function ItemRow({
  session,
  proposal,
  item,
}: {
  session: EditorSession;
  proposal: Proposal;
  item: ProposalItem;
}): ReactElement {
  const name = session.titleOfNode(item.node);
  return (
    <li className={css['part']}>
      <Badge tone={TONES[item.kind]}>{t[item.kind]}</Badge>
      <span className={css['partName']}>
        <bdi>{name}</bdi>
        {item.clashes.length === 0 ? null : <div className={css['warning']}>{t.clash}</div>}
      </span>
      {item.kind === 'added' ? null : (
        <Button size="small" variant="quiet" onClick={() => session.focusNode(item.id)}>
          {t.show}
        </Button>
      )}
      <Button
        size="small"
        aria-label={`${t.accept}: ${name}`}
        onClick={() => acceptProposal(session, proposal, [item.id])}
      >
        {t.accept}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`${t.dismiss}: ${name}`}
        onClick={() => dismissProposal(session, proposal, [item.id])}
      >
        {t.dismiss}
      </Button>
    </li>
  );
}
