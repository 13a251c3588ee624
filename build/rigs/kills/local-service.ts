import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The local service as it is now. @throws where it has not started yet. */
export async function findLocalService(data: string): Promise<{ origin: string; key: string }> {
  const desk = join(data, 'desk');
  const note = await readFile(join(desk, 'local-service.json'), 'utf8');
  const port = /"port":\s*(\d+)/.exec(note)?.[1] ?? /127\.0\.0\.1:(\d+)/.exec(note)?.[1];
  const keys = JSON.parse(await readFile(join(desk, 'keys.json'), 'utf8')) as {
    secrets: { local: string };
  };
  return { origin: `http://127.0.0.1:${port}`, key: keys.secrets.local };
}
