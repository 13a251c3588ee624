import { sharp } from '#native/testing/sharp.ts';
import type { GraphConnection, GraphNode } from '../../../shared/graph/types.ts';
import type { App } from '../processes.ts';
import type { PublicProjectDetail } from '#shared/api/index.ts';
import type { Upload } from '#shared/desk/index.ts';

/** Projects as people have them: nodes with pictures, number and choice fields, long texts, and wires between them. */

/** Different pictures; a large project shows each of them several times. */
const PICTURES = 24;
const COLUMN = 320;
const ROW = 460;
/** Nodes of one group of the graph. */
const GROUP = 10;

export type AppRequest = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Calls of the app's own routes, with a page's session. */
export const requestOf =
  (app: App): AppRequest =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${app.origin}${path}`, {
      method,
      headers: { ...app.headers, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };

/** Uploads the pictures through the app. @returns their file ids. */
export async function uploadPictures(app: App): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < PICTURES; index += 1) {
    const hue = Math.round((index * 255) / PICTURES);
    const picture = await sharp({
      create: { width: 640, height: 480, channels: 3, background: { r: hue, g: 255 - hue, b: 120 } },
    })
      .png()
      .toBuffer();
    ids.push(await uploadPicture(app, picture, { filename: `picture-${index}.png`, type: 'image/png' }));
  }
  return ids;
}

/** Uploads one picture through the app. @returns its file id. */
export async function uploadPicture(
  app: App,
  picture: Buffer,
  { filename, type }: { filename: string; type: string },
): Promise<string> {
  const query = new URLSearchParams({
    connectionId: app.connectionId,
    filename,
    sizeBytes: String(picture.length),
  });
  const started = await fetch(`${app.origin}/desk/uploads?${query}`, {
    method: 'POST',
    headers: { ...app.headers, 'content-type': type },
    body: new Uint8Array(picture),
  });
  if (!started.ok) throw new Error(`The upload was refused: ${await started.text()}`);
  const { id } = (await started.json()) as Pick<Upload, 'id'>;
  for (;;) {
    const reply = await fetch(`${app.origin}/desk/uploads/${id}`, { headers: app.headers });
    const upload = (await reply.json()) as Pick<Upload, 'state' | 'fileId' | 'error'>;
    if (upload.state === 'failed') throw new Error(`The upload failed: ${upload.error}`);
    if (upload.fileId !== null) return upload.fileId;
    await new Promise((wait) => setTimeout(wait, 20));
  }
}

/** A graph of `size` nodes in rows of a square; three in ten show a picture, and one in five holds a text field. */
export function realGraph(
  size: number,
  pictures: readonly string[],
): { nodes: GraphNode[]; connections: GraphConnection[] } {
  const columnCount = Math.ceil(Math.sqrt(size * (ROW / COLUMN)));
  // Whole groups in a row would stack the same type in each column, and a view near would show no text field.
  const columns = columnCount % GROUP === 0 ? columnCount + 1 : columnCount;
  const nodes: GraphNode[] = [];
  const connections: GraphConnection[] = [];
  const node = (type: string, inputs: GraphNode['inputs']): string => {
    const index = nodes.length;
    const id = `n${index}`;
    const position = { x: (index % columns) * COLUMN, y: Math.floor(index / columns) * ROW };
    nodes.push({ id, type, title: null, position, inputs });
    return id;
  };
  const wire = (from: string, output: string, to: string, input: string): void => {
    connections.push({ from: [from, output], to: [to, input] });
  };
  for (let group = 0; nodes.length < size; group += 1) {
    const picture = (pictureIndex: number) => ({
      file: { type: 'file', value: pictures[(group * 3 + pictureIndex) % pictures.length]! },
    });
    const [a, b, c] = [0, 1, 2].map((imageIndex) => node('input/image', picture(imageIndex))) as [
      string,
      string,
      string,
    ];
    const first = node('image/composite', { opacity: { type: 'number', value: 0.6 } });
    const blur = node('image/blur', { sigma: { type: 'number', value: 4 } });
    const second = node('image/composite', { blend: { type: 'string', value: 'screen' } });
    const text = node('input/text', { value: { type: 'string', value: `Words of group ${group}` } });
    const filled = node('text/template', { template: { type: 'string', value: '{{a}} and {{b}}' } });
    const secondTemplate = node('text/template', { template: { type: 'string', value: 'So: {{a}}, {{b}}' } });
    const joined = node('text/join', {});
    wire(a, 'image', first, 'base');
    wire(b, 'image', first, 'overlay');
    wire(first, 'image', blur, 'image');
    wire(blur, 'image', second, 'base');
    wire(c, 'image', second, 'overlay');
    wire(text, 'text', filled, 'a');
    for (const pin of ['b', 'c', 'd']) wire(text, 'text', secondTemplate, pin);
    wire(filled, 'text', secondTemplate, 'a');
    wire(text, 'text', filled, 'b');
    wire(secondTemplate, 'text', joined, 'a');
    wire(filled, 'text', joined, 'b');
    wire(text, 'text', joined, 'c');
  }
  const included = new Set(nodes.slice(0, size).map(({ id }) => id));
  return {
    nodes: nodes.slice(0, size),
    connections: connections.filter(({ from, to }) => included.has(from[0]) && included.has(to[0])),
  };
}

/** Creates a project of `size` real nodes. @returns its id. */
export async function realProject(
  app: App,
  request: AppRequest,
  size: number,
  pictures: readonly string[],
): Promise<string> {
  const api = `/api/${app.connectionId}/v1`;
  const project = await request<Pick<PublicProjectDetail, 'id' | 'version'>>('POST', `${api}/projects`, {
    name: `${size} nodes`,
  });
  await request('PUT', `${api}/projects/${project.id}/document`, {
    expectedVersion: project.version,
    document: { graph: realGraph(size, pictures) },
  });
  return project.id;
}
