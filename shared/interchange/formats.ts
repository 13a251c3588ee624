import type { TextEncoding } from '../reading/index.ts';
import type { ForeignFormat } from '../timeline/cut-formats.ts';
import type { Cut, Note } from './cut.ts';
import { edlRateOf, type EdlRate } from './edl-rate.ts';
import { readEdl } from './edl-read.ts';
import { writeEdls, type ExportedFile } from './edl-write.ts';
import { xmlEncodingOf } from './xml-encoding.ts';
import { readFcpXml } from './xml-read.ts';
import { writeFcpXml } from './xml-write.ts';

/** How a format of edits is read and written, beside what `shared/timeline/cut-formats.ts` says of it. */
export interface CutCodec {
  /** @param name of the timeline. @param rate frames a second, where a person said them. @param hint those of what it goes to. */
  read: (text: string, name: string, rate?: number, hint?: number) => ReturnType<typeof readEdl>;
  /** The encoding that a file says itself. */
  encodingOf?: (bytes: Uint8Array) => TextEncoding | undefined;
  /** The frames a second that its reader has to guess, where files do not say them. */
  rateOf?: (text: string, hint?: number) => EdlRate;
  /** Its clips name frames by the timecodes of their media, which may begin anywhere. */
  namesTimecodes: boolean;
  /** @param name of the timeline, as a file may be called. */
  write: (cut: Cut, name: string, note: Note) => ExportedFile[];
  /** It has a place for the sound of videos. */
  hasVideoSound: boolean;
  /** The other program is given media by their names, and says when one is missing. */
  findsMedia: boolean;
}

export const CUT_CODECS: Readonly<Record<ForeignFormat, CutCodec>> = {
  xml: {
    read: readFcpXml,
    encodingOf: xmlEncodingOf,
    namesTimecodes: false,
    write: (cut, name, note) => [{ name: `${name}.xml`, text: writeFcpXml(cut, note) }],
    hasVideoSound: true,
    findsMedia: true,
  },
  edl: {
    read: readEdl,
    rateOf: edlRateOf,
    namesTimecodes: true,
    write: (cut, _name, note) => writeEdls(cut, note),
    hasVideoSound: false,
    findsMedia: false,
  },
};
