import type { ReadingLimits } from '../reading/index.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { EndpointId } from './endpoints.ts';

/**
 * How much a service may answer, by endpoint: far above what any honest one does, and so little that reading it neither
 * fills the memory nor keeps others waiting. Beside the endpoint table, for everybody who reads responses.
 */

const MEBIBYTE = 1024 ** 2;

/** A record, a short list, a refusal. */
const MINIMAL_LIMITS: ReadingLimits = {
  bytes: 4 * MEBIBYTE,
  depth: 100,
  values: 200_000,
  items: 20_000,
  keys: 20_000,
};
/** A page of a list, whose entries may carry documents or values of nodes. */
const LIST: ReadingLimits = {
  bytes: 16 * MEBIBYTE,
  depth: 100,
  values: 500_000,
  items: 50_000,
  keys: 50_000,
};
/** A document: a graph of 50,000 nodes, a timeline of 50,000 clips. */
const DOCUMENT: ReadingLimits = {
  bytes: 24 * MEBIBYTE,
  depth: 200,
  values: 2_000_000,
  items: 200_000,
  keys: 100_000,
};
/** Bytes of a bundle, which are passed on and never held. */
const BUNDLE: ReadingLimits = { ...MINIMAL_LIMITS, bytes: 4 * 1024 * MEBIBYTE };
/** One event of a stream; a stream as a whole has no end that one could name. */
const EVENT: ReadingLimits = MINIMAL_LIMITS;

const LIMITS: Record<EndpointId, ReadingLimits> = {
  'account.credits': MINIMAL_LIMITS,
  'projects.create': MINIMAL_LIMITS,
  'projects.list': LIST,
  'projects.get': MINIMAL_LIMITS,
  'projects.update': MINIMAL_LIMITS,
  'projects.updateMetadata': MINIMAL_LIMITS,
  'projects.delete': MINIMAL_LIMITS,
  'projects.getDocument': DOCUMENT,
  'projects.replaceDocument': DOCUMENT,
  'projects.patchDocument': DOCUMENT,
  'projects.getGraph': DOCUMENT,
  'projects.getGraphNode': MINIMAL_LIMITS,
  'projects.getSpend': LIST,
  'nodeTypes.list': LIST,
  'nodeTypes.get': MINIMAL_LIMITS,
  'nodeTypes.thumbnail': { ...MINIMAL_LIMITS, bytes: 32 * MEBIBYTE },
  'files.upload': MINIMAL_LIMITS,
  'files.createUpload': LIST,
  'files.completeUpload': MINIMAL_LIMITS,
  'files.abortUpload': MINIMAL_LIMITS,
  'files.get': MINIMAL_LIMITS,
  'files.delete': MINIMAL_LIMITS,
  'files.downloadUrl': MINIMAL_LIMITS,
  'runs.create': LIST,
  'runs.get': LIST,
  'runs.applyToProject': DOCUMENT,
  'runs.cancel': LIST,
  'runs.listEvents': LIST,
  'runs.streamEvents': EVENT,
  'templates.list': LIST,
  'templates.get': DOCUMENT,
  'templates.listEndpoints': LIST,
  'templates.getEndpointDocs': LIST,
  'templates.createRun': LIST,
  'templates.getRun': LIST,
  'templates.streamRunEvents': EVENT,
  'storyboards.get': DOCUMENT,
  'storyboards.replace': DOCUMENT,
  'storyboards.schema': MINIMAL_LIMITS,
  'storyboards.toTimeline': DOCUMENT,
  'storyboards.validate': LIST,
  'timelines.get': DOCUMENT,
  'timelines.replace': DOCUMENT,
  'timelines.exportOtioProject': BUNDLE,
  'timelines.exportOtio': BUNDLE,
  'timelines.importOtio': DOCUMENT,
  'timelines.parseOtio': DOCUMENT,
  'timelines.schema': MINIMAL_LIMITS,
  'timelines.validate': LIST,
};

/** Of responses that are no success, whatever the endpoint. */
export const REJECTION_LIMITS: ReadingLimits = MINIMAL_LIMITS;
/** Of the schema of the API, which stands beside the table. */
export const SCHEMA_LIMITS: ReadingLimits = LIST;

const hasLimits = (id: string): id is EndpointId => Object.hasOwn(LIMITS, id);

export const responseLimitsOf = ({ id }: AnyEndpoint): ReadingLimits =>
  hasLimits(id) ? LIMITS[id] : MINIMAL_LIMITS;
