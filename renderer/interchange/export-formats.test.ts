import { BlobReader, BlobWriter, TextReader, TextWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { timelineToOtio, otioToTimeline } from '#shared/otio/index.ts';
import { TimelineDocument } from '#shared/timeline/index.ts';
import { EXPORT_FORMATS, exportName, planExport } from './export-formats.ts';
import type { ExportWorker } from './export-worker-client.ts';
import { asOtioFile, inspectForeignCut } from './foreign-cuts.ts';
import { readCut } from './read-cut.ts';
import { readFcpXml } from '#shared/interchange/index.ts';
import { mediumKey } from '#shared/timeline/ext.ts';
import { packBundle, packTexts } from './pack-export.ts';

const document = TimelineDocument.parse({
  serviceType: 'timeline',
  name: 'Cut: one',
  version: 1,
  timeline: {
    frameRate: 24,
    tracks: [
      { id: 'v', name: 'V1' },
      { id: 'a', name: 'A1' },
    ],
    clips: [
      {
        id: 'c1',
        trackId: 'v',
        name: 'walk',
        filename: 'walk?.mp4',
        startTime: 0,
        duration: 2,
        opacity: 0.5,
      },
      { id: 'c2', trackId: 'v', name: 'gone', filename: 'gone.mp4', startTime: 2, duration: 2 },
      {
        id: 'c3',
        trackId: 'a',
        name: 'sound',
        filename: 'sound.wav',
        type: 'audio',
        startTime: 0,
        duration: 4,
      },
    ],
  },
});

/** A bundle as the service of this API sends it; a file it does not have is not in it. */
async function serviceBundle(): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter('application/zip'));
  await zip.add('timeline.otio', new TextReader('{}'));
  await zip.add('export-report.json', new TextReader('{}'));
  await zip.add('walk_.mp4', new TextReader('moving'));
  await zip.add('sound.wav', new TextReader('loud'));
  return zip.close();
}
async function membersOf(blob: Blob) {
  const members = new Map<string, { text: string; method: number }>();
  const reader = new ZipReader(new BlobReader(blob));
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    members.set(entry.filename, {
      text: await entry.getData(new TextWriter()),
      method: entry.compressionMethod,
    });
  }
  await reader.close();
  return members;
}
/** Of `moving`. */
const MOVING_SHA256 = '6e862940d0bf2eea9e01e33fa78cc34f393fd931f0d3f04697898b06f7a10315';

describe('places of a report', () => {
  it('are told by the names of clips, in every form', () => {
    const placesIn = (format: Parameters<typeof planExport>[1]) =>
      planExport(document, format).warnings.map(({ path }) => path ?? '');
    for (const format of EXPORT_FORMATS) {
      const places = placesIn(format);
      expect([format, places.filter((place) => /^(?:timeline\.)?(?:clips|tracks)\./.test(place))]).toEqual([
        format,
        [],
      ]);
    }
    expect(placesIn('otioz')).toContain('“walk” at 00:00:00:00');
    expect(placesIn('edl')).toContain('“walk”');
  });
});

describe('what the page packs', () => {
  it('is an OTIOZ as its description has it: flat media, stored, and a version', async () => {
    const packed = await packBundle({
      document,
      bundle: await serviceBundle(),
      form: 'otioz',
      name: 'x',
    });
    const members = await membersOf(packed);
    expect([...members.keys()].toSorted()).toEqual([
      'content.otio',
      'export-report.json',
      'media/sound.wav',
      'media/walk_.mp4',
      'version.txt',
    ]);
    expect(members.get('version.txt')?.text).toBe('1.0.0');
    expect(members.get('media/walk_.mp4')).toEqual({ text: 'moving', method: 0 });
    const text = members.get('content.otio')?.text ?? '';
    expect(text.match(/"target_url":"[^"]*"/g)).toEqual([
      '"target_url":"media/walk_.mp4"',
      '"target_url":"media/sound.wav"',
    ]);
    // By its bytes a medium is found again under any name.
    expect(text).toContain(`"patchbay":{"sha256":"${MOVING_SHA256}"}`);
    // Of what is not in it only the name is there.
    expect(text).toContain('"MissingReference.1"');
    const report = members.get('export-report.json')?.text ?? '';
    expect(report).toContain('MEDIA_FILE_MISSING');
    expect(report).toContain('MEDIA_RENAMED');
  });

  it('keeps two files of one name apart, by names of their own', async () => {
    const take = (id: string, startTime: number) => ({
      ...document.timeline.clips[0]!,
      id,
      filename: 'output.png',
      type: 'image' as const,
      startTime,
      ext: { patchbay: { version: 1, fileId: `file_${id}` } },
    });
    const takes = { ...document, timeline: { ...document.timeline, clips: [take('a', 0), take('b', 2)] } };
    const zip = new ZipWriter(new BlobWriter('application/zip'));
    await zip.add('timeline.otio', new TextReader('{}'));
    await zip.add('output.png', new TextReader('one'));
    await zip.add('output-2.png', new TextReader('two'));
    const bundle = await zip.close();
    const members = await membersOf(await packBundle({ document: takes, bundle, form: 'otioz', name: 'x' }));
    expect(members.get('media/output.png')).toEqual({ text: 'one', method: 0 });
    expect(members.get('media/output-2.png')).toEqual({ text: 'two', method: 0 });
    expect(members.get('content.otio')?.text.match(/"target_url":"[^"]*"/g)).toEqual([
      '"target_url":"media/output.png"',
      '"target_url":"media/output-2.png"',
    ]);
  });

  it('is an OTIOZ that readers open by the rules of the format: nothing but what it names, flat and told apart', async () => {
    const clip = (id: string, filename: string, startTime: number) => ({
      ...document.timeline.clips[0]!,
      id,
      name: id,
      filename,
      startTime,
      ext: { patchbay: { version: 1, fileId: `file_${id}` } },
    });
    // Names that differ in case alone, of other scripts, and with what paths are made of.
    const names = ['Take.mp4', 'take.mp4', '港の朝.mp4', '../up/down.mp4'];
    const clips = names.map((name, index) => clip(`c${index}`, name, index * 2));
    const timeline = { ...document, timeline: { ...document.timeline, clips } };
    const zip = new ZipWriter(new BlobWriter('application/zip'));
    await zip.add('timeline.otio', new TextReader('{}'));
    const { media } = timelineToOtio(timeline);
    expect(media).toHaveLength(names.length);
    for (const { name } of media) await zip.add(name, new TextReader(`bytes of ${name}`));
    const packed = await packBundle({
      document: timeline,
      bundle: await zip.close(),
      form: 'otioz',
      name: 'x',
    });
    const reader = new ZipReader(new BlobReader(packed));
    const entries = await reader.getEntries();
    await reader.close();
    const folder = entries.filter(({ filename }) => filename.startsWith('media/'));
    expect(folder).toHaveLength(names.length);
    expect(new Set(folder.map(({ filename }) => filename.toLowerCase())).size).toBe(names.length);
    for (const entry of entries) {
      // Not encrypted, no larger form of the ZIP for what is small, and names that all readers spell alike.
      expect([entry.filename, entry.encrypted, entry.zip64, entry.directory]).toEqual([
        entry.filename,
        false,
        false,
        false,
      ]);
      expect(entry.filename).toMatch(/^(?:content\.otio|version\.txt|export-report\.json|media\/[^/\\]+)$/);
    }
    const content: unknown = JSON.parse((await membersOf(packed)).get('content.otio')?.text ?? '');
    const schemas = new Set<string>();
    const targets: string[] = [];
    JSON.stringify(content, (key, value: unknown) => {
      if (key === 'OTIO_SCHEMA') schemas.add(String(value));
      if (key === 'target_url') targets.push(String(value));
      return value;
    });
    expect(targets.toSorted()).toEqual(folder.map(({ filename }) => filename).toSorted());
    for (const schema of schemas) {
      expect(schema).toMatch(
        /^(?:Timeline|Stack|Track|Gap|Effect|LinearTimeWarp|ExternalReference|MissingReference|RationalTime|TimeRange)\.1$|^(?:Clip|Marker)\.2$/,
      );
    }
  });

  it('is an .otio beside a media folder', async () => {
    const bundle = await serviceBundle();
    const members = await membersOf(await packBundle({ document, bundle, form: 'folder', name: 'Cut' }));
    expect([...members.keys()]).toContain('Cut.otio');
    expect([...members.keys()]).toContain('media/sound.wav');
  });

  it('is refused when the bundle is damaged', async () => {
    const bytes = new Uint8Array(await (await serviceBundle()).arrayBuffer());
    const bundle = new Blob([bytes.slice(0, bytes.length - 40)]);
    await expect(packBundle({ document, bundle, form: 'otioz', name: 'x' })).rejects.toThrow(
      /central directory|End of/i,
    );
  });

  it('is several texts as one ZIP, with the report of them', async () => {
    const { files, warnings } = planExport(document, 'edl');
    const members = await membersOf(await packTexts(files, warnings));
    expect([...members.keys()]).toEqual(['export-report.json', 'Cut one V1.edl', 'Cut one A1.edl']);
    expect(JSON.parse(members.get('export-report.json')?.text ?? '')).toEqual({ version: 1, warnings });
    expect(warnings.length).toBeGreaterThan(0);
    expect(exportName(document, 'edl')).toBe('Cut one EDL.zip');
  });

  it('has a name of its own in every form, so that none takes the place of another', () => {
    const names = EXPORT_FORMATS.map((format) => exportName(document, format));
    expect(new Set(names).size).toBe(EXPORT_FORMATS.length);
  });
});

describe('what an export says before it is written', () => {
  it.each([
    ['otioz', 'LOOK_NOT_SHOWN'],
    ['edl', 'LOOK_NOT_WRITTEN'],
    ['xml', undefined],
  ] as const)('in %s', (format, code) => {
    const codes = planExport(document, format).warnings.map((warning) => warning.code);
    expect(codes.find((one) => one.startsWith('LOOK'))).toBe(code);
  });
});

describe('a dissolve from the end of a video', () => {
  const dissolving = {
    ...document,
    timeline: {
      ...document.timeline,
      clips: document.timeline.clips.map((one) =>
        one.id === 'c2' ? { ...one, ext: { patchbay: { version: 1, fadeIn: 1, dissolve: true } } } : one,
      ),
    },
  };
  it.each(EXPORT_FORMATS)('is told in %s, as its last frame is held here alone', (format) => {
    const codesOf = (from: TimelineDocument) => planExport(from, format).warnings.map(({ code }) => code);
    expect(codesOf(dissolving)).toContain('DISSOLVE_PLAYS_ON');
    expect(codesOf(document)).not.toContain('DISSOLVE_PLAYS_ON');
  });
});

describe('the sound of videos', () => {
  const withWalk = (clip: object, track: object = {}) => ({
    ...document,
    timeline: {
      ...document.timeline,
      tracks: document.timeline.tracks.map((one) => (one.id === 'v' ? { ...one, ...track } : one)),
      clips: document.timeline.clips.map((one) =>
        one.id === 'c2' ? { ...one, ...clip } : { ...one, type: 'image' as const },
      ),
    },
  });
  const said = (of: ReturnType<typeof withWalk>, format: 'edl' | 'xml' = 'edl') =>
    planExport(of, format).warnings.filter(({ code }) => code === 'SOUND_NOT_WRITTEN');

  it('stays behind in a list, which says so with the clip', () => {
    expect(said(withWalk({}))).toMatchObject([
      { message: 'The sound that “gone.mp4” may have stays behind.', path: expect.stringContaining('gone') },
    ]);
    expect(said(withWalk({}), 'xml')).toEqual([]);
  });

  it.each(['otioz', 'zip', 'folder'] as const)('is not played by who reads %s, which is said', (format) => {
    const codesOf = (clip: object, track: object = {}) =>
      planExport(withWalk(clip, track), format).warnings.filter(({ code }) => code === 'SOUND_NOT_SHOWN');
    expect(codesOf({})).toMatchObject([
      {
        message: 'Other programs play “gone.mp4” without the sound that it may have.',
        path: expect.stringContaining('gone'),
      },
    ]);
    expect(codesOf({ volume: 0 })).toEqual([]);
    expect(codesOf({}, { mutedAudio: true })).toEqual([]);
    const silent = new Map([['gone.mp4', { hasSound: false }]]);
    const { warnings } = planExport(withWalk({}), format, new Set(), silent);
    expect(warnings.map(({ code }) => code)).not.toContain('SOUND_NOT_SHOWN');
  });

  it('stays behind also where only keyframes bring it up', () => {
    const volume = [
      { at: 0, value: 0, ease: 'linear' },
      { at: 1, value: 1, ease: 'linear' },
    ];
    const ext = { patchbay: { version: 1, keyframes: { volume } } };
    expect(said(withWalk({ volume: 0, ext }))).toHaveLength(1);
  });

  it('goes along in FCP 7 XML as a clip of its own, linked with its picture, and comes home as that', () => {
    const [file] = planExport(withWalk({ volume: 0.5 }), 'xml').files;
    const read = readFcpXml(file!.text, 'x').cut;
    const [picture] = read.tracks.flatMap(({ kind, clips }) =>
      kind === 'Video' ? clips.filter(({ name }) => name === 'gone.mp4' || name.includes('gone')) : [],
    );
    const sounds = read.tracks.filter(({ kind }) => kind === 'Audio').flatMap(({ clips }) => clips);
    const sound = sounds.find(({ medium }) => medium.file === 'gone.mp4');
    expect(sound).toMatchObject({
      recordIn: picture!.recordIn,
      duration: picture!.duration,
      sourceIn: picture!.sourceIn,
      volume: 0.5,
    });
    expect(picture!.volume).toBe(1);
    const links = [...file!.text.matchAll(/<linkclipref>(.*?)<\/linkclipref>/g)].map(([, id]) => id);
    expect(links).toHaveLength(4);
    for (const id of links) expect(file!.text).toContain(`<clipitem id="${id}">`);
    expect(file!.text).toMatch(/<name>gone\.mp4<\/name>[\s\S]*?<video>[\s\S]*?<\/video>\s*<audio>/);
  });

  it('does not go along where the file has none', () => {
    const silent = withWalk({});
    const clip = silent.timeline.clips.find(({ id }) => id === 'c2')!;
    const media = new Map([[mediumKey(clip), { seconds: 9, hasSound: false }]]);
    expect(planExport(silent, 'xml', new Set(), media).files[0]!.text).not.toContain('<link>');
    expect(
      planExport(silent, 'edl', new Set(), media).warnings.filter(({ code }) => code === 'SOUND_NOT_WRITTEN'),
    ).toEqual([]);
  });

  it('is not missed where it is not heard', () => {
    expect(said(withWalk({ volume: 0 }))).toEqual([]);
    expect(said(withWalk({ type: 'image' }))).toEqual([]);
    expect(said(withWalk({}, { mutedAudio: true }))).toEqual([]);
  });
});

describe('names and timecodes of media', () => {
  const named = (filename: string) => ({
    ...document,
    timeline: {
      ...document.timeline,
      clips: document.timeline.clips.map((one) =>
        one.id === 'c2' ? { ...one, filename, name: filename } : one,
      ),
    },
  });
  it.each(['100%.mp4', 'what?.mp4', 'a#b.mp4', '50%20off.mp4'])('leave as they are: %s', async (filename) => {
    for (const format of ['edl', 'xml'] as const) {
      const { files, warnings } = planExport(named(filename), format);
      const texts = files.map(({ text }) => text).join('');
      const written =
        format === 'xml'
          ? `<pathurl>${encodeURIComponent(filename)}</pathurl>`
          : `* SOURCE FILE: ${filename}`;
      expect(texts).toContain(written);
      expect(warnings.map(({ code }) => code)).not.toContain('MEDIA_RENAMED');
      const read = await Promise.all(
        files.map(({ text }) => readCut({ bytes: new TextEncoder().encode(text), filename: `a.${format}` })),
      );
      const homes = read.map((found) =>
        otioToTimeline(found.ok ? found.otio : '', () => ({ missing: 'missing' })),
      );
      expect(homes.flatMap((home) => home.document.timeline.clips.map((clip) => clip.filename))).toContain(
        filename,
      );
    }
  });

  it('of cameras are those of their files', () => {
    const clip = document.timeline.clips.find(({ id }) => id === 'c2')!;
    const start = { frames: 90_000, framesPerSecond: 25, seconds: 3600 };
    const media = new Map([[mediumKey(clip), { seconds: 60, start }]]);
    const { files } = planExport(document, 'edl', new Set(), media);
    expect(files.map(({ text }) => text).join('')).toMatch(/V {5}C {8}01:00:00:00 01:00:02:00 00:00:02:00/);
    const { starts } = planExport(document, 'otioz', new Set(), media);
    expect(starts).toEqual([[mediumKey(clip), 86_400]]);
    const startOf = (key: string) => new Map(starts).get(key) ?? 0;
    const { text } = timelineToOtio(document, { folder: 'media/', has: () => true, startOf });
    const written = JSON.stringify(JSON.parse(text).tracks.children[0].children[1]);
    expect(written.match(/"rate":24,"value":86400/g)).toHaveLength(2);
    expect(JSON.stringify(JSON.parse(text).tracks.children[0].children[0])).not.toContain('86400');
  });
});

describe('a cut in another format', () => {
  it.each(['edl', 'xml'] as const)('comes in as OpenTimelineIO: %s', async (format) => {
    const [first] = planExport(document, format).files;
    const asked = { bytes: new TextEncoder().encode(first!.text), filename: `back.${format}` };
    const found = await readCut(asked);
    expect(found).toMatchObject({ ok: true, otio: expect.stringContaining('walk') });
    const codes = new Set(found.ok ? found.warnings.map(({ code }) => code) : []);
    // The sounds of videos were linked with their pictures.
    expect([...codes]).toEqual(format === 'xml' ? ['LINKS_LEFT_OUT'] : []);
  });

  it('is refused before it is in memory when it is too large', async () => {
    const huge = new File([], 'a.edl');
    Object.defineProperty(huge, 'size', { value: 1e9 });
    const { signal } = new AbortController();
    await expect(asOtioFile(huge, {}, { signal })).rejects.toThrow('64 MB');
  });

  it('that takes too long is given up with a sentence, and its worker ended', async () => {
    const ends: string[] = [];
    const worker: ExportWorker = {
      request: (_kind, _document, _ask, signal) =>
        new Promise((_resolve, reject) => {
          if (signal?.aborted) reject(signal.reason);
        }),
      close: () => void ends.push('closed'),
    };
    const { signal } = new AbortController();
    const list = new File(['001  A V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00'], 'a.edl');
    const reading = { signal, worker, timeout: AbortSignal.abort() };
    await expect(asOtioFile(list, {}, reading)).rejects.toThrow(
      /takes too long to read\. Export a shorter part/,
    );
    expect(ends).toEqual(['closed']);
    const left = { signal: AbortSignal.abort(new Error('left')), worker, timeout: signal };
    await expect(inspectForeignCut(list, {}, left)).rejects.toThrow('left');
  });
});
