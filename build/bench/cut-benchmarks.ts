import {
  CUT_LIMITS,
  readEdl,
  readFcpXml,
  writeEdls,
  writeFcpXml,
  type Cut,
} from '#shared/interchange/index.ts';
import { readCaptions } from '#shared/timeline/read-captions.ts';
import { median, type Figure } from './measure.ts';

/** Reading lists, XML and captions of 5 MB, each against one second, and against a file of a quarter of it. */

const BYTES = 5 * 1024 * 1024;
const ROUNDS = 5;
const LIMIT_MS = 1000;

const cutOf = (clips: number): Cut => ({
  name: 'Film',
  rate: 25,
  start: 90_000,
  width: 1920,
  height: 1080,
  markers: [],
  tracks: [
    {
      kind: 'Video',
      name: 'V1',
      enabled: true,
      locked: false,
      transitions: [],
      clips: Array.from({ length: Math.min(clips, CUT_LIMITS.clips) }, (_, index) => ({
        name: `shot ${index}`,
        recordIn: index * 50,
        duration: 50,
        sourceIn: 90_000 + (index % 500),
        medium: { file: `shot ${index % 900}.mov`, start: 90_000, length: 1000 },
        speed: index % 20 === 0 ? 2 : 1,
        reel: '',
        enabled: true,
        opacity: 1,
        volume: 1,
        markers: [{ name: 'Here', comment: '', color: 'RED', at: 90_010 + (index % 500), length: 0 }],
        comments: [],
        path: '',
      })),
    },
  ],
});

const ignore = () => undefined;
const captions = (count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const time = (second: number) => new Date(second * 1000).toISOString().slice(11, 23).replace('.', ',');
    return `${index + 1}\n${time(index * 2)} --> ${time(index * 2 + 1)}\n<i>${'Words of a caption & more. '.repeat(8)}</i>\n`;
  }).join('\n');

const FORMS: { name: string; write: (items: number) => string; read: (text: string) => unknown }[] = [
  {
    name: 'EDL',
    write: (items) => writeEdls(cutOf(items), ignore)[0]?.text ?? '',
    read: (text) => readEdl(text, 'Film'),
  },
  {
    name: 'FCP 7 XML',
    write: (items) => writeFcpXml(cutOf(items), ignore),
    read: (text) => readFcpXml(text, 'Film'),
  },
  { name: 'captions', write: captions, read: readCaptions },
];

/** A text of about so many bytes: as many items as fit. */
function textOf(write: (items: number) => string, bytes: number): string {
  const [shorter, many] = [write(4000).length, write(8000).length];
  return write(Math.max(1000, 4000 + Math.floor(((bytes - shorter) * 4000) / (many - shorter))));
}

function timeOf(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS + 1 }, () => {
    const before = process.cpuUsage();
    work();
    // Time of the processor, which other programs take less of.
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return median(times.slice(1));
}

/** Two figures for each form: against a second, and how much longer four times as much takes. */
export function cutFigures(): Figure[] {
  return FORMS.flatMap(({ name, write, read }) => {
    const [full, quarter] = [textOf(write, BYTES), textOf(write, BYTES / 4)];
    const [fullTime, short] = [timeOf(() => read(full)), timeOf(() => read(quarter))];
    const size = `${(full.length / 1024 / 1024).toFixed(1)} MB`;
    const measured = { label: `${name} of ${size}`, value: fullTime, unit: 'ms' };
    return [
      {
        name: `reading ${name} of ${size}`,
        measured: measured,
        reference: { label: 'one second', value: LIMIT_MS, unit: 'ms' },
        ratio: fullTime / LIMIT_MS,
        target: '≤ 1',
      },
      {
        name: `reading four times as much ${name}`,
        measured: measured,
        reference: { label: 'a quarter of it', value: short, unit: 'ms' },
        ratio: fullTime / short,
        target: '≤ 6',
      },
    ];
  });
}
