import type { CommandHandlers } from '#renderer/commands/index.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { targetGroups } from '../../session/group-runs.ts';

/** What it does with groups. */
export function groupCommands(
  session: EditorSession,
): Pick<
  CommandHandlers<'canvas'>,
  | 'group.make'
  | 'group.open'
  | 'group.leave'
  | 'group.add-linked'
  | 'group.detach'
  | 'group.compare'
  | 'group.save'
  | 'group.library'
  | 'group.update'
  | 'group.ungroup'
> {
  const { groups, ui } = session;
  return {
    'group.make': () => groups.make(),
    'group.open': () => {
      const [instance] = groups.selected();
      if (instance !== undefined) groups.open(instance);
    },
    'group.leave': () => groups.leave(),
    'group.add-linked': () => groups.duplicateLinked(),
    'group.detach': () => groups.detach(),
    'group.compare': () => {
      const instance = linkedGroups(session)[0];
      if (instance !== undefined) ui.set({ comparedGroup: instance });
    },
    'group.save': () => {
      const [instance] = targetGroups(session);
      if (instance !== undefined) ui.set({ groupLibrary: { mode: 'save', instance } });
    },
    'group.library': () => ui.set({ groupLibrary: { mode: 'list' } }),
    'group.update': () => {
      const [instance] = groupsWithSource(session);
      if (instance !== undefined) ui.set({ updatedGroup: instance });
    },
    'group.ungroup': () => groups.ungroup(),
  };
}

/** Of the selected groups, else of the one that is open, those that are linked with others. */
export const linkedGroups = (session: EditorSession): string[] =>
  targetGroups(session).filter((id) => session.groups.countOf(id) > 1);
/** Of the same those that came from the library or a template. */
export const groupsWithSource = (session: EditorSession): string[] =>
  targetGroups(session).filter((id) => session.library.sourceOf(id) !== undefined);
