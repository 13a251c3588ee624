import type { Translated } from '../translated.ts';
import type { sentences as english } from '../english/sentences.ts';
import { nodeTypes } from './node-types.ts';
import { CONNECTION_SENTENCES } from './sentences/connections.ts';
import { CUT_SENTENCES } from './sentences/cuts.ts';
import { DATABASE_SENTENCES } from './sentences/databases.ts';
import { MEDIA_STORE_SENTENCES } from './sentences/media-store.ts';
import { DECODER_SENTENCES } from './sentences/decoders.ts';
import { DESKTOP_SENTENCES } from './sentences/desktop-process.ts';
import { DOCUMENT_SENTENCES } from './sentences/documents.ts';
import { FILE_SENTENCES } from './sentences/files.ts';
import { LIMIT_SENTENCES } from './sentences/limits.ts';
import { MODEL_SENTENCES } from './sentences/models.ts';
import { NODE_SENTENCES } from './sentences/nodes.ts';
import { RUN_SENTENCES } from './sentences/runs.ts';
import { sentenceTranslator, type SentencePairs } from './sentences/sentence.ts';
import { SERVICE_SENTENCES } from './sentences/service.ts';
import { TIMELINE_SENTENCES } from './sentences/timelines.ts';
import { TONE_SENTENCES } from './sentences/tones.ts';

/** All that programs of this repository write and people read. */
export const PAIRS: SentencePairs = [
  ...DECODER_SENTENCES,
  ...DESKTOP_SENTENCES,
  ...FILE_SENTENCES,
  ...CONNECTION_SENTENCES,
  ...SERVICE_SENTENCES,
  ...DATABASE_SENTENCES,
  ...MEDIA_STORE_SENTENCES,
  ...LIMIT_SENTENCES,
  ...NODE_SENTENCES,
  ...MODEL_SENTENCES,
  ...RUN_SENTENCES,
  ...DOCUMENT_SENTENCES,
  ...TIMELINE_SENTENCES,
  ...TONE_SENTENCES,
  ...CUT_SENTENCES,
];

export const sentences: Translated<typeof english> = {
  translate: sentenceTranslator(PAIRS, nodeTypes.input),
};
