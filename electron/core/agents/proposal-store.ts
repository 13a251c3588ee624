import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  DocumentProposal,
  Proposal,
  ProposalState,
  type ProposalDecision,
  type ProposalSummary,
} from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { transaction } from '../storage/transaction.ts';

/** For a graph, or for a document with its kind. */
type AnyProposal = Proposal | DocumentProposal;

/** What agents proposed, beside the journal. Each method has its effect on the disk when it returns. */
export interface ProposalStore {
  /** @throws DeskError where a person has too many to decide on already. */
  add(proposal: AnyProposal & { agentId: string }): void;
  /** For the graph, newest first. */
  open(connectionId: string, projectId: string): Proposal[];
  /** For storyboard and timeline, newest first. */
  documents(connectionId: string, projectId: string): DocumentProposal[];
  closed(connectionId: string, projectId: string): ProposalSummary[];
  /** Null where there is none of that id. */
  find(id: string): (AnyProposal & { agentId: string }) | null;
  /** Adds what was decided. @throws DeskError `NOT_FOUND` */
  settle(id: string, decision: ProposalDecision): ProposalSummary;
  removeConnection(connectionId: string): void;
}

/** Open proposals of one project. */
const MAX_OPEN = 20;
/** Closed ones of one project that are kept. */
const MAX_CLOSED = 100;

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('It is damaged.');
    return z.NEVER;
  }
});
const Keys = json.pipe(z.array(z.string()));

const Row = z
  .object({
    id: z.string(),
    connection_id: z.string(),
    project_id: z.string(),
    agent_id: z.string(),
    author: z.string(),
    title: z.string(),
    note: z.string().nullable(),
    created_at: z.string(),
    base_version: z.number(),
    operations: json,
    base: json,
    accepted: Keys,
    dismissed: Keys,
    state: ProposalState,
    price: z.number().nullable(),
    kind: z.string(),
  })
  .transform(({ connection_id, project_id, agent_id, created_at, base_version, price, ...row }) => ({
    ...row,
    connectionId: connection_id,
    projectId: project_id,
    agentId: agent_id,
    createdAt: created_at,
    baseVersion: base_version,
    priceMicrocredits: price === null ? null : String(price),
  }));

/** A proposal without its graph. */
function summaryOf(proposal: AnyProposal): ProposalSummary {
  const isGraph = 'base' in proposal;
  const { id, connectionId, projectId, author, title, note, createdAt, baseVersion, state } = proposal;
  return {
    id,
    connectionId,
    projectId,
    author,
    title,
    note,
    createdAt,
    baseVersion,
    state,
    kind: isGraph ? 'graph' : proposal.kind,
    priceMicrocredits: isGraph ? proposal.priceMicrocredits : null,
    operationCount: proposal.operations.length,
    acceptedCount: proposal.accepted.length,
    dismissedCount: proposal.dismissed.length,
  };
}

function prepareStatements(database: DatabaseSync) {
  const columns = `id, connection_id, project_id, agent_id, author, title, note, created_at, base_version, operations,
    base, accepted, dismissed, state, price, kind FROM proposals JOIN proposal_documents ON proposal_id = id`;
  const insert = database.prepare(`
    INSERT INTO proposals (id, connection_id, project_id, agent_id, author, title, note, created_at, base_version, state, price, kind)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?)`);
  const insertDocument = database.prepare(
    'INSERT INTO proposal_documents (proposal_id, base, operations) VALUES (?, ?, ?)',
  );
  const byProject = database.prepare(`
    SELECT ${columns} WHERE connection_id = ? AND project_id = ? AND (state = 'open') = ?
    ORDER BY place DESC LIMIT ${MAX_CLOSED}`);
  const count = database.prepare(
    "SELECT count(*) AS open FROM proposals WHERE connection_id = ? AND project_id = ? AND state = 'open'",
  );
  const byId = database.prepare(`SELECT ${columns} WHERE id = ?`);
  const updateRow = database.prepare(
    'UPDATE proposals SET accepted = ?, dismissed = ?, state = ? WHERE id = ?',
  );
  const prune = database.prepare(`
    DELETE FROM proposals WHERE place IN (SELECT place FROM proposals
      WHERE connection_id = ? AND project_id = ? AND state <> 'open' ORDER BY place DESC LIMIT -1 OFFSET ${MAX_CLOSED})`);
  const drop = database.prepare('DELETE FROM proposals WHERE connection_id = ?');
  return { insert, insertDocument, byProject, count, byId, updateRow, prune, drop };
}

/** @param onUnreadable called about each proposal that is damaged. */
export function createProposalStore(
  database: DatabaseSync,
  onUnreadable: (id: string) => void = () => {},
): ProposalStore {
  const { insert, insertDocument, byProject, count, byId, updateRow, prune, drop } =
    prepareStatements(database);
  const read = (row: Record<string, unknown>): (AnyProposal & { agentId: string })[] => {
    const parsed = Row.safeParse(row);
    const schema = row['kind'] === 'graph' ? Proposal : DocumentProposal;
    const proposal = parsed.success ? schema.safeParse(parsed.data) : parsed;
    if (parsed.success && proposal.success) return [{ ...proposal.data, agentId: parsed.data.agentId }];
    onUnreadable(String(row['id']));
    return [];
  };
  const find: ProposalStore['find'] = (id) => {
    const row = byId.get(id);
    return row === undefined ? null : (read(row)[0] ?? null);
  };
  const omitAgent = <P extends AnyProposal>({ agentId: _agent, ...proposal }: P & { agentId: string }) =>
    proposal;
  const readOpen = (...project: [connectionId: string, projectId: string]) =>
    byProject.all(...project, 1).flatMap(read);

  return {
    add: (proposal) =>
      transaction(database, () => {
        const { id, connectionId, projectId, agentId, author, title, note, createdAt, baseVersion } =
          proposal;
        if (Number(count.get(connectionId, projectId)?.['open']) >= MAX_OPEN) {
          throw new DeskError(
            'INVALID_REQUEST',
            `${MAX_OPEN} proposals for this project wait for the person already. Wait until some were decided on.`,
          );
        }
        const [kind, base, price] =
          'base' in proposal
            ? ['graph', proposal.base, proposal.priceMicrocredits]
            : [proposal.kind, null, null];
        const microcredits = price === null ? null : Number(price);
        insert.run(
          id,
          connectionId,
          projectId,
          agentId,
          author,
          title,
          note,
          createdAt,
          baseVersion,
          microcredits,
          kind,
        );
        insertDocument.run(id, JSON.stringify(base), JSON.stringify(proposal.operations));
      }),
    open: (...project) =>
      readOpen(...project).flatMap((each): Proposal[] => ('base' in each ? [omitAgent(each)] : [])),
    documents: (...project) =>
      readOpen(...project).flatMap((each): DocumentProposal[] => ('base' in each ? [] : [omitAgent(each)])),
    closed: (...project) =>
      byProject
        .all(...project, 0)
        .flatMap(read)
        .map(summaryOf),
    find,
    settle: (id, decision) =>
      transaction(database, () => {
        const before = find(id);
        if (!before) throw new DeskError('NOT_FOUND', 'This proposal is not there any more.');
        const accepted = [...new Set([...before.accepted, ...decision.accepted])];
        const dismissed = [...new Set([...before.dismissed, ...decision.dismissed])];
        const state = !decision.closed ? before.state : accepted.length > 0 ? 'accepted' : 'dismissed';
        updateRow.run(JSON.stringify(accepted), JSON.stringify(dismissed), state, id);
        if (state !== 'open') prune.run(before.connectionId, before.projectId);
        return summaryOf({ ...before, accepted, dismissed, state });
      }),
    removeConnection: (connectionId) => void drop.run(connectionId),
  };
}
