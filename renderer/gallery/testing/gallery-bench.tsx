import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { LibraryOutput, OutputSearch } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Gallery, type GalleryProps } from '../gallery.tsx';

let desk: DeskStandIn;

/** Gives each test of a file a desktop process of its own. */
export function useGalleryDesk(take: (desk: DeskStandIn) => void): void {
  beforeEach(() => {
    desk = standInForDesk();
    take(desk);
  });
  afterEach(() => desk.restore());
}

export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A library of so many outputs, newest first, that pages as the core does. */
export function respondWithLibrary(count: number, more: Partial<LibraryOutput> = {}) {
  let outputs = Array.from({ length: count }, (_, index) => libraryOutput(count - index, more));
  desk.desk('searchOutputs', ({ body }) => {
    const { cursor = '0', limit = 120, starred } = body as OutputSearch;
    const found = starred === true ? outputs.filter((one) => one.starred) : outputs;
    const end = Number(cursor) + limit;
    return {
      outputs: found.slice(Number(cursor), end),
      nextCursor: end < found.length ? String(end) : null,
      total: cursor === '0' ? found.length : null,
      unreadRuns: 0,
    };
  });
  desk.desk('changeOutputs', ({ body }) => {
    const { outputIds, ...change } = body as { outputIds: string[]; starred?: boolean };
    outputs = outputs.map((one) => (outputIds.includes(one.id) ? { ...one, ...change } : one));
    return { outputs: outputs.filter(({ id }) => outputIds.includes(id)) };
  });
  desk.desk('outputFacets', () => ({ kinds: [], nodes: [], batches: [], inputs: [] }));
  desk.desk('listCollections', () => ({ collections: [] }));
  desk.desk('getOutput', ({ params }) => ({
    output: libraryOutput(Number(params['outputId'])),
    value: 'All of the poem',
    run: null,
    inputs: [
      {
        nodeId: 'poem',
        nodeType: 'ai/text',
        nodeTitle: 'Poem',
        name: 'seed',
        value: { type: 'number', value: 7 },
      },
    ],
    canOpen: false,
    openProblem: 'Version 3 of the project is not on this computer any more.',
    collectionIds: [],
  }));
}

export const show = (more: Partial<GalleryProps> = {}, width = 1000) =>
  renderPage(
    <div style={{ width, height: 640 }}>
      <Gallery
        connectionId="local"
        projectId="prj_1"
        projectHref={(id) => `/projects/local/${id}`}
        onOpenAsItWas={vi.fn<() => void>()}
        onAgain={vi.fn<() => void>()}
        onCover={vi.fn<() => void>()}
        {...more}
      />
    </div>,
  );

export const options = () => page.getByRole('listbox', { name: 'Outputs' }).getByRole('option');
export const chosen = () => page.getByRole('option', { selected: true });
export const lastSearch = () => desk.calls('searchOutputs').at(-1)?.body;
export const tile = (number: number) => page.getByRole('option', { name: new RegExp(`^Poem ${number},`) });
export const names = () =>
  chosen()
    .elements()
    .map((element) => Number(/Poem (\d+)/.exec(element.textContent)?.[1]));
