import { endpoints } from '#shared/api/index.ts';
import { apiFor } from '#renderer/desk/index.ts';
import { numberedName } from '#shared/language/numbered-name.ts';

/** Projects whose names a new one is numbered after. */
const MAX_NAMES = 100;

/** The name, with a number where another project has it already; as it is where the service does not say. */
export async function freeName(connectionId: string, name: string): Promise<string> {
  const search = name.replace(/ \d{1,6}$/, '');
  const query = { search, limit: MAX_NAMES };
  const read = apiFor(connectionId)(endpoints.projects.list, { query });
  const names = await read.then(({ data }) => data.map((project) => project.name)).catch(() => []);
  return numberedName(name, names);
}
