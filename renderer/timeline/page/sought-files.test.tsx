// @module-tag long
import { useMemo, useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FileRecord } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { useMediaLibrary, type MediaReference } from '../model/queries.ts';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const file = (fileId: string, filename: string): FileRecord => ({
  fileId,
  connectionId: 'local',
  projectId: 'p1',
  filename,
  contentType: 'video/mp4',
  sizeBytes: 9,
  origin: 'upload',
  createdAt: '2026-11-20T10:00:00.000Z',
});

function Library({ named }: { named: readonly MediaReference[] }): ReactElement {
  const [edits, setEdits] = useState(0);
  // An edit gives another list that says the same.
  const list = useMemo(() => named.map((one) => ({ ...one, edits })), [named, edits]);
  const library = useMediaLibrary('local', 'p1', list);
  return (
    <button
      onClick={() => setEdits(edits + 1)}
    >{`${edits} ${[...library.keys()].toSorted().join(' ')}`}</button>
  );
}

it('looks once for what a document names and nobody has seen here, and for nothing else', async () => {
  desk.desk('listFiles', () => ({ files: [file('file_known', 'known.mp4')] }));
  desk.desk('findFiles', () => ({ files: [file('file_far', 'far.mp4')] }));
  const named = [
    { filename: 'known.mp4' },
    { fileId: 'file_known', filename: 'renamed.mp4' },
    { filename: 'far.mp4' },
    { fileId: 'gone.mp4', filename: 'gone.mp4' },
    { filename: '' },
  ];
  await renderPage(<Library named={named} />);
  await page.getByText('0 far.mp4 file_far file_known known.mp4').click();
  expect(desk.calls('findFiles').map(({ body }) => body)).toEqual([
    { connectionId: 'local', projectId: 'p1', fileIds: [], names: ['far.mp4', 'gone.mp4'] },
  ]);
  await expect.element(page.getByText('1 far.mp4 file_far file_known known.mp4')).toBeVisible();
  expect(desk.calls('findFiles')).toHaveLength(1);
});
