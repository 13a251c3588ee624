import type { Versions, WorkClass } from '#service/rules/work-classes.ts';
import type { Member } from './member-rows.ts';
import { queueNames } from './versions.ts';

/** Whether a member takes work of a class that somebody of these versions offers. */
export function canExecute(member: Member, workClass: WorkClass, versions: Versions): boolean {
  return (
    member.slots[workClass] > 0 &&
    !member.isDraining &&
    member.problem === null &&
    queueNames(member.versions)[workClass] === queueNames(versions)[workClass]
  );
}

const fits = (member: Member, workClass: WorkClass, versions: Versions): boolean =>
  queueNames(member.versions)[workClass] === queueNames(versions)[workClass];

/** Why work of a class has not begun, for people. */
export function waitReason(members: readonly Member[], workClass: WorkClass, versions: Versions): string {
  const skilled = members.filter(({ slots }) => slots[workClass] > 0);
  if (skilled.some((member) => canExecute(member, workClass, versions)))
    return 'All workers are busy. It begins as soon as one has room.';
  if (skilled.length === 0)
    return workClass === 'film'
      ? 'No worker that makes films is there. It begins when one starts.'
      : 'No worker for pictures is there. It begins when one starts.';
  if (!skilled.some((member) => fits(member, workClass, versions)))
    return workClass === 'film'
      ? 'The workers that are there have another Patchbay or another ffmpeg than this service.'
      : 'The workers that are there have another version of Patchbay than this service.';
  const problem = skilled.find((member) => member.problem !== null)?.problem;
  return problem ?? 'The workers that are there are about to end. It begins when another one starts.';
}
