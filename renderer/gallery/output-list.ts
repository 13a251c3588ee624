import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LibraryOutput, OutputPage, OutputSearch } from '#shared/desk/index.ts';

/** Outputs of a page; the first pages are looked at again, so they are not too long. */
const PAGE = 200;

interface OutputListState {
  outputs: readonly LibraryOutput[];
  /** Of the whole search; null until it is known. */
  total: number | null;
  /** Earlier runs whose outputs are still being read. */
  unreadRuns: number;
  hasMore: boolean;
  phase: 'loading' | 'ready' | 'more';
  /** What the last question failed with. */
  error: unknown;
}

/**
 * The outputs of one search, page by page. What is new joins at the front without the pages being read again: of ten
 * thousand outputs, an event costs one page.
 */
export interface OutputList {
  store: StoreApi<OutputListState>;
  loadNextPage(): Promise<void>;
  /** Looks for what is new or changed. */
  refresh(): Promise<void>;
  /** Shows what was changed here at once. */
  patch(outputs: readonly LibraryOutput[]): void;
  /** Takes away what does not belong to the search any more. */
  remove(ids: ReadonlySet<string>): void;
}

const isBefore = (a: LibraryOutput, b: LibraryOutput): boolean =>
  a.createdAt === b.createdAt ? Number(a.id) > Number(b.id) : a.createdAt > b.createdAt;

/**
 * Newer first pages and the pages of before as one list, each output once and as it is now.
 * @param front the newest outputs. @param frontEnds whether there is nothing behind them.
 * @param isDistinct equal files are listed once: one that was made again stands in front.
 */
export function mergeOutputs(
  front: readonly LibraryOutput[],
  before: readonly LibraryOutput[],
  frontEnds: boolean,
  isDistinct = false,
): LibraryOutput[] {
  const last = front.at(-1);
  if (frontEnds || last === undefined) return [...front];
  const inFront = new Set(isDistinct ? front.flatMap(({ contentKey }) => contentKey ?? []) : []);
  return [
    ...front,
    ...before.filter(
      (output) =>
        isBefore(last, output) && !(output.contentKey !== undefined && inFront.has(output.contentKey)),
    ),
  ];
}

const mergePage = (
  page: OutputPage,
  before: readonly LibraryOutput[],
  search: OutputSearch,
): LibraryOutput[] => mergeOutputs(page.outputs, before, page.nextCursor === null, search.distinct === true);

/** A changed output with what only the search counted. */
const withCounts = (output: LibraryOutput, { stackSize, copyCount }: LibraryOutput): LibraryOutput => ({
  ...output,
  stackSize,
  ...(copyCount !== undefined && { copyCount }),
});

/** @param options.search without its page. */
export function createOutputList(options: {
  search: OutputSearch;
  read: (search: OutputSearch) => Promise<OutputPage>;
}): OutputList {
  const { search, read } = options;
  const store = createStore<OutputListState>(() => ({
    outputs: [],
    total: null,
    unreadRuns: 0,
    hasMore: false,
    phase: 'loading',
    error: null,
  }));
  let cursor: string | null = null;
  let reading: Promise<void> | null = null;
  let isStale = false;

  async function readFront(): Promise<void> {
    try {
      const page = await read({ ...search, limit: PAGE });
      const before = store.getState();
      // Stacks may have got another newest: what was read of them is not true any more.
      const startsOver = search.stacked === true || before.outputs.length <= PAGE;
      if (startsOver) cursor = page.nextCursor;
      store.setState({
        outputs: startsOver ? page.outputs : mergePage(page, before.outputs, search),
        total: page.total,
        unreadRuns: page.unreadRuns,
        hasMore: cursor !== null,
        phase: 'ready',
        error: null,
      });
    } catch (error) {
      store.setState({ phase: 'ready', error });
    }
  }

  async function readNext(after: string): Promise<void> {
    store.setState({ phase: 'more' });
    try {
      const page = await read({ ...search, cursor: after, limit: PAGE });
      cursor = page.nextCursor;
      const { outputs } = store.getState();
      const existingIds = new Set(outputs.map(({ id }) => id));
      store.setState({
        outputs: [...outputs, ...page.outputs.filter(({ id }) => !existingIds.has(id))],
        hasMore: cursor !== null,
        phase: 'ready',
        error: null,
      });
    } catch (error) {
      store.setState({ phase: 'ready', error });
    }
  }

  /** One question at a time; what changed while one was on its way is asked for after it. */
  function request(question: () => Promise<void>): Promise<void> {
    reading = question().finally(() => {
      reading = null;
      if (!isStale) return;
      isStale = false;
      void request(readFront);
    });
    return reading;
  }

  return {
    store,
    loadNextPage: async () => {
      if (reading === null && cursor !== null) await request(() => readNext(cursor ?? ''));
    },
    refresh: async () => {
      if (reading !== null) isStale = true;
      else await request(readFront);
    },
    patch(changed) {
      const byId = new Map(changed.map((output) => [output.id, output]));
      store.setState(({ outputs }) => ({
        outputs: outputs.map((output) => {
          const next = byId.get(output.id);
          return next === undefined ? output : withCounts(next, output);
        }),
      }));
    },
    remove(ids) {
      store.setState(({ outputs, total }) => {
        const left = outputs.filter(({ id }) => !ids.has(id));
        return { outputs: left, total: total === null ? null : total - (outputs.length - left.length) };
      });
    },
  };
}
