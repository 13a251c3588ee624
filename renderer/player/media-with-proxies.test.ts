import { expect, it } from 'vitest';
import type { ProxyState } from './film-proxies.ts';
import { withProxies } from './media-with-proxies.ts';

const originals = new Map(['heavy', 'odd', 'plain'].map((key) => [key, { url: `original:${key}` }]));
const fileIds = new Map(['heavy', 'odd', 'plain'].map((key) => [key, `file ${key}`]));
const states = (kind: 'ready' | 'making' | 'failed'): Map<string, ProxyState> => {
  const progress = {
    ready: { kind: 'ready', url: 'proxy' },
    making: { kind: 'making', fraction: 0.4 },
    failed: { kind: 'failed', message: 'Install ffmpeg.' },
  } as const;
  return new Map<string, ProxyState>([
    ['file heavy', { fileId: 'file heavy', name: 'heavy', reason: 'heavy', ...progress[kind] }],
    ['file odd', { fileId: 'file odd', name: 'odd', reason: 'undecodable', ...progress[kind] }],
  ]);
};

it('plays proxies and exports originals, but for what nothing here decodes', () => {
  const { medium, exported } = withProxies(originals, fileIds, states('ready'));
  expect(Object.fromEntries(medium)).toEqual({
    heavy: { url: 'proxy' },
    odd: { url: 'proxy' },
    plain: { url: 'original:plain' },
  });
  expect(Object.fromEntries(exported)).toEqual({
    heavy: { url: 'original:heavy' },
    odd: { url: 'proxy' },
    plain: { url: 'original:plain' },
  });
});

it('plays the original until its proxy is there, and says how far that of an odd one is, or why there is none', () => {
  const making = withProxies(originals, fileIds, states('making')).medium;
  expect(making.get('heavy')).toEqual({ url: 'original:heavy' });
  expect(making.get('odd')).toEqual({ missing: expect.stringContaining('40 %') });
  const failed = withProxies(originals, fileIds, states('failed'));
  expect(failed.medium.get('heavy')).toEqual({ url: 'original:heavy' });
  expect(failed.medium.get('odd')).toEqual({ missing: expect.stringContaining('Install ffmpeg.') });
});
