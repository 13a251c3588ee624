import { z } from 'zod';
import { listUpTo } from '../reading/counts.ts';
import { route } from './route.ts';

/** The person's library of groups: definitions with their versions, on this computer and for all services. */

export const MAX_LIBRARY_GROUPS = 300;
/** Letters of one definition. */
export const MAX_DEFINITION_LETTERS = 2_000_000;
/** Versions of one group; an older one goes when a further one is saved. */
export const MAX_GROUP_VERSIONS = 20;
/** Letters of all definitions together. */
export const MAX_LIBRARY_LETTERS = 64_000_000;
const MAX_TYPES = 1000;

const Name = z
  .string()
  .trim()
  .min(1, 'Give the group a name.')
  .max(120, 'Choose a name of at most 120 letters.');

/** What is saved as one version. */
const GroupContent = z.strictObject({
  /** The definition as text of a group file. */
  definition: z
    .string()
    .min(2)
    .max(MAX_DEFINITION_LETTERS, 'This group is too large for the library. Take a part of it out first.'),
  /** Of its nodes, each once. */
  types: listUpTo(MAX_TYPES, z.string().max(200)),
  nodeCount: z.int().min(0),
});
export type GroupContent = z.infer<typeof GroupContent>;

/** One version without its definition. */
const GroupVersion = z.object({
  /** From 1 on. */
  version: z.int().min(1),
  /** ISO. */
  savedAt: z.string().max(40),
  nodeCount: z.int().min(0),
});

export const LibraryGroup = z.object({
  id: z.string().max(100),
  name: Name,
  /** Of its latest version, each once. */
  types: listUpTo(MAX_TYPES, z.string().max(200)),
  /** From the oldest on; at least one. */
  versions: listUpTo(MAX_GROUP_VERSIONS, GroupVersion),
});
export type LibraryGroup = z.infer<typeof LibraryGroup>;

export const GroupDraft = GroupContent.extend({ name: Name });
export type GroupDraft = z.infer<typeof GroupDraft>;

/** A further version. */
export const GroupVersionDraft = GroupContent.extend({
  /** The latest version that its author has seen: where there is a later one, nothing is saved. */
  after: z.int().min(1),
});
export type GroupVersionDraft = z.infer<typeof GroupVersionDraft>;

/** One version with its definition. */
export const GroupDefinition = z.object({
  version: z.int().min(1),
  definition: z.string().max(MAX_DEFINITION_LETTERS),
});
export type GroupDefinition = z.infer<typeof GroupDefinition>;

/** The latest of a group's versions. */
export const latestOf = ({ versions }: Pick<LibraryGroup, 'versions'>): number =>
  versions.at(-1)?.version ?? 0;

export const groupRoutes = {
  /** By name. */
  listLibraryGroups: route('GET', '/desk/groups', {
    response: z.object({ groups: listUpTo(MAX_LIBRARY_GROUPS, LibraryGroup) }),
  }),
  createLibraryGroup: route('POST', '/desk/groups', { body: GroupDraft, response: LibraryGroup }),
  saveGroupVersion: route('POST', '/desk/groups/{groupId}/versions', {
    body: GroupVersionDraft,
    response: LibraryGroup,
  }),
  getGroupDefinition: route('GET', '/desk/groups/{groupId}/versions/{version}', {
    response: GroupDefinition,
  }),
  renameLibraryGroup: route('PATCH', '/desk/groups/{groupId}', {
    body: z.strictObject({ name: Name }),
    response: LibraryGroup,
  }),
  deleteLibraryGroup: route('DELETE', '/desk/groups/{groupId}'),
} as const;
