import { sharp } from '#native/testing/sharp.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCaptions } from '#shared/timeline/read-captions.ts';
import { isFileValue, type FileValue, type NodeValue } from '../../definition.ts';
import { createAiData } from '../data.ts';
import { createAiEdit } from '../edit.ts';
import { createAiSpeech } from '../speech.ts';
import { createAiTranscribe } from '../transcribe.ts';
import { createAiUpscale } from '../upscale.ts';
import { createAiVideo } from '../video.ts';
import { KEY, QUICK_LIMITS, useWireBench, type NodeCall } from './testing/wire-bench.ts';
import { bytes, events, inTurn, json, type WireServer } from './testing/wire-server.ts';

/** Data, edits, video, speech and transcriptions, in the wire format of each service. */

const limits = { ...QUICK_LIMITS, file: QUICK_LIMITS };
const bench = useWireBench();
const { execute, failureOf } = bench;
const data = createAiData(QUICK_LIMITS);
const edit = createAiEdit(QUICK_LIMITS, QUICK_LIMITS);
const upscale = createAiUpscale(QUICK_LIMITS, QUICK_LIMITS);
const video = createAiVideo(limits);
const speech = createAiSpeech(limits);
const transcribe = createAiTranscribe(limits);

let server: WireServer;
let png: Buffer;
let picture: FileValue;
let sound: FileValue;
beforeAll(async () => {
  server = bench.server();
  png = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  picture = await bench.files.store(png, 'sky.png', 'image/png');
  sound = await bench.files.store(wave(0.1), 'talk.wav', 'audio/wav');
});

/** A silent WAV of 8 kHz. */
function wave(seconds: number): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * 8000) * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0).toString();
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, samples]);
}

/** The head of an MP4, as much as is looked at where the key is. */
const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isommp42'),
]);

const fileOf = (value: NodeValue | undefined): FileValue => {
  if (!isFileValue(value)) throw new Error('This output is no file.');
  return value;
};
const textOf = async (value: NodeValue | undefined): Promise<string> =>
  Buffer.from(await bench.files.execution({}).readFile(fileOf(value))).toString();

describe('data by declared fields', () => {
  const FIELDS = 'title: text\nmood: one of calm, wild\nshots: whole number\ntags: list of text (three)';
  const answer = (value: unknown) =>
    events([
      { choices: [{ index: 0, delta: { content: JSON.stringify(value) }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage: { prompt_tokens: 4, completion_tokens: 9, total_tokens: 13 } },
      '[DONE]',
    ]);
  const call = { service: 'openai-compatible', model: 'm', inputs: { fields: FIELDS } } as const;
  const good = { title: 'Dusk', mood: 'calm', shots: 3, tags: ['a', 'b', 'c'] };
  const route = 'POST /v1/chat/completions';

  it('are asked for by a schema and in words, and come as JSON', async () => {
    server.routes.set(route, answer({ ...good, note: 'not asked for' }));
    const { outputs, usage, shown } = await execute(data, call);
    expect(outputs).toEqual({ json: good });
    expect(usage).toMatchObject({ tokensIn: 4, tokensOut: 9 });
    expect(shown.at(-1)).toContain('Dusk');
    const sent = JSON.parse(server.requests[0]?.body ?? '') as Record<string, never>;
    expect(sent['response_format']).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { required: ['title', 'mood', 'shots', 'tags'] } },
    });
    expect(JSON.stringify(sent['messages'])).toContain('one of calm, wild');
  });

  it('may be several records, and may stand in a fence', async () => {
    server.routes.set(
      route,
      events([
        {
          choices: [
            {
              index: 0,
              delta: { content: `\`\`\`json\n${JSON.stringify({ items: [good, good] })}\n\`\`\`` },
              finish_reason: 'stop',
            },
          ],
        },
        '[DONE]',
      ]),
    );
    const { outputs } = await execute(data, { ...call, inputs: { fields: FIELDS, multiple: true } });
    expect(outputs).toEqual({ json: [good, good] });
  });

  it.each([
    [{ ...good, mood: 'odd' }, 'mood in the answer is not what was asked for'],
    [{ ...good, shots: 2.5 }, 'shots in the answer is not what was asked for'],
    [{ ...good, tags: 'a' }, 'tags in the answer is not what was asked for'],
    [{ title: 'Dusk' }, 'mood is missing in the answer'],
    ['Dusk', 'the answer is no record'],
  ])('that are not as asked for (%j) are refused with the field', async (value, reason) => {
    server.routes.set(route, answer(value));
    const { code, message } = await failureOf(data, call);
    expect(code).toBe('PROVIDER_BAD_ANSWER');
    expect(message).toContain(reason);
  });

  it('are no prose, and a refusal is said as such', async () => {
    server.routes.set(
      route,
      events([
        { choices: [{ index: 0, delta: { content: 'Sure! Here it is' }, finish_reason: 'stop' }] },
        '[DONE]',
      ]),
    );
    expect((await failureOf(data, call)).message).toContain('something else than data');
    server.routes.set(
      route,
      events([{ choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }] }, '[DONE]']),
    );
    expect((await failureOf(data, call)).code).toBe('PROVIDER_DECLINED');
  });

  it.each([
    ['', 'Fields is empty'],
    ['a: text\na: number', 'two fields called a'],
    ['a: poem', 'poem is no type'],
    ['{"a": 1}', 'does not begin with a name'],
  ])('that cannot be understood (%j) cost nothing', async (fields, reason) => {
    const { message } = await failureOf(data, { ...call, inputs: { fields } });
    expect(message).toContain(reason);
    expect(server.requests).toEqual([]);
  });
});

describe('pictures that are changed', () => {
  it('go to OpenAI with their mask as a form', async () => {
    server.routes.set('POST /v1/images/edits', json({ data: [{ b64_json: png.toString('base64') }] }));
    const { outputs } = await execute(edit, {
      service: 'openai',
      model: 'gpt-image-2',
      inputs: { image: picture, mask: picture, prompt: 'At night' },
    });
    expect(fileOf(outputs['image']).filename).toBe('edited.png');
    const [request] = server.requests;
    expect(request?.headers['content-type']).toContain('multipart/form-data');
    for (const name of ['image', 'mask', 'prompt']) expect(request?.body).toContain(`name="${name}"`);
  });

  it('go as what their bytes are, whatever their names say', async () => {
    server.routes.set('POST /v1/images/edits', json({ data: [{ b64_json: png.toString('base64') }] }));
    const webp = await sharp(png).webp().toBuffer();
    const image = await bench.files.store(webp, 'saved-from-a-page.png', 'image/png');
    await execute(edit, { service: 'openai', model: 'gpt-image-2', inputs: { image, prompt: 'At night' } });
    expect(server.requests[0]?.body).toMatch(
      /name="image(?:\[\])?"[^\r\n]*\r\ncontent-type: image\/webp\r\n/i,
    );
  });

  it('go to fal with their mask', async () => {
    server.routes.set('POST /acme/edit', json({ images: [{ url: `${server.origin}/1.png` }] }));
    server.routes.set('GET /1.png', bytes('image/png', png));
    await execute(edit, {
      service: 'fal',
      model: 'acme/edit',
      inputs: { image: picture, mask: picture, prompt: 'At night' },
    });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      prompt: 'At night',
      image_url: expect.stringMatching(/^data:image\/png/) as string,
      mask_url: expect.stringMatching(/^data:image\/png/) as string,
    });
  });

  it('are made larger by the factor that the model knows, and it is said where they are not', async () => {
    server.routes.set('POST /fal-ai/esrgan', json({ image: { url: `${server.origin}/1.png` } }));
    server.routes.set('GET /1.png', bytes('image/png', png));
    const { outputs, lines } = await execute(upscale, {
      service: 'fal',
      model: 'fal-ai/esrgan',
      inputs: { image: picture, factor: '4' },
      execution: {},
    });
    expect(fileOf(outputs['image']).filename).toBe('upscaled.png');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ scale: 4 });
    expect(lines.join()).toContain('no larger');
  });
});

describe('video', () => {
  const prediction = (status: string, output: unknown = null) => ({
    id: 'v1',
    status,
    output,
    urls: { get: 'https://api.replicate.com/v1/predictions/v1' },
  });

  it('is a job that is stored before it is followed, and taken up from there', async () => {
    server.routes.set('POST /v1/models/acme/film/predictions', json(prediction('starting'), 201));
    server.routes.set(
      'GET /v1/predictions/v1',
      inTurn(json({}, 502), json(prediction('succeeded', `${server.origin}/v.mp4`))),
    );
    server.routes.set('GET /v.mp4', bytes('application/octet-stream', mp4));
    const call = {
      service: 'replicate',
      model: 'acme/film',
      inputs: { first: picture, seconds: 6, aspect: '16:9' },
    } as const;
    const { outputs, jobs } = await execute(video, call);
    expect(fileOf(outputs['video'])).toMatchObject({ filename: 'generated.mp4', contentType: 'video/mp4' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      input: { duration: 6, aspect_ratio: '16:9', image: expect.stringMatching(/^data:image/) as string },
    });
    expect(server.requests[0]?.headers['idempotency-key']).toBe('run.node.1');
    expect(jobs).toHaveLength(1);
    server.requests.length = 0;
    const again = await execute(video, { ...call, execution: { job: jobs[0] ?? '' } });
    expect(fileOf(again.outputs['video']).blob).toBe(fileOf(outputs['video']).blob);
    expect(again.begun).toBe(0);
    expect(server.requests.map(({ method }) => method)).not.toContain('POST');
  });

  it('of fal is asked about while it is at work, and its length is what is paid for', async () => {
    server.routes.set(
      'POST /fal-ai/luma-ray-2',
      json({ request_id: 'q1', response_url: 'https://queue.fal.run/fal-ai/luma-ray-2/requests/q1' }),
    );
    server.routes.set(
      'GET /fal-ai/luma-ray-2/requests/q1',
      inTurn(
        json({ detail: 'Request is still in progress' }, 400),
        json({ video: { url: `${server.origin}/v.mp4`, duration: 5.2 } }),
      ),
    );
    server.routes.set('GET /v.mp4', bytes('video/mp4', mp4));
    const { usage } = await execute(video, { service: 'fal', model: 'luma-ray-2' });
    expect(usage).toEqual({ seconds: 5.2 });
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('of Google goes from a first to a last frame, and is fetched with the key in no address', async () => {
    server.routes.set('POST /v1beta/models/veo:predictLongRunning', json({ name: 'operations/o1' }));
    server.routes.set(
      'GET /v1beta/operations/o1',
      json({
        done: true,
        response: {
          generateVideoResponse: {
            generatedSamples: [{ video: { uri: `${server.origin}/v1beta/files/f:download?alt=media` } }],
          },
        },
      }),
    );
    server.routes.set('GET /v1beta/files/f', bytes('video/mp4', mp4));
    await execute(video, { service: 'google', model: 'veo', inputs: { first: picture, last: picture } });
    const sent = JSON.parse(server.requests[0]?.body ?? '') as { instances: object[] };
    expect(Object.keys(sent.instances[0] ?? {})).toEqual(expect.arrayContaining(['image', 'lastFrame']));
    expect(server.requests.at(-1)?.headers['x-goog-api-key']).toBe(KEY);
    expect(server.requests.map(({ path }) => path).join()).not.toContain(KEY);
  });

  it('that Google keeps back by its rules is said as declined', async () => {
    server.routes.set('POST /v1beta/models/veo:predictLongRunning', json({ name: 'operations/o1' }));
    server.routes.set(
      'GET /v1beta/operations/o1',
      json({
        done: true,
        response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['no'] } },
      }),
    );
    expect((await failureOf(video, { service: 'google', model: 'veo' })).code).toBe('PROVIDER_DECLINED');
  });

  it('of Black Forest Labs says what was charged', async () => {
    server.routes.set(
      'POST /v1/flux-3-video',
      json({ id: 'b', polling_url: 'https://api.us1.bfl.ai/v1/get_result?id=b' }),
    );
    server.routes.set(
      'GET /v1/get_result',
      json({ status: 'Ready', cost: 40, result: { sample: `${server.origin}/v.mp4`, duration: 8 } }),
    );
    server.routes.set('GET /v.mp4', bytes('video/mp4', mp4));
    const { usage } = await execute(video, { service: 'black-forest-labs', model: 'flux-3-video' });
    expect(usage).toEqual({ seconds: 8, cents: 40 });
  });

  it('that failed ends its job with what the service says', async () => {
    server.routes.set('POST /v1/models/acme/film/predictions', json(prediction('starting'), 201));
    const failed = { ...prediction('failed'), error: `Out of memory ${KEY}` };
    server.routes.set('GET /v1/predictions/v1', json(failed));
    const call = { service: 'replicate', model: 'acme/film' } as const;
    expect(await failureOf(video, call)).toMatchObject({
      code: 'PROVIDER_FAILED',
      isUnrecoverable: true,
      message: expect.stringContaining('Out of memory [key]') as string,
    });
    server.routes.set('GET /v1/predictions/v1', json({ ...failed, error: 'NSFW content detected' }));
    expect((await failureOf(video, call)).code).toBe('PROVIDER_DECLINED');
  });

  it('costs nothing where the service cannot make it, or gets no last frame', async () => {
    const calls: NodeCall[] = [
      { service: 'openai', model: 'x' },
      { service: 'fal', model: 'x', inputs: { first: picture, last: picture } },
      { service: 'google', model: 'x', inputs: { last: picture } },
    ];
    for (const call of calls) expect(await failureOf(video, call)).toMatchObject({ notSent: true });
    expect(server.requests).toEqual([]);
  });

  it('that is a web page, or a picture, is refused whatever it is called', async () => {
    server.routes.set('POST /v1/models/acme/film/predictions', json(prediction('succeeded'), 201));
    server.routes.set('GET /v1/predictions/v1', json(prediction('succeeded', `${server.origin}/v.mp4`)));
    for (const body of ['<html>Sign in</html>', png]) {
      server.routes.set('GET /v.mp4', bytes('video/mp4', body));
      expect(await failureOf(video, { service: 'replicate', model: 'acme/film' })).toMatchObject({
        code: 'PROVIDER_BAD_ANSWER',
        message: expect.stringContaining('no MP4') as string,
      });
    }
  });
});

describe('speech', () => {
  const inputs = { text: 'Good evening.', voice: 'coral', speed: 1.2 };

  it.each(['openai', 'openai-compatible'] as const)('of %s is asked for by voice', async (service) => {
    server.routes.set('POST /v1/audio/speech', bytes('audio/mpeg', wave(0.1)));
    const { outputs, usage } = await execute(speech, { service, model: 'tts', inputs });
    // What it is, its bytes say.
    expect(fileOf(outputs['audio'])).toMatchObject({ filename: 'speech.wav', contentType: 'audio/wav' });
    expect(usage).toEqual({ characters: 13 });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      model: 'tts',
      input: 'Good evening.',
      voice: 'coral',
      speed: 1.2,
      response_format: 'mp3',
    });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('of fal is fetched from its address without the key', async () => {
    server.routes.set(
      'POST /fal-ai/minimax/speech-02-hd',
      json({ audio: { url: 'https://fal.run/files/s.mp3' } }),
    );
    server.routes.set(
      'GET /files/s.mp3',
      bytes('audio/mpeg', Buffer.from('ID3\u0004\0\0\0\0\0\0abcdef', 'latin1')),
    );
    const { outputs, jobs } = await execute(speech, {
      service: 'fal',
      model: 'fal-ai/minimax/speech-02-hd',
      inputs,
    });
    expect(fileOf(outputs['audio']).filename).toBe('speech.mp3');
    expect(jobs[0]).toContain('/s.mp3');
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('that is a web page or no sound is refused', async () => {
    const call = { service: 'openai', model: 'tts', inputs } as const;
    server.routes.set('POST /v1/audio/speech', bytes('text/html', '<html>Sign in</html>'));
    expect((await failureOf(speech, call)).message).toContain('web page');
    server.routes.set('POST /v1/audio/speech', bytes('audio/mpeg', '<html>Sign in, please</html>'));
    expect((await failureOf(speech, call)).message).toContain('no MP3');
    server.routes.set('POST /v1/audio/speech', bytes('audio/mpeg', Buffer.alloc(300_000)));
    expect((await failureOf(speech, call)).code).toBe('PROVIDER_ANSWER_TOO_LARGE');
  });
});

describe('transcriptions', () => {
  const figures = {
    seek: 0,
    tokens: [1],
    temperature: 0,
    avg_logprob: -0.2,
    compression_ratio: 1,
    no_speech_prob: 0.01,
  };
  it.each([
    ['openai', figures],
    // Other servers tell less.
    ['openai-compatible', {}],
  ] as const)('of %s become captions with times', async (service, told) => {
    server.routes.set(
      'POST /v1/audio/transcriptions',
      json({
        text: ' Good evening. We begin.',
        language: 'english',
        duration: 61,
        segments: [
          { id: 0, start: 0, end: 1.5, text: ' Good evening.', ...told },
          { id: 1, start: 2, end: 3.25, text: ' We begin.', ...told },
        ],
      }),
    );
    const { outputs, usage } = await execute(transcribe, {
      service,
      model: 'whisper-1',
      inputs: { audio: sound, language: 'en' },
    });
    expect(outputs).toMatchObject({ text: 'Good evening. We begin.', language: 'en' });
    expect(fileOf(outputs['captions'])).toMatchObject({ filename: 'talk.vtt', contentType: 'text/vtt' });
    expect(readCaptions(await textOf(outputs['captions']))).toMatchObject({
      ok: true,
      captions: [
        { from: 0, to: 1.5, words: 'Good evening.' },
        { from: 2, to: 3.25, words: 'We begin.' },
      ],
    });
    expect(usage).toEqual({ seconds: 61 });
    const { body = '' } = server.requests[0] ?? {};
    expect(body).toContain('verbose_json');
    expect(body).toContain('name="language"');
  });

  it('of fal are a job, and can be SubRip', async () => {
    server.routes.set('POST /fal-ai/whisper', json({ request_id: 'w1' }));
    server.routes.set(
      'GET /fal-ai/whisper/requests/w1',
      inTurn(
        json({ detail: 'Request is still in progress' }, 400),
        json({ text: 'Hello there.', chunks: [{ text: ' Hello there.', timestamp: [0.5, 1.5] }] }),
      ),
    );
    const { outputs, jobs } = await execute(transcribe, {
      service: 'fal',
      model: 'whisper',
      inputs: { audio: sound, format: 'srt' },
    });
    expect(await textOf(outputs['captions'])).toBe('1\n00:00:00,500 --> 00:00:01,500\nHello there.\n');
    expect(jobs[0]).toContain('w1');
  });

  it('of Google come word by word and are put together', async () => {
    const word = (text: string, start: number, end: number) => ({
      type: 'word_info',
      text,
      start_offset: `${start}s`,
      end_offset: `${end}s`,
    });
    server.routes.set(
      'POST /v1beta/interactions',
      json({
        steps: [
          {
            type: 'model_output',
            content: [
              {
                type: 'text',
                text: 'Good evening. We begin.',
                annotations: [
                  word('Good', 0, 0.4),
                  word('evening.', 0.4, 1),
                  word('We', 1.2, 1.4),
                  word('begin.', 1.4, 2),
                ],
              },
            ],
          },
        ],
      }),
    );
    const { outputs } = await execute(transcribe, {
      service: 'google',
      model: 'gemini-3.5-transcribe',
      inputs: { audio: sound },
    });
    expect(outputs['times']).toEqual([
      { from: 0, to: 1, words: 'Good evening.' },
      { from: 1.2, to: 2, words: 'We begin.' },
    ]);
  });

  it('without times keep the text that was paid for, and say that captions are spread evenly', async () => {
    server.routes.set('POST /v1/audio/transcriptions', json({ text: 'Hello there.', duration: 4 }));
    const { outputs, lines } = await execute(transcribe, {
      service: 'openai',
      model: 'gpt-4o-transcribe',
      inputs: { audio: sound },
    });
    expect(outputs['times']).toEqual([{ from: 0, to: 4, words: 'Hello there.' }]);
    expect(lines.join()).toContain('spread evenly');
  });
});
