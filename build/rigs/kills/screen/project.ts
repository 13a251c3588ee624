import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiClient, endpoints, type ApiRequest } from '#shared/api/index.ts';
import { pause } from '../page-process.ts';

/** A project with one text to write in each of its documents. */
export async function makeProject(data: string): Promise<string> {
  const desk = join(data, 'desk');
  for (;;) {
    try {
      const note = await readFile(join(desk, 'local-service.json'), 'utf8');
      const port = /"port":\s*(\d+)/.exec(note)?.[1] ?? /127\.0\.0\.1:(\d+)/.exec(note)?.[1];
      const keys = JSON.parse(await readFile(join(desk, 'keys.json'), 'utf8')) as {
        secrets: { local: string };
      };
      const call = createApiClient((request: ApiRequest) =>
        fetch(`http://127.0.0.1:${port}${request.path}`, {
          method: request.method,
          headers: { ...request.headers, authorization: `Bearer ${keys.secrets.local}` },
          body: request.body,
        }),
      );
      const created = await call(endpoints.projects.create, { body: { name: 'Screen' } });
      const params = { project_id: created.id };
      const node = { id: 'text', type: 'input/text', position: { x: 200, y: 200 }, inputs: {} };
      const { version } = await call(endpoints.projects.patchDocument, {
        params,
        body: { expectedVersion: created.version, operations: [{ op: 'addNode', node }] },
      });
      const timeline = {
        serviceType: 'timeline',
        version: 1,
        name: 'Film',
        timeline: { tracks: [{ id: 'v1' }], clips: [] },
      };
      const made = await call(endpoints.timelines.replace, {
        params,
        body: { document: timeline, expectedVersion: version },
      });
      const document = {
        serviceType: 'storyboard',
        version: 1,
        sequences: [{ id: 'scene', shots: [{ id: 'shot', description: '' }] }],
      };
      await call(endpoints.storyboards.replace, {
        params,
        body: { document, expectedVersion: made.version, mode: 'replace' },
      });
      return created.id;
    } catch (error) {
      // The service starts after the desktop process.
      if (error instanceof SyntaxError || error instanceof TypeError || isMissing(error)) await pause(100);
      else throw error;
    }
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
