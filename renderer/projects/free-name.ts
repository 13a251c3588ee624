import { endpoints } from '#shared/api/index.ts';
import { apiFor } from '#renderer/desk/index.ts';
import { numberedName } from '#shared/language/numbered-name.ts';

/** Names of one page of the list. */
const PAGE_SIZE = 100;
/** Pages that are read; a service that goes on and on is not followed for ever. */
const MAX_PAGES = 50;

interface NamePage {
  names: readonly string[];
  /** Null after the last page. */
  cursor: string | null;
}

/** The names of all pages of a list; where a page cannot be read, those before it. */
export async function readNames(readPage: (cursor: string | null) => Promise<NamePage>): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page: NamePage | null = await readPage(cursor).catch(() => null);
    if (page === null) break;
    names.push(...page.names);
    if (page.cursor === null) break;
    cursor = page.cursor;
  }
  return names;
}

/** The name, with a number where another project has it already; as it is where the service does not say. */
export async function freeName(connectionId: string, name: string): Promise<string> {
  const search = name.replace(/ \d{1,6}$/, '');
  const api = apiFor(connectionId);
  const names = await readNames(async (cursor) => {
    const list = await api(endpoints.projects.list, {
      query: { search, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
    });
    return {
      names: list.data.map((project) => project.name),
      cursor: list.hasMore ? (list.nextCursor ?? null) : null,
    };
  });
  return numberedName(name, names);
}
