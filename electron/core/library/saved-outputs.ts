import type {
  LibraryOutput,
  MarkState,
  SavedOutputRequest,
  SavedOutputResponse,
} from '#shared/desk/index.ts';
import { cutText } from '#shared/language/cut-text.ts';
import { addressOfSourceType } from '#shared/provenance/index.ts';
import {
  canBeMarked,
  canCarry,
  newSettings,
  PortableCopy,
  SIDECAR_ENDING,
  type Additions,
  type SourceMark,
} from '#shared/saved-settings/index.ts';
import { DeskError } from '../desk-error.ts';
import type { MediaItem } from '../media/media-token.ts';
import type { Media } from '../media/media.ts';
import { openSavedFile, packSettings, type PackedSettings } from '../saved-settings/embed-settings.ts';
import type { RunSources } from '../runs/run-sources.ts';
import type { OutputProvenances } from './output-provenance.ts';
import type { ZipMember } from './zip-stream.ts';

/** Larger files are passed on from the service without ever lying whole on this disk: their settings go beside them. */
const MAX_CARRYING_BYTES = 256 * 1024 * 1024;
/** Letters of base64 that names and titles may take beside the graph. */
const MAX_TITLE_LENGTH = 4000;
const MAX_NAME = 500;

/** What is saved of an output beside what the service has of it. */
interface PreparedOutput {
  /** The file with its settings in it; null where it is saved as the service has it. */
  file: ZipMember | null;
  sidecar: ZipMember | null;
  /** Why there are no settings. */
  problem: string | null;
  /** What the file says of where it came from; null where it was not asked for. */
  mark: MarkState | null;
}

type Named = Pick<
  SavedOutputRequest,
  'connectionId' | 'runId' | 'title' | 'nodeId' | 'projectName' | 'projectVersion'
>;

/** What goes along in files. */
interface SaveOptions {
  withSettings: boolean;
  withMark: boolean;
}

/** Outputs together with what goes along: the settings that made them, and how much of them came from models. */
export interface SavedOutputs {
  /** Prepares one. @throws DeskError, UnreachableError when its bytes cannot be read. */
  offer(output: SavedOutputRequest, signal: AbortSignal): Promise<PreparedOutput>;
  /** For the outputs of one archive; nothing of them is read before the archive is. */
  forArchive(saving: SaveOptions): {
    members: (output: LibraryOutput, bare: ZipMember) => ZipMember[];
    /** Outputs so far whose settings are not on this computer. */
    missing: () => number;
    /** Outputs so far that are of a kind that has no place for a mark. */
    unmarked: () => number;
  };
}

interface SavedOutputsOptions {
  sources: Pick<RunSources, 'find' | 'graphOf'>;
  /** As `createPackedSizes` tells. */
  packedBytes: (connectionId: string, runId: string) => number | null;
  media: Pick<Media, 'original'>;
  provenances: OutputProvenances;
  /** Of this program. */
  version: string;
  graphError: (connectionId: string, runId: string) => string | null;
}

export function createSavedOutputs(options: SavedOutputsOptions): SavedOutputs {
  const { sources, media, version, graphError } = options;
  const pack = (output: Named) => packOf(output, { sources, version });

  /** What a file says of where it came from. @returns null where that would be a guess. */
  async function markOf(
    { connectionId, runId, nodeId }: Named,
    signal: AbortSignal,
  ): Promise<SourceMark | null> {
    const provenance =
      nodeId === null ? null : await options.provenances.find(connectionId, runId, nodeId, signal);
    if (provenance === null || provenance.sourceType === null) return null;
    return {
      sourceType: addressOfSourceType(provenance.sourceType),
      // Of several models of which only some were used, none is named.
      systems: provenance.isAmbiguous ? '' : cutText(provenance.models.join('; '), MAX_NAME),
      tool: `Patchbay ${version}`,
    };
  }

  async function openWith(
    { connectionId }: Named,
    fileId: string,
    additions: Additions,
    signal: AbortSignal,
  ) {
    const item: MediaItem = { connectionId, source: { kind: 'file', fileId }, variant: 'original' };
    return openSavedFile((await media.original(item, signal)).path, additions);
  }

  /** Tried at once: what turns out to be another kind of file is saved as it is. */
  async function tryFile(
    output: SavedOutputRequest,
    fileId: string,
    additions: Additions,
    signal: AbortSignal,
  ): Promise<ZipMember | 'format' | 'signed'> {
    const tried = await openWith(output, fileId, additions, signal);
    if ('rejection' in tried) return tried.rejection;
    tried.content.destroy();
    const open = async (requested: AbortSignal) => {
      const opened = await openWith(output, fileId, additions, requested);
      if ('rejection' in opened) throw new Error('The file is another than before.');
      return opened.content;
    };
    return { name: output.name, open };
  }

  async function offer(output: SavedOutputRequest, signal: AbortSignal): Promise<PreparedOutput> {
    const { file, name, withSettings, withMark } = output;
    const packed = withSettings ? await pack(output) : null;
    const missing = graphError(output.connectionId, output.runId) ?? 'Its graph is not on this computer.';
    const problem = withSettings && packed === null ? missing : null;
    const sidecar = packed && {
      name: `${name}${SIDECAR_ENDING}`,
      open: () => Promise.resolve(packed.json),
    };
    if (file === null) return { file: null, sidecar, problem, mark: null };
    const mark = withMark ? await markOf(output, signal) : null;
    const additions: Additions = {
      ...(packed !== null && canCarry(file.contentType, packed.base64.length) && { settings: packed }),
      ...(mark !== null && canBeMarked(file.contentType) && { mark }),
    };
    const state = (rejection: MarkState | null): MarkState | null =>
      withMark ? (mark === null ? 'nothing' : (rejection ?? 'written')) : null;
    if (file.sizeBytes > MAX_CARRYING_BYTES) {
      return { file: null, sidecar, problem, mark: state('too-large') };
    }
    if (additions.settings === undefined && additions.mark === undefined) {
      return { file: null, sidecar, problem, mark: state('format') };
    }
    const tried = await tryFile(output, file.fileId, additions, signal);
    if (typeof tried === 'string') return { file: null, sidecar, problem, mark: state(tried) };
    return {
      file: tried,
      sidecar: additions.settings === undefined ? sidecar : null,
      problem,
      mark: state(additions.mark === undefined ? 'format' : null),
    };
  }

  return { offer, forArchive: (saving) => archiveMembers(saving, options, { pack, markOf, openWith }) };
}

/** How members of an archive get what goes along, once the archive is read. */
function archiveMembers(
  { withSettings, withMark }: SaveOptions,
  { packedBytes: packedBytesOf }: Pick<SavedOutputsOptions, 'packedBytes'>,
  work: {
    pack: (output: Named) => Promise<PackedSettings | null>;
    markOf: (output: Named, signal: AbortSignal) => Promise<SourceMark | null>;
    openWith: (
      output: Named,
      fileId: string,
      additions: Additions,
      signal: AbortSignal,
    ) => ReturnType<typeof openSavedFile>;
  },
): ReturnType<SavedOutputs['forArchive']> {
  let missing = 0;
  let unmarked = 0;

  async function openSidecar(output: Named): Promise<Buffer> {
    const packed = await work.pack(output);
    if (packed !== null) return packed.json;
    throw new DeskError('NOT_FOUND', 'The settings that made it are not on this computer any more.');
  }

  /** What turns out to be another kind of file, or cannot be held here, is there as the service has it. */
  async function open(
    output: Named,
    fileId: string,
    carries: { settings: boolean; mark: boolean },
    bare: ZipMember,
    signal: AbortSignal,
  ) {
    const packed = carries.settings ? await work.pack(output) : null;
    const mark = carries.mark ? await work.markOf(output, signal) : null;
    if (packed === null && mark === null) return bare.open(signal);
    const additions = { ...(packed !== null && { settings: packed }), ...(mark !== null && { mark }) };
    const opened = await work.openWith(output, fileId, additions, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
    return opened === null || 'rejection' in opened ? bare.open(signal) : opened.content;
  }

  return {
    missing: () => missing,
    unmarked: () => unmarked,
    members(output: LibraryOutput, bare: ZipMember): ZipMember[] {
      const { connectionId, runId, fileId, contentType, sizeBytes } = output;
      const packedBytes = withSettings ? packedBytesOf(connectionId, runId) : null;
      if (withSettings && packedBytes === null) missing += 1;
      const fitsInMemory = sizeBytes !== null && sizeBytes <= MAX_CARRYING_BYTES;
      const base64Length = Math.ceil(((packedBytes ?? 0) * 4) / 3) + MAX_TITLE_LENGTH;
      const mark = withMark && fitsInMemory && canBeMarked(contentType);
      if (withMark && fileId !== null && !mark) unmarked += 1;
      const settings = packedBytes !== null && fitsInMemory && canCarry(contentType, base64Length);
      const sidecar =
        packedBytes === null || (settings && fileId !== null)
          ? []
          : [{ ...bare, name: `${bare.name}${SIDECAR_ENDING}`, open: () => openSidecar(output) }];
      if (fileId === null || !(settings || mark)) return [bare, ...sidecar];
      const carrying = (signal: AbortSignal) => open(output, fileId, { settings, mark }, bare, signal);
      return [{ ...bare, open: carrying }, ...sidecar];
    },
  };
}

/** @returns null when the graph is not on this computer. */
async function packOf(
  output: Named,
  { sources, version }: Pick<SavedOutputsOptions, 'sources' | 'version'>,
): Promise<PackedSettings | null> {
  const { connectionId, runId } = output;
  const source = sources.find(connectionId, runId);
  const graph = source?.hasGraph === true ? sources.graphOf(connectionId, runId) : null;
  if (source === null || graph === null) return null;
  const copy = new PortableCopy();
  const overrides = Object.entries(source.request.inputOverrides ?? {});
  return packSettings(
    newSettings({
      writtenBy: version,
      project: {
        name: output.projectName === null ? null : copy.text(cutText(output.projectName, MAX_NAME)),
        version: output.projectVersion,
      },
      output: { title: copy.text(cutText(output.title, MAX_NAME)), nodeId: output.nodeId },
      inputOverrides: Object.fromEntries(overrides.map(([nodeId, inputs]) => [nodeId, copy.inputs(inputs)])),
      isExact: source.request.isComplete,
      graph: copy.graph(graph),
      removed: copy.removed,
    }),
  );
}

/** What is offered, as a page loads it. @param publish gives members an address; each is below it by its place. */
export function preparedAddresses(
  { file, sidecar, problem, mark }: PreparedOutput,
  publish: (members: ZipMember[]) => string,
): SavedOutputResponse {
  const members = [file, sidecar].filter((member) => member !== null);
  const address = publish(members);
  return {
    url: file === null ? null : `${address}/0`,
    sidecar: sidecar === null ? null : { url: `${address}/${members.length - 1}`, name: sidecar.name },
    problem,
    mark,
  };
}
