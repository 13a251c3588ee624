import { assertNever } from '#shared/language/assert-never.ts';
import type { UploadItem } from './upload-queue.ts';

/** What a person can do about an upload that does not go on; the first is the likeliest. */
export type RecoveryAction =
  | 'free-space'
  | 'try-again'
  | 'choose-smaller'
  | 'choose-other'
  | 'choose-again'
  | 'other-service'
  | 'enter-key';

export const recoveryLabels: Readonly<Record<RecoveryAction, string>> = {
  'free-space': 'Free space…',
  'try-again': 'Try again',
  'choose-smaller': 'Choose a smaller file…',
  'choose-other': 'Choose another file…',
  'choose-again': 'Choose the file again…',
  'other-service': 'Choose another service',
  'enter-key': 'Enter the key',
};

/** @returns an empty list while the upload needs nobody. */
export function recoveryActions({ state, problem, retryable }: UploadItem): readonly RecoveryAction[] {
  if (state === 'waiting') return ['try-again', 'other-service'];
  if (state !== 'failed') return [];
  switch (problem) {
    case 'no-room':
      return ['free-space', 'try-again', 'choose-smaller', 'other-service'];
    case 'too-large':
      return ['choose-smaller', 'other-service'];
    case 'not-accepted':
      return ['choose-other'];
    case 'expired':
    case 'other':
    case 'disk-full':
    case 'away':
      return retryable ? ['try-again', 'choose-other'] : ['choose-again'];
    case 'key':
      return ['enter-key', 'try-again'];
    case 'lost':
      return ['choose-again'];
    case null:
      return retryable ? ['try-again', 'choose-other'] : ['choose-other'];
    default:
      return assertNever(problem);
  }
}

/** How an upload stands, in a few words. */
export function uploadLabel({ state, progress, error }: UploadItem): string {
  const percent = `${Math.round(progress * 100)} %`;
  switch (state) {
    case 'checking':
      return 'Checking the file';
    case 'sending':
    case 'uploading':
      return `Uploading ${percent}`;
    case 'waiting':
      return `Waits for the service at ${percent}`;
    case 'paused':
      return `Paused at ${percent}`;
    case 'done':
      return 'Uploaded';
    case 'failed':
    case 'canceled':
      return error ?? 'The upload did not work.';
    default:
      return assertNever(state);
  }
}
