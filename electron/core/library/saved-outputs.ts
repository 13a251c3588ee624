import type { LibraryOutput, SavedOutputRequest, SavedOutputResponse } from '#shared/desk/index.ts';
import { cutText } from '#shared/language/cut-text.ts';
import { canCarry, newSettings, PortableCopy, SIDECAR_ENDING } from '#shared/saved-settings/index.ts';
import { DeskError } from '../desk-error.ts';
import type { MediaItem } from '../media/media-token.ts';
import type { Media } from '../media/media.ts';
import { openWithSettings, packSettings, type PackedSettings } from '../saved-settings/embed-settings.ts';
import type { RunSources } from '../runs/run-sources.ts';
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
}

type Named = Pick<
  SavedOutputRequest,
  'connectionId' | 'runId' | 'title' | 'nodeId' | 'projectName' | 'projectVersion'
>;

/** Outputs together with the settings that made them. */
export interface SavedOutputs {
  /** Prepares one. @throws DeskError, UnreachableError when its bytes cannot be read. */
  offer(output: SavedOutputRequest, signal: AbortSignal): Promise<PreparedOutput>;
  /** For the outputs of one archive; nothing of them is read before the archive is. */
  forArchive(): {
    members: (output: LibraryOutput, bare: ZipMember) => ZipMember[];
    /** Outputs so far whose settings are not on this computer. */
    missing: () => number;
  };
}

interface SavedOutputsOptions {
  sources: Pick<RunSources, 'find' | 'graphOf'>;
  /** As `createPackedSizes` tells. */
  packedBytes: (connectionId: string, runId: string) => number | null;
  media: Pick<Media, 'original'>;
  /** Of this program. */
  version: string;
  graphError: (connectionId: string, runId: string) => string | null;
}

export function createSavedOutputs({
  sources,
  packedBytes: packedBytesOf,
  media,
  version,
  graphError,
}: SavedOutputsOptions): SavedOutputs {
  const pack = (output: Named) => packOf(output, { sources, version });

  async function openCarrying(
    { connectionId }: Named,
    fileId: string,
    packed: PackedSettings,
    signal: AbortSignal,
  ) {
    const item: MediaItem = { connectionId, source: { kind: 'file', fileId }, variant: 'original' };
    return openWithSettings((await media.original(item, signal)).path, packed);
  }

  async function offer(output: SavedOutputRequest, signal: AbortSignal): Promise<PreparedOutput> {
    const { file, name } = output;
    const packed = await pack(output);
    if (packed === null) {
      const problem = graphError(output.connectionId, output.runId) ?? 'Its graph is not on this computer.';
      return { file: null, sidecar: null, problem };
    }
    const sidecar = {
      name: `${name}${SIDECAR_ENDING}`,
      open: () => Promise.resolve(packed.json),
    };
    if (file === null) return { file: null, sidecar, problem: null };
    if (file.sizeBytes <= MAX_CARRYING_BYTES && canCarry(file.contentType, packed.base64.length)) {
      // Tried at once: what turns out to be no such picture gets its settings beside it.
      const tried = await openCarrying(output, file.fileId, packed, signal);
      tried?.content.destroy();
      if (tried !== null) {
        const open = async (requested: AbortSignal) => {
          const opened = await openCarrying(output, file.fileId, packed, requested);
          if (opened === null) throw new Error('The file is another than before.');
          return opened.content;
        };
        return { file: { name, open }, sidecar: null, problem: null };
      }
    }
    return { file: null, sidecar, problem: null };
  }

  function forArchive() {
    let missing = 0;
    return {
      missing: () => missing,
      members(output: LibraryOutput, bare: ZipMember): ZipMember[] {
        const { connectionId, runId, fileId } = output;
        const packedBytes = packedBytesOf(connectionId, runId);
        if (packedBytes === null) {
          missing += 1;
          return [bare];
        }
        const base64Length = Math.ceil((packedBytes * 4) / 3) + MAX_TITLE_LENGTH;
        const fitsInMemory = output.sizeBytes !== null && output.sizeBytes <= MAX_CARRYING_BYTES;
        if (fileId !== null && fitsInMemory && canCarry(output.contentType, base64Length)) {
          return [{ ...bare, open: (signal) => openInArchive(output, fileId, bare, signal) }];
        }
        return [bare, { ...bare, name: `${bare.name}${SIDECAR_ENDING}`, open: () => openSidecar(output) }];
      },
    };
  }

  async function openSidecar(output: Named): Promise<Buffer> {
    const packed = await pack(output);
    if (packed !== null) return packed.json;
    throw new DeskError('NOT_FOUND', 'The settings that made it are not on this computer any more.');
  }

  /** What turns out to be no such picture, or cannot be held here, is there as the service has it. */
  async function openInArchive(output: Named, fileId: string, bare: ZipMember, signal: AbortSignal) {
    const packed = await pack(output);
    const opened =
      packed &&
      (await openCarrying(output, fileId, packed, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return null;
      }));
    return opened?.content ?? bare.open(signal);
  }

  return { offer, forArchive };
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
  { file, sidecar, problem }: PreparedOutput,
  publish: (members: ZipMember[]) => string,
): SavedOutputResponse {
  const members = [file, sidecar].filter((member) => member !== null);
  const address = publish(members);
  return {
    url: file === null ? null : `${address}/0`,
    sidecar: sidecar === null ? null : { url: `${address}/${members.length - 1}`, name: sidecar.name },
    problem,
  };
}
