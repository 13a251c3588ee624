import { describe, expect, it } from 'vitest';
import type { MediaFacts, MediaProxy } from '#shared/desk/index.ts';
import { FilmProxies, type ProxyState } from './film-proxies.ts';
import { proxyReason } from './proxy-reason.ts';

const video = (fields: Partial<Extract<MediaFacts, { kind: 'video' }>> = {}): MediaFacts => ({
  kind: 'video',
  width: 1920,
  height: 1080,
  seconds: 10,
  framesPerSecond: 25,
  hasSound: true,
  codec: 'avc1.640028',
  isVariable: false,
  ...fields,
});

describe('why a medium gets a proxy', () => {
  it.each([
    [null, video(), 5_000_000, true],
    ['heavy', video({ width: 7680, height: 4320 }), 5_000_000, true],
    ['heavy', video({ width: 1080, height: 3840 }), 5_000_000, true],
    ['heavy', video(), 500_000_000, true],
    ['variable', video({ isVariable: true }), 5_000_000, true],
    ['interlaced', video({ isInterlaced: true }), 5_000_000, true],
    ['undecodable', video({ codec: 'hvc1' }), 5_000_000, false],
    ['undecodable', video({ codec: null }), 5_000_000, true],
    ['undecodable', null, 5_000_000, true],
    ['undecodable', video({ soundCodec: 'ac-3' }), 5_000_000, false],
    ['undecodable', video({ soundCodec: null }), 5_000_000, true],
    [null, { kind: 'audio', seconds: 1, sampleRate: 48_000, channels: 2 } as const, 9, true],
    [
      'undecodable',
      { kind: 'audio', seconds: 1, sampleRate: 48_000, channels: 2, codec: null } as const,
      9,
      true,
    ],
  ] as const)('is %s', (reason, mediaInfo, sizeBytes, canDecode) => {
    expect(proxyReason(mediaInfo, sizeBytes, canDecode)).toBe(reason);
  });
});

/** A film of files; what the core says of each proxy is scripted, and time goes on by hand. */
function bench(answers: Record<string, (MediaProxy | Error)[]>, mediaInfo: Record<string, MediaFacts>) {
  let states: ReadonlyMap<string, ProxyState> = new Map();
  let waiting: (() => void)[] = [];
  const asked: string[] = [];
  const proxies = new FilmProxies(
    {
      mediaInfo: (id) =>
        mediaInfo[id] ? Promise.resolve(mediaInfo[id]) : Promise.reject(new Error('no media')),
      canDecode: ({ video: codec }) => Promise.resolve(codec?.startsWith('avc') ?? true),
      status: (id, again) => {
        asked.push(again ? `${id} again` : id);
        const next = answers[id]?.shift() ?? { state: 'ready' };
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      url: (id) => Promise.resolve(`proxy:${id}`),
      schedule: (then) => {
        waiting.push(then);
        return () => (waiting = waiting.filter((one) => one !== then));
      },
    },
    (next) => (states = next),
  );
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    proxies,
    asked,
    state: (id: string) => states.get(id),
    setFiles: async (...ids: string[]) => {
      const files = ids.map((fileId) => ({
        fileId,
        filename: fileId,
        contentType: 'video/mp4',
        sizeBytes: 1000,
      }));
      proxies.setFiles(files);
      await settle();
    },
    goOn: async () => {
      const now = waiting;
      waiting = [];
      for (const then of now) then();
      await settle();
    },
    waiting: () => waiting.length,
    settle,
  };
}

describe('the proxies of a film', () => {
  it('are made of what needs one, and followed until they are there', async () => {
    const { setFiles, state, goOn, asked } = bench(
      { big: [{ state: 'making', part: 0 }, { state: 'making', part: 0.4 }, { state: 'ready' }] },
      { big: video({ width: 7680, height: 4320 }), small: video() },
    );
    await setFiles('big', 'small');
    expect(state('big')).toMatchObject({ kind: 'making', fraction: 0, reason: 'heavy' });
    expect(state('small')).toBeUndefined();
    await goOn();
    expect(state('big')).toMatchObject({ kind: 'making', fraction: 0.4 });
    await goOn();
    expect(state('big')).toMatchObject({ kind: 'ready', url: 'proxy:big' });
    await goOn();
    expect(asked).toEqual(['big', 'big', 'big']);
  });

  it('that fail say why, and are tried again when somebody wants it', async () => {
    const { setFiles, state, proxies, settle } = bench(
      { odd: [{ state: 'failed', message: 'Install ffmpeg.' }] },
      { odd: video({ codec: 'mp4v.20' }) },
    );
    await setFiles('odd');
    expect(state('odd')).toMatchObject({ kind: 'failed', message: 'Install ffmpeg.', reason: 'undecodable' });
    proxies.retry('odd');
    await settle();
    expect(state('odd')).toMatchObject({ kind: 'ready' });
  });

  it('say it when nobody answers', async () => {
    const { setFiles, state } = bench({ odd: [new Error('away')] }, {});
    await setFiles('odd');
    expect(state('odd')).toMatchObject({ kind: 'failed', message: expect.stringMatching(/\w/) });
  });

  it('are followed no more when their medium leaves the film, or the film is closed', async () => {
    const making: MediaProxy = { state: 'making', part: 0 };
    const big = video({ width: 7680, height: 4320 });
    const { setFiles, state, waiting, proxies, asked, goOn } = bench(
      { a: [making, making], b: [making, making] },
      { a: big, b: big },
    );
    await setFiles('a', 'b');
    await setFiles('b');
    expect(state('a')).toBeUndefined();
    expect(waiting()).toBe(1);
    proxies.close();
    await goOn();
    expect(asked).toEqual(['a', 'b']);
  });
});
