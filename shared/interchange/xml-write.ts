import type { Cut, CutClip, CutMarker, CutMedium, CutTrack, CutTransition, Note } from './cut.ts';
import { dropsNumbers, timebaseOf, timecodeOf } from './timecode.ts';
import { xmlText } from './xml-elements.ts';
import { withSounds, type LinkedTracks } from './xml-sounds.ts';

/** A cut as FCP 7 XML (`xmeml` 4), which Premiere Pro imports. */

const isNtsc = (rate: number): boolean =>
  !Number.isInteger(rate) && Math.abs(rate - (timebaseOf(rate) * 1000) / 1001) < 1e-3;

class XmlWriter {
  readonly #cut: Cut;
  readonly #note: Note;
  readonly #lines: string[] = [];
  /** The ids of the media written so far. */
  readonly #files = new Map<string, string>();
  readonly #linked: LinkedTracks;
  /** What is seen and heard of the media, by their keys. */
  readonly #uses = new Map<string, Set<CutTrack['kind']>>();
  #depth = 0;

  constructor(cut: Cut, note: Note) {
    this.#cut = cut;
    this.#note = note;
    this.#linked = withSounds(cut);
    for (const { kind, clips } of this.#linked.tracks) {
      for (const clip of clips) {
        const uses = this.#uses.get(fileKey(clip)) ?? new Set();
        this.#uses.set(fileKey(clip), uses.add(kind));
      }
    }
  }

  write(): string {
    const { name, rate, start, tracks, markers } = this.#cut;
    const length = Math.max(0, ...tracks.map(({ clips }) => endOf(clips)));
    this.#lines.push('<?xml version="1.0" encoding="UTF-8"?>', '<!DOCTYPE xmeml>');
    this.#in('xmeml version="4"', () =>
      this.#in('sequence id="sequence-1"', () => {
        this.#leaf('name', name);
        this.#leaf('duration', length);
        this.#rate();
        this.#timecode(start);
        this.#in('media', () => {
          this.#in('video', () => {
            // Without a format Resolve shows nothing.
            this.#in('format', () => this.#characteristics(this.#cut));
            this.#tracks('Video');
          });
          this.#in('audio', () => this.#tracks('Audio'));
        });
        for (const marker of markers) this.#marker(marker, 0);
      }),
    );
    if (Math.abs(rate - timebaseOf(rate)) > 0.05) {
      this.#note(
        'RATE_ROUNDED',
        `The XML counts ${timebaseOf(rate)} frames a second instead of ${rate}.`,
        null,
      );
    }
    return `${this.#lines.join('\n')}\n`;
  }

  #in(tag: string, write: () => void): void {
    this.#lines.push(`${'\t'.repeat(this.#depth)}<${tag}>`);
    this.#depth += 1;
    write();
    this.#depth -= 1;
    this.#lines.push(`${'\t'.repeat(this.#depth)}</${tag.split(' ', 1)[0]}>`);
  }

  #leaf(tag: string, value: string | number): void {
    this.#lines.push(`${'\t'.repeat(this.#depth)}<${tag}>${xmlText(String(value))}</${tag}>`);
  }

  #rate(): void {
    this.#in('rate', () => {
      this.#leaf('timebase', timebaseOf(this.#cut.rate));
      this.#leaf('ntsc', isNtsc(this.#cut.rate) ? 'TRUE' : 'FALSE');
    });
  }

  /** @param drops whether numbers are dropped, where it is another rule than that of the timeline. */
  #timecode(frame: number, { reel = '', drops }: { reel?: string; drops?: boolean | undefined } = {}): void {
    const isDrop = drops ?? dropsNumbers(this.#cut.rate);
    this.#in('timecode', () => {
      this.#rate();
      this.#leaf('string', timecodeOf(frame, timebaseOf(this.#cut.rate), isDrop));
      this.#leaf('frame', frame);
      this.#leaf('displayformat', isDrop ? 'DF' : 'NDF');
      if (reel !== '') this.#in('reel', () => this.#leaf('name', reel));
    });
  }

  #characteristics({ width, height }: { width: number; height: number }): void {
    this.#in('samplecharacteristics', () => {
      this.#rate();
      this.#leaf('width', width);
      this.#leaf('height', height);
      this.#leaf('pixelaspectratio', 'square');
    });
  }

  #tracks(kind: CutTrack['kind']): void {
    for (const track of this.#linked.tracks.filter((item) => item.kind === kind)) this.#track(track);
  }

  #track({ kind, name, enabled, locked, clips, transitions }: CutTrack): void {
    if (!/^[VA]\d+$/.test(name))
      this.#note('NAME_LEFT', `The name of the track "${name}" has no place.`, null);
    const at = new Map(transitions.map((item) => [item.editPoint, item]));
    this.#in('track', () => {
      for (const [index, clip] of clips.entries()) {
        const into = at.get(clip.recordIn);
        const outOf = at.get(clip.recordIn + clip.duration);
        const joins = clips[index + 1]?.recordIn === clip.recordIn + clip.duration;
        if (into) this.#transition(into, kind);
        if (clip.text === undefined) this.#clip(clip, kind, { into, outOf });
        else this.#text(clip, clip.text, { into, outOf });
        if (outOf && !joins) this.#transition(outOf, kind);
      }
      this.#leaf('enabled', enabled ? 'TRUE' : 'FALSE');
      this.#leaf('locked', locked ? 'TRUE' : 'FALSE');
    });
  }

  #transition({ editPoint, inOffset, outOffset, type }: CutTransition, kind: CutTrack['kind']): void {
    const alignment = inOffset === 0 ? 'start' : outOffset === 0 ? 'end' : 'center';
    if (alignment === 'center' && inOffset !== Math.floor((inOffset + outOffset) / 2)) {
      this.#note('TRANSITION_CHANGED', 'A dissolve is read back with its cut in its middle.', null);
    }
    const isSound = kind === 'Audio';
    if (type !== 'SMPTE_Dissolve') {
      this.#note('TRANSITION_CHANGED', `The transition "${type}" is known by its name only.`, null);
    }
    const name = type === 'SMPTE_Dissolve' ? (isSound ? 'Cross Fade (+3dB)' : 'Cross Dissolve') : type;
    this.#in('transitionitem', () => {
      this.#leaf('start', editPoint - inOffset);
      this.#leaf('end', editPoint + outOffset);
      this.#leaf('alignment', alignment);
      this.#rate();
      this.#in('effect', () => {
        this.#leaf('name', name);
        this.#leaf('effectid', name);
        this.#leaf('effecttype', 'transition');
        this.#leaf('mediatype', isSound ? 'audio' : 'video');
      });
    });
  }

  /** In and out count what is played, with the parts below transitions; -1 stands for an end that lies below one. */
  #clip(
    clip: CutClip,
    kind: CutTrack['kind'],
    { into, outOf }: { into: CutTransition | undefined; outOf: CutTransition | undefined },
  ): void {
    const { medium, speed } = clip;
    const scale = speed === 0 ? 1 : Math.abs(speed);
    const head = into?.inOffset ?? 0;
    const first = Math.round((clip.sourceIn - medium.start) / scale) - head;
    const last = first + head + clip.duration + (outOf?.outOffset ?? 0);
    if (first < 0) this.#note('RANGE_CHANGED', 'A transition begins before its medium does.', clip.path);
    this.#in(`clipitem id="${this.#idOf(clip)}"`, () => {
      this.#leaf('name', clip.name);
      this.#leaf('enabled', clip.enabled ? 'TRUE' : 'FALSE');
      this.#leaf('duration', medium.length === null ? last : Math.round(medium.length / scale));
      this.#rate();
      this.#leaf('start', into ? -1 : clip.recordIn);
      this.#leaf('end', outOf ? -1 : clip.recordIn + clip.duration);
      this.#leaf('in', first);
      this.#leaf('out', last);
      this.#file(clip);
      if (kind === 'Audio') {
        this.#in('sourcetrack', () => {
          this.#leaf('mediatype', 'audio');
          this.#leaf('trackindex', 1);
        });
      }
      if (speed !== 1) this.#speed(speed);
      if (clip.opacity !== 1)
        this.#level('opacity', 'Opacity', ['opacity', clip.opacity * 100, 100], 'video');
      // The sound of a video has a clip of its own.
      if (clip.volume !== 1 && clip.hasSound !== true)
        this.#level('audiolevels', 'Audio Levels', ['level', clip.volume, 3.98109], 'audio');
      for (const marker of clip.markers) this.#marker(marker, medium.start);
      this.#links(clip);
    });
    if (clip.comments.length > 0) this.#note('METADATA_LEFT', 'Remarks of a list were left out.', clip.path);
  }

  /** A text is a generator, which editing programs show in a style of their own. */
  #text(
    clip: CutClip,
    words: string,
    { into, outOf }: { into: CutTransition | undefined; outOf: CutTransition | undefined },
  ): void {
    this.#note('TEXT_AS_GENERATOR', 'A text was written as a text generator.', clip.path);
    this.#in(`generatoritem id="${this.#idOf(clip)}"`, () => {
      this.#leaf('name', clip.name);
      this.#leaf('enabled', clip.enabled ? 'TRUE' : 'FALSE');
      this.#leaf('duration', clip.duration);
      this.#rate();
      this.#leaf('start', into ? -1 : clip.recordIn);
      this.#leaf('end', outOf ? -1 : clip.recordIn + clip.duration);
      this.#leaf('in', -(into?.inOffset ?? 0));
      this.#leaf('out', clip.duration + (outOf?.outOffset ?? 0));
      this.#leaf('alphatype', 'black');
      this.#in('effect', () => {
        this.#leaf('name', 'Text');
        this.#leaf('effectid', 'Text');
        this.#leaf('effectcategory', 'Text');
        this.#leaf('effecttype', 'generator');
        this.#leaf('mediatype', 'video');
        this.#parameter('str', words);
      });
    });
  }

  #idOf(clip: CutClip): string {
    return this.#linked.positionOf.get(clip)?.id ?? '';
  }

  /** A picture and its sound each name both. */
  #links(clip: CutClip): void {
    const paired = this.#linked.pairedClip.get(clip);
    if (!paired) return;
    const locations = [clip, paired].flatMap((item) => this.#linked.positionOf.get(item) ?? []);
    for (const { id, media, track, clip: index } of locations.toSorted((a, b) =>
      a.media < b.media ? 1 : -1,
    )) {
      this.#in('link', () => {
        this.#leaf('linkclipref', id);
        this.#leaf('mediatype', media);
        this.#leaf('trackindex', track);
        this.#leaf('clipindex', index);
      });
    }
  }

  #file(clip: CutClip): void {
    const { medium, name, reel } = clip;
    const key = fileKey(clip);
    const existing = this.#files.get(key);
    const id = existing ?? `file-${this.#files.size + 1}`;
    if (existing !== undefined) {
      this.#lines.push(`${'\t'.repeat(this.#depth)}<file id="${id}"/>`);
      return;
    }
    this.#files.set(key, id);
    this.#in(`file id="${id}"`, () => {
      this.#leaf('name', medium.file || name);
      if (medium.file !== '') this.#leaf('pathurl', encodeURIComponent(medium.file));
      this.#rate();
      if (medium.length !== null) this.#leaf('duration', medium.length);
      this.#timecode(medium.start, { reel, drops: medium.dropsNumbers });
      this.#mediaOf(medium, this.#uses.get(key) ?? new Set());
    });
  }

  #mediaOf(
    { width = this.#cut.width, height = this.#cut.height }: CutMedium,
    uses: ReadonlySet<CutTrack['kind']>,
  ): void {
    this.#in('media', () => {
      if (uses.has('Video')) this.#in('video', () => this.#characteristics({ width, height }));
      if (uses.has('Audio')) this.#in('audio', () => this.#leaf('channelcount', 2));
    });
  }

  #speed(speed: number): void {
    this.#in('filter', () =>
      this.#in('effect', () => {
        this.#leaf('name', 'Time Remap');
        this.#leaf('effectid', 'timeremap');
        this.#leaf('effecttype', 'motion');
        this.#leaf('mediatype', 'video');
        this.#parameter('variablespeed', 0);
        this.#parameter('speed', Math.round(speed * 1e8) / 1e6);
        this.#parameter('reverse', speed < 0 ? 'TRUE' : 'FALSE');
      }),
    );
  }

  #level(id: string, name: string, [parameter, value, most]: [string, number, number], media: string): void {
    if (value > most) this.#note('LOOK_NOT_WRITTEN', `${name} goes no higher than ${most}.`, null);
    this.#in('filter', () =>
      this.#in('effect', () => {
        this.#leaf('name', name);
        this.#leaf('effectid', id);
        this.#leaf('effecttype', media === 'video' ? 'motion' : 'audiolevels');
        this.#leaf('mediatype', media);
        this.#parameter(parameter, Math.round(Math.min(value, most) * 1e6) / 1e6);
      }),
    );
  }

  #parameter(id: string, value: string | number): void {
    this.#in('parameter', () => {
      this.#leaf('parameterid', id);
      this.#leaf('name', id);
      this.#leaf('value', value);
    });
  }

  #marker({ name, comment, at, length, color }: CutMarker, base: number): void {
    if (color !== '') this.#note('COLOR_LEFT', 'Colors of markers have no place.', null);
    this.#in('marker', () => {
      this.#leaf('name', name);
      this.#leaf('comment', comment);
      this.#leaf('in', at - base);
      this.#leaf('out', length > 0 ? at - base + length : -1);
    });
  }
}

/** Clips of one file, which is described once. */
const fileKey = ({ medium, name, reel }: CutClip): string =>
  JSON.stringify([medium.file || name, medium.start, reel]);

const endOf = (clips: readonly CutClip[]): number => {
  const last = clips.at(-1);
  return last ? last.recordIn + last.duration : 0;
};

/** The text of an FCP 7 XML file. */
export const writeFcpXml = (cut: Cut, note: Note): string => new XmlWriter(cut, note).write();
