import { useMemo, useState, useSyncExternalStore, type ReactElement } from 'react';
import type { AnyDocument } from '#shared/agents/apply-edits.ts';
import {
  acceptEntries,
  isDecided,
  openDocumentProposal,
  entryKeys,
  type ProposalEntry,
  type FieldChange,
  type OpenDocumentProposal,
} from '#shared/agents/document-proposal.ts';
import type { DocumentProposal, MediaDocumentKind } from '#shared/desk/index.ts';
import {
  keepVersionBefore,
  mediaDocuments,
  useOpenDocument,
  type DocumentSession,
} from '#renderer/documents/index.ts';
import { Badge, Button, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { settleProposal, useProposals } from '../parts/proposals.ts';
import { fieldName, hiddenFields } from './field-names.ts';
import css from './document-proposals.module.css';

const t = words.agents.proposal;

const TONES = { added: 'ok', changed: 'plain', removed: 'error' } as const;
/** Letters of a value, and values of one part, that are shown. */
const VALUE_LETTERS = 80;
const MAX_FIELDS = 6;

interface ProjectKey {
  connectionId: string;
  projectId: string;
}

/** What agents propose for a storyboard or timeline, over the page of it. Nothing where they propose nothing. */
export function DocumentProposals({
  kind,
  ...project
}: ProjectKey & { kind: MediaDocumentKind }): ReactElement | null {
  const all = useProposals(project.connectionId, project.projectId).data?.documents ?? [];
  const list = all.filter((proposal) => proposal.kind === kind);
  const [id, setId] = useState<string | null>(null);
  const index = Math.max(
    0,
    list.findIndex((proposal) => proposal.id === id),
  );
  const proposal = list[index];
  if (proposal === undefined) return null;
  const following = list[(index + 1) % list.length];
  const onNext = list.length > 1 && following ? () => setId(following.id) : null;
  const Strip = kind === 'storyboard' ? StoryboardProposal : TimelineProposal;
  return <Strip key={proposal.id} {...project} proposal={proposal} onNext={onNext} />;
}

interface StripProps extends ProjectKey {
  proposal: DocumentProposal;
  /** Null where there is no other one. */
  onNext: (() => void) | null;
}

function StoryboardProposal(props: StripProps): ReactElement | null {
  const { session } = useOpenDocument(mediaDocuments.storyboard, props.connectionId, props.projectId);
  return session === null ? null : <ProposalStrip {...props} session={session} />;
}

function TimelineProposal(props: StripProps): ReactElement | null {
  const { session } = useOpenDocument(mediaDocuments.timeline, props.connectionId, props.projectId);
  return session === null ? null : <ProposalStrip {...props} session={session} />;
}

/** Accepts parts of a proposal: one step of the document, with the agent's name. */
function accept<D extends AnyDocument>(
  session: DocumentSession<D>,
  proposal: DocumentProposal,
  keys: readonly string[],
): void {
  const name = t.acceptedStep(proposal.title, proposal.author);
  const current = session.getState().document;
  const accepted = acceptEntries(openDocumentProposal(proposal, current), keys, current);
  const { document } = accepted;
  if (document === null || accepted.keys.length === 0) {
    showToast({ kind: 'error', title: t.notPossible, description: t.notPossibleHint });
    return;
  }
  keepVersionBefore(proposal, session.getState(), name);
  // What comes of a storyboard is a storyboard.
  session.change(name, () => document as D);
  const next = { ...proposal, accepted: [...proposal.accepted, ...accepted.keys] };
  void settleProposal(proposal, {
    accepted: accepted.keys,
    dismissed: [],
    closed: isDecided(next, session.getState().document),
  });
}

/** Lets parts go; all of them where none are named. */
function dismiss<D extends AnyDocument>(
  session: DocumentSession<D>,
  proposal: DocumentProposal,
  entry: ProposalEntry | null,
): void {
  const current = session.getState().document;
  const { entries } = openDocumentProposal(proposal, current);
  const dismissed = entryKeys(entry === null ? entries : [entry]);
  const next = { ...proposal, dismissed: [...proposal.dismissed, ...dismissed] };
  const closed = entry === null || isDecided(next, current);
  void settleProposal(proposal, { accepted: [], dismissed, closed });
}

function ProposalStrip<D extends AnyDocument>({
  session,
  proposal,
  onNext,
}: StripProps & { session: DocumentSession<D> }): ReactElement {
  const { document } = useSyncExternalStore(session.subscribe, session.getState);
  const open = useMemo(() => openDocumentProposal(proposal, document), [proposal, document]);
  const { title, author, note } = proposal;
  const keys = open.entries.map(({ key }) => key);
  return (
    <section className={css['strip']} aria-label={t.region}>
      <div className={css['head']}>
        <div className={css['titles']}>
          <div className={css['author']} dir="auto">
            {t.by(author)}
          </div>
          <div className={css['title']} dir="auto" title={title}>
            {title}
          </div>
        </div>
        <span className={css['fact']}>{t.count(open.entries.length)}</span>
        <Button variant="primary" size="small" onClick={() => accept(session, proposal, keys)}>
          {t.acceptAll}
        </Button>
        <Button size="small" onClick={() => dismiss(session, proposal, null)}>
          {t.dismissAll}
        </Button>
        {onNext === null ? null : (
          <Button size="small" onClick={onNext}>
            {t.next}
          </Button>
        )}
      </div>
      {note === null || note === '' ? null : (
        <p className={css['note']} dir="auto">
          {note}
        </p>
      )}
      {open.dropped === 0 ? null : <div className={css['warning']}>{t.dropped(open.dropped)}</div>}
      <Entries session={session} proposal={proposal} open={open} />
    </section>
  );
}

function Entries<D extends AnyDocument>({
  session,
  proposal,
  open,
}: {
  session: DocumentSession<D>;
  proposal: DocumentProposal;
  open: OpenDocumentProposal;
}): ReactElement {
  return (
    <ul className={css['parts']}>
      {open.entries.map((entry) => {
        const name = `${t.items[entry.item]} ${nameOf(entry)}`;
        return (
          <li key={entry.key} className={css['part']}>
            <Badge tone={TONES[entry.kind]}>{t[entry.kind]}</Badge>
            <div className={css['content']}>
              <bdi className={css['name']}>{name}</bdi>
              <Fields entry={entry} />
            </div>
            <Button
              size="small"
              aria-label={`${t.accept}: ${name}`}
              onClick={() => accept(session, proposal, [entry.key])}
            >
              {t.accept}
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={`${t.dismiss}: ${name}`}
              onClick={() => dismiss(session, proposal, entry)}
            >
              {t.dismiss}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** How people know a part: by its name, what it shows, or its file. */
function nameOf({ content, id }: ProposalEntry): string {
  const texts = [content['name'], content['description'], content['filename']];
  const named = texts.find((text) => typeof text === 'string' && text.trim() !== '');
  return short(named ?? id);
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? t.empty : JSON.stringify(value);
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > VALUE_LETTERS ? `${line.slice(0, VALUE_LETTERS).toWellFormed()}…` : line;
}

function Fields({ entry }: { entry: ProposalEntry }): ReactElement | null {
  if (entry.kind === 'removed') return null;
  const named = nameOf(entry);
  const visible = entry.fields.filter(
    ({ field, after }) => !hiddenFields.has(field) && !(entry.kind === 'added' && short(after) === named),
  );
  const clashes = entry.fields.some((field) => field.clashes);
  return (
    <>
      {visible.slice(0, MAX_FIELDS).map((change) => (
        <Field key={change.field} change={change} />
      ))}
      {entry.moves ? <span className={css['field']}>{t.newPosition}</span> : null}
      {clashes ? <span className={css['warning']}>{t.clash}</span> : null}
    </>
  );
}

function Field({ change: { field, before, after } }: { change: FieldChange }): ReactElement {
  return (
    <span className={css['field']} dir="auto">
      <span className={css['label']}>{fieldName(field)}</span>
      {before === undefined ? null : <del>{short(before)}</del>}
      <ins>{short(after)}</ins>
    </span>
  );
}
