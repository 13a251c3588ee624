import { crc32 } from 'node:zlib';

/** The smallest files that readers take, each with something of every kind that it can hold. */

const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 24, value });
const range = { OTIO_SCHEMA: 'TimeRange.1', start_time: time(0), duration: time(24) };

export const OTIO = JSON.stringify({
  OTIO_SCHEMA: 'Timeline.1',
  name: 'Cut',
  tracks: {
    OTIO_SCHEMA: 'Stack.1',
    children: [
      {
        OTIO_SCHEMA: 'Track.1',
        kind: 'Video',
        children: [
          {
            OTIO_SCHEMA: 'Clip.1',
            name: 'a',
            source_range: range,
            media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'a.mov' },
          },
          { OTIO_SCHEMA: 'Gap.1', source_range: range },
        ],
      },
    ],
  },
});

const RATE = '<rate><timebase>25</timebase><ntsc>FALSE</ntsc></rate>';

/** @param encoding that its declaration says. */
export const XML = (encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<xmeml version="4"><sequence id="s"><name>C</name>${RATE}<media><video><track>` +
  `<clipitem id="c"><name>é</name>${RATE}<start>0</start><end>25</end><in>0</in><out>25</out>` +
  `<file id="f"><name>a.mov</name><pathurl>file://localhost/a.mov</pathurl></file></clipitem>` +
  '</track></video></media></sequence></xmeml>';

const journalLine = (line: object): string => {
  const text = JSON.stringify(line);
  return `${text.slice(0, -1)},"c":"${crc32(text).toString(16).padStart(8, '0')}"}\n`;
};
const recorded = JSON.stringify({ turn: 1, notes: { a: ['1'] } });

export const TEXTS = {
  edl: `TITLE: C\nFCM: NON-DROP FRAME\n\n001  AX       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\n* FROM CLIP NAME: a.mov\n`,
  srt: '1\n00:00:01,000 --> 00:00:02,000\n<i>Hi</i>\n',
  vtt: 'WEBVTT\n\n00:01.000 --> 00:02.000 align:start\nHi &amp; ho\n',
  journal:
    journalLine({
      t: 'entry',
      entry: {
        id: '1',
        label: 'e',
        at: '2026-01-01T00:00:00Z',
        baseVersion: 1,
        operations: [{ op: 'removeNode', nodeId: 'a' }],
      },
    }) +
    journalLine({ t: 'taken', entryIds: ['0'] }) +
    journalLine({
      t: 'replaced',
      kind: 'timeline',
      entryIds: [],
      entries: [{ id: 'd', steps: ['s'], changes: { fields: { a: { set: 1 } } } }],
      base: { version: 1, document: {} },
    }) +
    journalLine({ t: 'taken', kind: 'timeline', entryIds: ['0'] }),
  version:
    '{"nodes":[{"id":"a","type":"text/join","title":null,"position":null,"inputs":{}}],"connections":[]}',
  savedSettings: JSON.stringify({
    kind: 'patchbay/settings',
    version: 1,
    writtenBy: '1',
    project: { name: 'P', version: 1 },
    output: { title: null, nodeId: 'a' },
    isExact: true,
    removed: 0,
    graph: { nodes: [], connections: [] },
  }),
  notes: `${crc32(recorded).toString(16).padStart(8, '0')} ${recorded.length} ${recorded}`,
  wav: '524946462800000057415645666d74201000000001000100401f0000803e000002001000646174610400000000000100',
};

/** Members of a project file. */
export const LIBRARY: Readonly<Record<string, string>> = {
  'manifest.json': JSON.stringify({
    format: 'patchbay-project',
    formatVersion: 1,
    name: 'P',
    exportedAt: '2026-01-01T00:00:00Z',
    writtenBy: '1',
    media: [],
  }),
  'document.json': '{"graph":{"nodes":[],"connections":[]}}',
};

export const SETTINGS_FILE = '{"theme":"dark"}';
export const SNIPPETS_FILE = '{"version":1,"snippets":[]}';
export const GROUP_FILE =
  '{"format":1,"id":"group_a","name":"G","types":["t"],"versions":[{"version":1,"savedAt":"","nodeCount":1}],"definitions":{"1":"{}"}}';
