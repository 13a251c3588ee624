import type { Exception } from './lengths.ts';

/**
 * What is longer or harder to follow than it should be, and why it stays; the numbers may only become smaller.
 * By "file function", or by "file" for a long file.
 */
export const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'build/bench/editor/page-actions.ts playGesture': {
    lines: 119,
    reason: 'It is sent into the page as text and run there, so it cannot call functions beside it.',
  },
  'build/bench/editor/page-actions.ts playAction': {
    lines: 107,
    reason:
      'It runs inside the page like playGesture: each moment and its helpers have to be in one function.',
  },
  'build/bench/editor/reference-page.tsx bareCanvas': {
    lines: 82,
    reason:
      'The reference to compare with, as little code as draws a graph; it is one drawing and one step for each gesture.',
  },
  'build/rigs/faults/fault-proxy.ts startFaultProxy': {
    lines: 230,
    reason:
      'A proxy whose faults are each a few lines at the place of the exchange where they happen; apart, nobody would see when.',
  },
  'build/rigs/kills/rig.ts playKills': {
    lines: 106,
    reason:
      'One world and the loop that kills parts of it; kill, recover and compare change the same handles.',
  },
  'build/rigs/power/disk.ts apply': {
    complexity: 23,
    reason: 'The model of a file system: one case for each kind of call.',
  },
  'build/rigs/power/trace.ts read': {
    complexity: 36,
    reason:
      'One case for each system call of a trace line, most of them named only to be refused or passed over.',
  },
  'build/rigs/responses/honest-responses.ts sample': {
    complexity: 27,
    reason: 'One switch over the kinds of a JSON schema, most cases a line.',
  },
  'build/types/fold-faults.ts foldFaults': {
    complexity: 24,
    reason: 'A reader of lines whose state is two variables; parts would hand both to and fro.',
  },
  'build/walls/platform.ts reachOf': {
    complexity: 30,
    reason: 'A table of the globals of the platform and what each of them reaches, written as a switch.',
  },
  'electron/core/api/api-client.ts dispatch': {
    complexity: 21,
    reason:
      'Time limits begin, are renewed and end along one request; in parts it could not be seen that each ends.',
  },
  'electron/core/api/json-validator.ts nextNumberState': {
    complexity: 24,
    reason: 'The grammar of a JSON number as a state machine, a case for each state.',
  },
  'electron/core/batches/batch-rows.ts createBatchRows': {
    lines: 87,
    reason: 'All SQL of the table of batches, each statement beside the columns it reads and writes.',
  },
  'electron/core/library/library-feature.ts openLibrary': {
    lines: 103,
    reason:
      'The composition of the library: outputs, collections, covers and ZIPs, and a route for each question.',
  },
  'electron/core/runs/run-recorder.ts createRunRecorder': {
    lines: 136,
    reason:
      'Starts, graphs and outputs of a run come in any order; what is under way is one state of all of them.',
  },
  'electron/core/runs/run-recorder.ts record': {
    complexity: 22,
    reason: 'What is known of a run comes from three places, and each may lack what the next one has.',
  },
  'electron/core/runs/run-sources.ts createRunSources': {
    lines: 88,
    reason:
      'Prepared statements over the graphs that ran, which are stored once by their hash and removed together.',
  },
  'electron/core/media/media-cache.ts createMediaCache': {
    lines: 82,
    reason:
      'Prepared statements and the short methods that use them; the queries need to stand beside each other.',
  },
  'electron/core/open-core.ts openFeatures': {
    lines: 126,
    reason:
      'The composition of the desktop process: one line for each part, in the order in which they need each other.',
  },
  'electron/core/response-cache/document-cache.ts createDocumentCache': {
    lines: 117,
    reason: 'Prepared statements over one table of saved edits, and the short methods that use them.',
  },
  'electron/core/response-cache/response-cache.ts createResponseCache': {
    lines: 99,
    reason:
      'Prepared statements over one table of answers and the count of its bytes, which every method changes.',
  },
  'electron/core/versions/recorder.ts createVersionRecorder': {
    lines: 175,
    reason:
      'A closure of short functions over the projects that are followed; the events of one project have to be read together.',
  },
  'electron/core/versions/version-rows.ts createVersionRows': {
    lines: 111,
    reason: 'All SQL of the local history: a statement and a line that reads its rows, for each question.',
  },
  'electron/main/desktop.ts startDesktop': {
    lines: 136,
    reason: 'The start of the desktop program in its order, in which each step needs what was made before.',
  },
  'native/pool/from-child.ts parseFromChild': {
    complexity: 28,
    reason:
      'One case for each message of a child, each checked field by field because the child is not trusted.',
  },
  'renderer/fields/pin-shape.tsx glyph': {
    lines: 82,
    complexity: 21,
    reason: 'A table of drawings, one for each type of pin.',
  },
  'renderer/gallery/gallery.tsx Found': {
    lines: 105,
    reason: 'Bar, grid, details and keys act on one selection, which belongs to the outputs that are listed.',
  },
  'renderer/gallery/output-list.ts createOutputList': {
    lines: 86,
    reason:
      'A list that is read in pages and refreshed; which request is the newest decides what every method may change.',
  },
  'renderer/projects/projects-page.tsx ProjectsPage': {
    lines: 116,
    complexity: 21,
    reason:
      'The page that owns search, order, choice and dialogs; list, header, grid and actions are beside it.',
  },
  'renderer/runs/advance-run.ts advanceRun': {
    complexity: 27,
    reason: 'The state machine of a run: one case for each event.',
  },
  'renderer/runs/apply-dialog.tsx ApplyDialog': {
    lines: 83,
    reason: 'The declaration of a dialog over one list of outputs and the places they can go to.',
  },
  'renderer/runs/follow-run.ts createRunFollower': {
    lines: 170,
    reason: 'A closure over one stream: opening, reading and giving it up change the same state.',
  },
  'renderer/runs/run-snapshots.ts createRunSnapshots': {
    lines: 81,
    reason:
      'Loading, reading on and writing of a snapshot must not overtake each other; they share one table.',
  },
  'renderer/runs/run-store.ts createRunStore': {
    lines: 156,
    reason: 'Starting, following and ending of runs change one table, each in a short function.',
  },
  'renderer/templates/templates-page.tsx TemplatesPage': {
    lines: 116,
    reason: 'A searched list beside the chosen template; the states of the list are most of it.',
  },
  'service/fuzz/values.ts valueOf': {
    complexity: 23,
    reason: 'One switch over the kinds of a JSON schema that makes an arbitrary of each.',
  },
  'service/storage/file-blob-store.ts createFileBlobStore': {
    lines: 118,
    reason: 'One store of short methods, each a sequence of file calls whose order makes it durable.',
  },
  'shared/graph/value-fits.ts singleFits': {
    complexity: 29,
    reason: 'One case for each type of pin, with what a value of it has to be.',
  },
  'shared/reading/counts.ts countChildren': {
    complexity: 21,
    reason:
      'One case for each kind of schema that can hold many values; the path has to be pushed and popped around each look.',
  },
  'renderer/variants/grid-table.tsx GridTable': {
    lines: 81,
    reason: 'A table whose one marked cell is moved by keys; focus, marks and cells need each other.',
  },
};
