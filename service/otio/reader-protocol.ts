import type { MediaSource } from '../storage/open-blob-store.ts';
import type { FoundMedia, OtioExport } from '#shared/otio/index.ts';
import type { SerializedProblem } from '#service/problems/problem.ts';
import type { StoredMedia } from './read-upload.ts';

/** What crosses the wall between the service and a thread that reads OTIO uploads. Everything is plain data. */

export interface ReaderSetup {
  media: MediaSource;
}

/** Bytes of a member that now lie in the blob store. */
export interface UnpackedMember {
  /** The path inside the archive. */
  name: string;
  hash: string;
  sizeBytes: number;
}

/** A timeline as it goes into a bundle. */
export interface ExportedTimeline extends OtioExport {
  /** As the document says. */
  name: string;
}

/** What a thread asks while it reads, and what it is told. */
export interface ReaderQuestions {
  /** Whether so many bytes of media may come; refused by an error. */
  reserve: [bytes: number, answer: null];
  /** Makes a member a file of the account. */
  store: [member: UnpackedMember, answer: StoredMedia];
  /** Files of the account by name; those that there are. */
  find: [names: string[], answer: [name: string, media: FoundMedia][]];
}

export type QuestionKind = keyof ReaderQuestions;

export type ToReader =
  | { kind: 'read'; path: string; stores: boolean; finds: boolean }
  /** `json` is a checked timeline document. */
  | { kind: 'write'; json: string }
  | { kind: 'answer'; value: ReaderQuestions[QuestionKind][1] };

/** An error on its way between threads: one that the client is told, or a defect. */
export type SerializedError = SerializedProblem | { code: string; message: string };

export type FromReader =
  | { [Kind in QuestionKind]: { kind: 'ask'; aspect: Kind; value: ReaderQuestions[Kind][0] } }[QuestionKind]
  /** `text` is the whole answer as JSON. */
  | { kind: 'done'; text: string }
  | { kind: 'written'; exported: ExportedTimeline }
  | { kind: 'failed'; error: SerializedError };
