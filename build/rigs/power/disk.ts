import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../random.ts';
import type { FileCall } from './trace.ts';

/**
 * A disk whose power fails. What it promises, and no more:
 * - A file's bytes and size are on the disk once `fsync` or `fdatasync` of that file has ended, as of when it began.
 * - A name (new, moved, gone) is on the disk once its folder was flushed. Names of one folder change in order; a move
 *   between two folders happens in both or in neither. A folder whose own name is not there takes all below with it.
 * - Whatever was not flushed may be there wholly, in part (sectors of 512 bytes, each or not), or not at all, in any
 *   order. Where a later write made a file longer and an earlier one is missing, there are zeros.
 * ext4 and APFS promise more (flushing a new file brings its name along); other file systems do not.
 */

const SECTOR = 512;

interface Write {
  offset: number;
  /** Null: the file was cut to `offset`. */
  data: Buffer | null;
  at: number;
}

interface Node {
  isFolder: boolean;
  durable: Buffer;
  pending: Write[];
  size: number;
}

interface NameChange {
  at: number;
  /** Folder, name, and what it names from then on (null: nothing). */
  changes: { folder: Node; name: string; node: Node | null }[];
}

export class UnreliableDisk {
  readonly #root: Node = folderNode();
  /** Names as processes see them. */
  readonly #names = new Map<Node, Map<string, Node>>();
  readonly #durableNames = new Map<Node, Map<string, Node>>();
  #pendingNames: NameChange[] = [];
  readonly #positions = new Map<string, number>();
  #at = 0;

  /** One call happened. */
  apply(call: FileCall): void {
    this.#at += 1;
    switch (call.kind) {
      case 'open': {
        this.#positions.delete(call.key);
        let node = this.#find(call.path);
        if (!node && call.creates) {
          node = fileNode();
          this.#rename([[call.path, node]]);
        }
        if (node && call.truncates) this.#cut(node, 0);
        break;
      }
      case 'write': {
        const node = this.#find(call.path);
        if (!node) break;
        const position = call.appends ? node.size : (this.#positions.get(call.key) ?? 0);
        const offset = call.offset ?? position;
        node.pending.push({ offset, data: call.data, at: this.#at });
        node.size = Math.max(node.size, offset + call.data.length);
        if (call.offset === null) this.#positions.set(call.key, offset + call.data.length);
        break;
      }
      case 'truncate': {
        const node = this.#find(call.path);
        if (node) this.#cut(node, call.size);
        break;
      }
      case 'mkdir':
        if (!this.#find(call.path)) this.#rename([[call.path, folderNode()]]);
        break;
      case 'unlink':
        this.#rename([[call.path, null]]);
        break;
      case 'rename':
      case 'link': {
        const node = this.#find(call.from);
        if (!node) break;
        this.#rename(
          call.kind === 'link'
            ? [[call.to, node]]
            : [
                [call.from, null],
                [call.to, node],
              ],
        );
        break;
      }
      case 'sync': {
        const node = this.#find(call.path);
        if (node) this.#sync(node, call.startedAt);
        break;
      }
      default:
        break;
    }
  }

  /** Writes the folder as a power cut at this moment may leave it. */
  writeState(target: string, random: Random): void {
    // How many of the pending changes of each folder's names arrived.
    const pending = new Map<Node, number>();
    for (const { changes } of this.#pendingNames) {
      for (const { folder } of changes) pending.set(folder, (pending.get(folder) ?? 0) + 1);
    }
    const left = new Map([...pending].map(([folder, count]) => [folder, random.between(0, count)]));
    const names = new Map([...this.#durableNames].map(([folder, entries]) => [folder, new Map(entries)]));
    for (const { changes } of this.#pendingNames) {
      const folders = new Set(changes.map(({ folder }) => folder));
      if ([...folders].some((folder) => (left.get(folder) ?? 0) <= 0)) {
        for (const folder of folders) left.set(folder, 0);
        continue;
      }
      for (const folder of folders) left.set(folder, (left.get(folder) ?? 0) - 1);
      for (const change of changes) setName(names, change);
    }
    this.#write(this.#root, target, names, random);
  }

  #write(folder: Node, target: string, names: Map<Node, Map<string, Node>>, random: Random): void {
    mkdirSync(target, { recursive: true, mode: 0o700 });
    for (const [name, node] of names.get(folder) ?? []) {
      const path = join(target, name);
      if (node.isFolder) this.#write(node, path, names, random);
      // An index of shared memory, which the first to open the database makes anew.
      else if (!name.endsWith('-shm')) writeFileSync(path, contentAfterCut(node, random), { mode: 0o600 });
    }
  }

  #find(path: string): Node | null {
    let node: Node | null = this.#root;
    for (const name of path.split('/').filter((segment) => segment !== '')) {
      node = node ? (this.#names.get(node)?.get(name) ?? null) : null;
    }
    return node;
  }

  #rename(list: [path: string, node: Node | null][]): void {
    const changes = list.flatMap(([path, node]) => {
      const folder = this.#find(dirname(path) === '.' ? '' : dirname(path));
      return folder ? [{ folder, name: path.split('/').at(-1) ?? '', node }] : [];
    });
    for (const change of changes) setName(this.#names, change);
    this.#pendingNames.push({ at: this.#at, changes });
  }

  #cut(node: Node, size: number): void {
    node.pending.push({ offset: size, data: null, at: this.#at });
    node.size = size;
  }

  #sync(node: Node, before: number): void {
    if (!node.isFolder) {
      node.durable = node.pending.filter(({ at }) => at <= before).reduce(applyWrite, node.durable);
      node.pending = node.pending.filter(({ at }) => at > before);
      return;
    }
    // Its changes, and of a folder that a move came from or went to those before that move.
    const folders = new Set([node]);
    const persisted = new Set<NameChange>();
    for (const change of this.#pendingNames.toReversed()) {
      if (change.at > before || !change.changes.some(({ folder }) => folders.has(folder))) continue;
      persisted.add(change);
      for (const { folder } of change.changes) folders.add(folder);
    }
    for (const { changes } of this.#pendingNames.filter((change) => persisted.has(change))) {
      for (const change of changes) setName(this.#durableNames, change);
    }
    this.#pendingNames = this.#pendingNames.filter((change) => !persisted.has(change));
  }
}

const fileNode = (): Node => ({ isFolder: false, durable: Buffer.alloc(0), pending: [], size: 0 });
function folderNode(): Node {
  return { isFolder: true, durable: Buffer.alloc(0), pending: [], size: 0 };
}

function setName(
  names: Map<Node, Map<string, Node>>,
  { folder, name, node }: { folder: Node; name: string; node: Node | null },
): void {
  let entries = names.get(folder);
  if (!entries) names.set(folder, (entries = new Map()));
  if (node) entries.set(name, node);
  else entries.delete(name);
}

function applyWrite(content: Buffer, { offset, data }: Pick<Write, 'offset' | 'data'>): Buffer {
  if (data === null) {
    return offset <= content.length
      ? content.subarray(0, offset)
      : Buffer.concat([content, Buffer.alloc(offset - content.length)]);
  }
  const size = Math.max(content.length, offset + data.length);
  const next = Buffer.alloc(size);
  content.copy(next);
  data.copy(next, offset);
  return next;
}

/** Each pending write arrives wholly, in some of its sectors, or not at all. */
function contentAfterCut(node: Node, random: Random): Buffer {
  let content = node.durable;
  const mood = random.next();
  for (const write of node.pending) {
    // Some cuts lose nearly everything, some nearly nothing.
    const arrives = random.next() < mood;
    if (!arrives) continue;
    if (write.data === null || write.data.length <= 1 || random.bool(0.7)) {
      content = applyWrite(content, write);
      continue;
    }
    for (let from = 0; from < write.data.length;) {
      const at = write.offset + from;
      const until = Math.min(write.data.length, from + SECTOR - (at % SECTOR));
      if (random.bool(0.5))
        content = applyWrite(content, { offset: at, data: write.data.subarray(from, until) });
      from = until;
    }
  }
  return content;
}
