import { browserClock } from '#renderer/desk/browser-clock.ts';
import { endpoints } from '#shared/api/index.ts';
import { apiFor } from '#renderer/desk/index.ts';
import { openHeadlessEditor } from '#renderer/editor/testing/headless-editor.ts';
import { emulatePage } from '../page-side.ts';
import type { Opening, ToOpen } from './messages.ts';

/** A page without a browser that opens a project as the editor does, and edits it until it is killed. */

const NODE_TYPES = ['input/text', 'image/blur', 'image/resize', 'text/template', 'output/value', 'text/case'];
/** As many as a browser leaves beside the stream of events. */
const MAX_CONCURRENT = 5;
const EDIT_EVERY_MS = 100;

async function makeProject(nodes: number): Promise<string> {
  const api = apiFor('local');
  const { id, version } = await api(endpoints.projects.create, {
    body: { name: 'Opened again and again' },
    idempotencyKey: crypto.randomUUID(),
  });
  const value = { type: 'string', value: 'x'.repeat(100) };
  const graph = {
    nodes: Array.from({ length: nodes }, (_, index) => ({
      id: `n${index}`,
      type: 'input/text',
      position: { x: (index % 100) * 300, y: Math.floor(index / 100) * 260 },
      inputs: { value },
    })),
    connections: [],
  };
  await api(endpoints.projects.replaceDocument, {
    params: { project_id: id },
    body: { expectedVersion: version, document: { graph } },
    idempotencyKey: crypto.randomUUID(),
  });
  return id;
}

process.once('message', (message: ToOpen) => void open(message));

async function open(message: ToOpen): Promise<void> {
  await emulatePage(message.link);
  const projectId = message.projectId ?? (await makeProject(message.nodes));
  const startTime = performance.now();
  const requests: Opening['requests'] = [];
  const timed = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const from = performance.now() - startTime;
    const result = await work;
    requests.push({ name, from, to: performance.now() - startTime });
    return result;
  };
  const api = apiFor('local');
  const sessionOptions = { connectionId: 'local', projectId, api, clock: browserClock };
  const editor = await timed('document', openHeadlessEditor(sessionOptions));
  const types = [...NODE_TYPES, ...NODE_TYPES];
  const request = async (): Promise<void> => {
    for (let type = types.shift(); type !== undefined; type = types.shift()) {
      await timed(type, api(endpoints.nodeTypes.get, { params: { node_type: type } }));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, request));
  const opening: Opening = { projectId, ms: performance.now() - startTime, requests };
  process.send?.(opening);
  let count = 0;
  setInterval(() => {
    count += 1;
    const value = { type: 'string', value: `edit ${count}` };
    editor.store.applyEdit('edit', [{ op: 'setNodeInput', nodeId: 'n0', input: 'value', value }]);
  }, EDIT_EVERY_MS);
}
