import { expect, test } from 'vitest';
import { applyChanges, type DocumentChanges } from '#shared/document/changes.ts';
import { mergeDocuments } from '#shared/document/merge.ts';
import { replaceKind } from '#shared/document/replace-kind.ts';
import { UNKNOWN_VERSION, type ReplacingEdit } from '#shared/documents/replacing-kind.ts';
import type { DocumentWriting } from '#shared/desk/index.ts';
import { DocumentJournal } from './document-journal.ts';
import { setItem, testDocument, type TestDocument } from './testing/fake-desk.ts';

const kind = replaceKind<TestDocument>({
  kind: 'timeline',
  check: (input) => ({ ok: true, document: input as TestDocument }),
  merge: (base, mine, theirs) => mergeDocuments(base, mine, theirs, new Map()),
});

/** A journal whose desktop process says nothing of what the service has until it is let go on. */
function slowJournal() {
  const writes: DocumentWriting[] = [];
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const port = {
    claim: () => Promise.reject(new Error('not asked for here')),
    write: async (writing: DocumentWriting) => void writes.push(writing),
    sending: () => Promise.resolve(),
    acknowledge: () => promise,
    quarantine: () => Promise.resolve(),
    leave: () => undefined,
    watch: () => () => undefined,
  };
  return { journal: new DocumentJournal(kind, port, () => undefined), writes, goOn };
}

const edit = (id: string, before: TestDocument, after: TestDocument): ReplacingEdit<TestDocument> => ({
  id,
  journaled: false,
  steps: ['move'],
  version: 3,
  before,
  after,
});

test('what is written while it is said what the service has stands on that, and not on an edit that is gone', async () => {
  const { journal, writes, goOn } = slowJournal();
  const start = testDocument('a');
  const saved = setItem('a', { x: 1 })(start);
  await journal.append([edit('1', start, saved)]);
  const said = journal.acknowledge(['1'], null);
  const next = journal.append([edit('2', saved, setItem('a', { x: 2 })(saved))]);
  goOn();
  await Promise.all([said, next]);
  expect(writes.at(-1)).toMatchObject({ after: null, base: { document: saved }, entries: [{ id: '2' }] });
});

test('the document with edits is what their lines make of the one that was written with them', async () => {
  const { journal, writes } = slowJournal();
  const start = testDocument('a');
  const one = setItem('a', { x: 1 })(start);
  await journal.append([edit('1', start, one)]);
  // Made on what was on screen: it comes behind what the journal has.
  await journal.append([edit('2', testDocument('a'), setItem('a', { note: 'n' })(testDocument('a')))]);
  const expected = writes
    .flatMap(({ entries }) => entries)
    .reduce<unknown>(
      (document, { changes }) => applyChanges(document, changes as DocumentChanges | null),
      writes[0]?.base?.document,
    );
  expect(journal.documentOf(['1', '2'])).toEqual(expected);
  expect(expected).toEqual(setItem('a', { note: 'n' })(one));
  expect([journal.documentOf(['2']), journal.documentOf(['1', '2', '3'])]).toEqual([null, null]);
});

test('an edit that was made behind another is written with the version that the service has since, or with none', async () => {
  for (const version of [4, null]) {
    const { journal, writes, goOn } = slowJournal();
    const start = testDocument('a');
    const saved = setItem('a', { x: 1 })(start);
    await journal.append([edit('1', start, saved)]);
    goOn();
    await journal.acknowledge(['1'], version === null ? null : { version, document: saved });
    await journal.append([edit('2', structuredClone(saved), setItem('a', { x: 2 })(saved))]);
    expect(writes.at(-1)?.base).toEqual({ version: version ?? UNKNOWN_VERSION, document: saved });
  }
});
