import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import { expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { runOfProjectHeader, type OutputPage, type SavedOutputResponse } from '#shared/desk/index.ts';
import {
  findSettings,
  findSourceType,
  readSettings,
  type SavedSettings,
} from '#shared/saved-settings/index.ts';
import { sendJson, type Responder } from '../testing/http-server.ts';
import { startMediaService } from '../testing/media-service.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

const graph = {
  nodes: [
    {
      id: 'sky',
      type: 'image/gradient',
      title: 'Sky',
      position: null,
      inputs: {
        seed: { type: 'number', value: 7 },
        source: { type: 'string', value: 'https://x.example/a.png?X-Amz-Signature=SECRETsignature' },
        folder: { type: 'string', value: '/home/SECRETperson/pictures' },
        apiKey: { type: 'string', value: 'SECRETkey' },
      },
    },
  ],
  connections: [],
};
const at = '2026-01-01T00:00:01.000Z';

/** Each run gives a picture, a sound and a text, and has ended when it starts. */
const ends: Responder = (asked, response) => {
  const id = asked.body.includes('"second"') || asked.url.includes('run_2') ? 'run_2' : 'run_1';
  const run = {
    id,
    status: 'succeeded',
    createdAt: at,
    updatedAt: at,
    projectId: null,
    projectVersion: null,
    outputs: {
      Poster: {
        type: 'file',
        fileId: 'file_1.png',
        filename: 'a.png',
        contentType: 'image/png',
        sizeBytes: 90,
      },
      Tone: { type: 'file', fileId: 'file_2.wav', filename: 'b.wav', contentType: 'audio/wav', sizeBytes: 4 },
      Words: { type: 'string', value: 'hello' },
    },
  };
  if (asked.method === 'POST') return sendJson(response, 202, { ...run, status: 'accepted', outputs: {} });
  return asked.url.includes('/runs/run_')
    ? sendJson(response, 200, run)
    : sendJson(response, 404, { error: { code: 'X', message: 'gone' } });
};

async function start({ ran = graph, ...options }: { mediaCacheBytes?: number; ran?: object } = {}) {
  const picture = { width: 5, height: 4, channels: 3, background: 'red' } as const;
  const png = await sharp({ create: picture }).png().toBuffer();
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
    `xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" e:DigitalSourceType="${address('trainedAlgorithmicMedia')}"/></rdf:RDF></x:xmpmeta>`;
  const marked = await sharp({ create: picture }).withXmp(xmp).jpeg().toBuffer();
  const service = await startMediaService(
    {
      'file_3.png': { filename: 'c.jpg', contentType: 'image/jpeg', bytes: marked },
      'file_1.png': { filename: 'a.png', contentType: 'image/png', bytes: png },
      'file_2.wav': { filename: 'b.wav', contentType: 'audio/wav', bytes: Buffer.from('tone') },
    },
    ends,
  );
  const desk = await startTestCore({ launchService: launcherOf(service.origin), ...options });
  const noted = desk.until((event) => event.type === 'outputs');
  await desk.ask(
    'POST',
    '/api/local/v1/runs',
    { graph: ran, inputOverrides: { sky: { seed: { type: 'number', value: 11 } } } },
    { [runOfProjectHeader]: 'prj_1' },
  );
  await desk.ask('GET', '/api/local/v1/runs/run_1');
  await noted;
  const bytesAt = async (url: string) =>
    Buffer.from(await (await desk.core.media(new Request(url))).arrayBuffer());
  const save = async (more: object) =>
    (await desk.read('POST', '/desk/saved-outputs', {
      connectionId: 'local',
      runId: 'run_1',
      title: 'Poster',
      nodeId: 'sky',
      projectName: 'Sunset',
      projectVersion: 3,
      withSettings: true,
      withMark: false,
      name: 'Sunset_Poster_v3.png',
      file: { fileId: 'file_1.png', contentType: 'image/png', sizeBytes: png.length },
      ...more,
    })) as SavedOutputResponse;
  return { desk, png, bytesAt, save };
}

async function settingsIn(bytes: Buffer): Promise<SavedSettings> {
  const found = await findSettings({
    size: bytes.length,
    read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
  });
  const reading = readSettings(found && 'bytes' in found ? inflateSync(found.bytes) : bytes, true);
  if (reading.found !== 'settings') throw new Error(`No settings: ${JSON.stringify(reading)}`);
  return reading.settings;
}

test('a picture is saved with the graph that made it, as it ran, and nothing that is secret', async () => {
  const { save, bytesAt, png } = await start();
  const { url, sidecar, problem } = await save({});
  expect({ sidecar, problem }).toEqual({ sidecar: null, problem: null });
  const bytes = await bytesAt(url ?? '');
  expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(png).raw().toBuffer())).toBe(true);
  const settings = await settingsIn(bytes);
  expect(settings).toMatchObject({
    writtenBy: '1.2.3',
    project: { name: 'Sunset', version: 3 },
    output: { title: 'Poster', nodeId: 'sky' },
    inputOverrides: { sky: { seed: { type: 'number', value: 11 } } },
    isExact: true,
    removed: 3,
  });
  expect(settings.graph.nodes[0]?.inputs).toEqual({
    seed: { type: 'number', value: 11 },
    source: { type: 'string', value: 'https://x.example/a.png' },
    folder: { type: 'string', value: 'pictures' },
    apiKey: { type: 'string', value: '[removed]' },
  });
  expect(JSON.stringify(settings)).not.toContain('SECRET');
});

test('what cannot carry settings has them beside it, and so has a file that is not what it says', async () => {
  const { save, bytesAt } = await start();
  for (const file of [
    { fileId: 'file_2.wav', contentType: 'audio/wav', sizeBytes: 4 },
    { fileId: 'file_2.wav', contentType: 'image/png', sizeBytes: 4 },
    null,
  ]) {
    const { url, sidecar } = await save({ name: 'Tone.wav', file });
    expect(url).toBeNull();
    expect(sidecar?.name).toBe('Tone.wav.patchbay.json');
    expect((await settingsIn(await bytesAt(sidecar?.url ?? ''))).graph.nodes).toHaveLength(1);
  }
});

test('a run whose graph is not here is a sentence, and the output is saved without', async () => {
  const { save } = await start();
  const { url, sidecar, problem } = await save({ runId: 'run_9' });
  expect({ url, sidecar }).toEqual({ url: null, sidecar: null });
  expect(problem).toContain('Its graph is not here.');
});

test('a ZIP holds settings in pictures and beside the rest, where it is asked to', async () => {
  const { desk, bytesAt } = await start();
  const { outputs } = (await desk.read('POST', '/desk/outputs/search', {
    connectionId: 'local',
  })) as OutputPage;
  const outputIds = outputs.map(({ id }) => id);
  const offer = async (more: object) =>
    (await desk.read('POST', '/desk/archives', { outputIds, ...more })) as {
      url: string;
      fileNames: string[];
    };
  expect((await offer({})).fileNames.toSorted()).toEqual(['Poster.png', 'Tone.wav', 'Words.txt']);
  const { url, fileNames } = await offer({ withSettings: true });
  expect(fileNames.toSorted()).toEqual([
    'Poster.png',
    'Tone.wav',
    'Tone.wav.patchbay.json',
    'Words.txt',
    'Words.txt.patchbay.json',
  ]);
  const members = await unzipped(await bytesAt(url));
  expect((await settingsIn(members.get('Poster.png')!)).output.title).toBe('Poster');
  expect((await settingsIn(members.get('Words.txt.patchbay.json')!)).output.title).toBe('Words');
  expect(members.get('Tone.wav')?.toString()).toBe('tone');
});

test('a picture that no copy can be held of is in a ZIP as the service has it', async () => {
  const { desk, png, bytesAt } = await start({ mediaCacheBytes: 40 });
  const { outputs } = (await desk.read('POST', '/desk/outputs/search', {
    connectionId: 'local',
  })) as OutputPage;
  const { url } = (await desk.read('POST', '/desk/archives', {
    outputIds: outputs.map(({ id }) => id),
    withSettings: true,
  })) as { url: string };
  const members = await unzipped(await bytesAt(url));
  expect([...members.keys()]).not.toContain('Not included.txt');
  expect(members.get('Poster.png')?.equals(png)).toBe(true);
});

async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const members = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    members.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return members;
}

const address = (name: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`;
const sourceTypeIn = (bytes: Buffer) =>
  findSourceType({
    size: bytes.length,
    read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
  });

test('a saved picture says that no model made it, as its graph tells, and not where a person does not want it', async () => {
  const { desk, save, bytesAt } = await start();
  const { url, mark, sidecar, problem } = await save({ withSettings: false, withMark: true });
  expect({ mark, sidecar, problem }).toEqual({ mark: 'written', sidecar: null, problem: null });
  const bytes = await bytesAt(url ?? '');
  expect(await sourceTypeIn(bytes)).toBe(address('algorithmicMedia'));
  await expect(settingsIn(bytes)).rejects.toThrow('No settings');
  expect(await save({ withSettings: false })).toMatchObject({ url: null, mark: null });
  const both = await save({ withMark: true });
  expect(await sourceTypeIn(await bytesAt(both.url ?? ''))).toBe(address('algorithmicMedia'));
  expect((await settingsIn(await bytesAt(both.url ?? ''))).output.title).toBe('Poster');
  const sound = { fileId: 'file_2.wav', contentType: 'audio/wav', sizeBytes: 4 };
  expect(await save({ withMark: true, withSettings: false, file: sound })).toMatchObject({
    url: null,
    mark: 'format',
  });
  expect(await save({ withMark: true, runId: 'run_9' })).toMatchObject({ url: null, mark: 'nothing' });
  expect(
    await desk.read('POST', '/desk/provenance', { connectionId: 'local', runId: 'run_1', nodeId: 'sky' }),
  ).toEqual({
    share: 'nothing',
    sourceType: 'algorithmicMedia',
    models: [],
    isAmbiguous: false,
    unknownTypes: [],
    silentFiles: 0,
    problem: null,
  });
});

/** The same with a node that shows it, by which an output is known to be of a node. */
const shown = {
  nodes: [
    ...graph.nodes,
    { id: 'out', type: 'output/file', inputs: { name: { type: 'string', value: 'Poster' } } },
  ],
  connections: [{ from: ['sky', 'image'], to: ['out', 'file'] }],
};

test('a ZIP holds marked pictures, and says how many files have no place for it', async () => {
  const { desk, bytesAt } = await start({ ran: shown });
  const { outputs } = (await desk.read('POST', '/desk/outputs/search', {
    connectionId: 'local',
  })) as OutputPage;
  const { url, unmarked } = (await desk.read('POST', '/desk/archives', {
    outputIds: outputs.map(({ id }) => id),
    withMark: true,
  })) as { url: string; unmarked: number };
  expect(unmarked).toBe(1);
  const members = await unzipped(await bytesAt(url));
  expect([...members.keys()].toSorted()).toEqual(['Poster.png', 'Tone.wav', 'Words.txt']);
  expect(await sourceTypeIn(members.get('Poster.png')!)).toBe(address('algorithmicMedia'));
});

test('an output of an earlier run and a picture that says it is a model’s count as such', async () => {
  const { desk } = await start({ ran: shown });
  const layers = {
    nodes: [
      { id: 'earlier', type: 'input/image', inputs: { file: { type: 'file', value: 'file_1.png' } } },
      { id: 'marked', type: 'input/image', inputs: { file: { type: 'file', value: 'file_3.png' } } },
      { id: 'both', type: 'image/composite' },
    ],
    connections: [
      { from: ['earlier', 'image'], to: ['both', 'base'] },
      { from: ['marked', 'image'], to: ['both', 'overlay'] },
    ],
  };
  await desk.ask('POST', '/api/local/v1/runs', { graph: layers, externalId: 'second' });
  const of = (nodeId: string) =>
    desk.read('POST', '/desk/provenance', { connectionId: 'local', runId: 'run_2', nodeId });
  expect(await of('earlier')).toMatchObject({
    share: 'nothing',
    sourceType: 'algorithmicMedia',
    silentFiles: 0,
  });
  expect(await of('marked')).toMatchObject({ share: 'all' });
  expect(await of('both')).toMatchObject({
    share: 'part',
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
  });
});
