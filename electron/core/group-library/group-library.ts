import { createSerialize } from '#shared/language/serialize.ts';
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  latestOf,
  LibraryGroup,
  MAX_DEFINITION_LETTERS,
  MAX_GROUP_VERSIONS,
  MAX_LIBRARY_GROUPS,
  MAX_LIBRARY_LETTERS,
  type GroupContent,
  type GroupDefinition,
  type GroupDraft,
  type GroupVersionDraft,
} from '#shared/desk/index.ts';
import { DeskError, systemErrorCode } from '../desk-error.ts';
import { jsonFile, quarantineOptions, type JsonFile } from '../storage/atomic-file.ts';

/** The person's library of groups: a file for each, with all its versions. Each change resolves when it is on the disk. */
export interface GroupLibrary {
  load(): Promise<void>;
  /** By name. */
  list(): LibraryGroup[];
  /** @throws DeskError where there are too many, or they are too large together. */
  create(draft: GroupDraft, at: string): Promise<LibraryGroup>;
  /** @throws DeskError `NOT_FOUND`; `INVALID_REQUEST` (409) where a later version was saved meanwhile. */
  saveVersion(id: string, draft: GroupVersionDraft, at: string): Promise<LibraryGroup>;
  /** @throws DeskError `NOT_FOUND` */
  definition(id: string, version: number): GroupDefinition;
  /** @throws DeskError `NOT_FOUND` */
  rename(id: string, name: string): Promise<LibraryGroup>;
  /** One that is gone already is no error. */
  remove(id: string): Promise<void>;
}

const StoredGroup = LibraryGroup.extend({
  format: z.literal(1),
  definitions: z.record(z.string(), z.string().max(MAX_DEFINITION_LETTERS)),
});
type StoredGroup = z.infer<typeof StoredGroup>;

const FILE = /^(group_[\w-]{1,60})\.json(?:\.last-good)?$/;

const byName = (a: LibraryGroup, b: LibraryGroup): number =>
  a.name.localeCompare(b.name) || a.id.localeCompare(b.id);

const isSound = (group: StoredGroup): boolean =>
  group.versions.length > 0 &&
  group.versions.every(({ version }) => Object.hasOwn(group.definitions, String(version)));

const lettersOf = ({ definitions }: StoredGroup): number =>
  Object.values(definitions).reduce((sum, { length }) => sum + length, 0);

const entryOf = ({ id, name, types, versions }: StoredGroup): LibraryGroup => ({ id, name, types, versions });

const libraryFull = (): DeskError =>
  new DeskError(
    'INVALID_REQUEST',
    'There is no room for another group in the library. Delete some that you no longer need.',
  );

/** A group with one more version; the oldest goes where there are too many. */
function withVersion(group: StoredGroup, content: GroupContent, savedAt: string): StoredGroup {
  const { definition, types, nodeCount } = content;
  const version = latestOf(group) + 1;
  const versions = [...group.versions, { version, savedAt, nodeCount }].slice(-MAX_GROUP_VERSIONS);
  const all: Record<string, string> = { ...group.definitions, [version]: definition };
  const definitions = Object.fromEntries(versions.map((each) => [each.version, all[String(each.version)]!]));
  return { ...group, types, versions, definitions };
}

/**
 * The library in a folder of its own.
 * @param onQuarantine called where a file was damaged, and whether an earlier copy of it could be used.
 * @param maxLetters of all definitions together.
 */
export function groupLibrary(
  folder: string,
  getTime: () => number,
  onQuarantine: (isReadable: boolean, file: string) => void,
  maxLetters = MAX_LIBRARY_LETTERS,
): GroupLibrary {
  const groups = new Map<string, StoredGroup>();
  const serialize = createSerialize();
  const damaged = new Set<string>();

  const fileOf = (id: string): JsonFile<StoredGroup> =>
    jsonFile(
      join(folder, `${id}.json`),
      StoredGroup,
      quarantineOptions(getTime, () => void damaged.add(id)),
    );

  function find(id: string): StoredGroup {
    const group = groups.get(id);
    if (group) return group;
    throw new DeskError('NOT_FOUND', 'This group is no longer in the library.');
  }

  /** One change after the other; what could not be written is as if it had not been asked for. */
  const write = (make: () => StoredGroup): Promise<LibraryGroup> =>
    serialize(async () => {
      const next = make();
      const letters = [...groups.values()].reduce(
        (sum, group) => sum + (group.id === next.id ? 0 : lettersOf(group)),
        lettersOf(next),
      );
      if (letters > maxLetters) throw libraryFull();
      await fileOf(next.id).save(next);
      groups.set(next.id, next);
      return entryOf(next);
    });

  return {
    async load() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (systemErrorCode(error) === 'ENOENT') return [];
        throw error;
      });
      const ids = new Set(names.flatMap((name) => FILE.exec(name)?.[1] ?? []));
      for (const id of ids) {
        const stored = await fileOf(id).load();
        const group = stored && stored.id === id && isSound(stored) ? stored : null;
        if (group) groups.set(id, group);
        if (damaged.has(id) || (stored && !group)) onQuarantine(group !== null, `${id}.json`);
      }
    },
    list: () => [...groups.values()].map(entryOf).sort(byName),
    create: ({ name, ...content }, at) =>
      write(() => {
        if (groups.size >= MAX_LIBRARY_GROUPS) throw libraryFull();
        const id = `group_${randomUUID()}`;
        const empty: StoredGroup = { format: 1, id, name, types: [], versions: [], definitions: {} };
        return withVersion(empty, content, at);
      }),
    saveVersion: (id, { after, ...content }, at) =>
      write(() => {
        const group = find(id);
        if (latestOf(group) !== after)
          throw new DeskError(
            'INVALID_REQUEST',
            'A later version of this group was saved meanwhile. Update to it first, or save yours as a new group.',
            { status: 409 },
          );
        return withVersion(group, content, at);
      }),
    definition(id, version) {
      const definition = find(id).definitions[version];
      if (definition !== undefined) return { version, definition };
      throw new DeskError('NOT_FOUND', 'This version of the group is no longer in the library.');
    },
    rename: (id, name) => write(() => ({ ...find(id), name })),
    remove: (id) =>
      serialize(async () => {
        if (!groups.has(id)) return;
        // First the copy: what is left of a stop between the two is the group itself.
        for (const name of [`${id}.json.last-good`, `${id}.json`])
          await rm(join(folder, name), { force: true });
        groups.delete(id);
      }),
  };
}
