import { assertNever } from '#shared/language/assert-never.ts';
import { words } from '#renderer/words/index.ts';
import type { UploadItem } from './upload-queue.ts';

const t = words.uploads.recoveryActions;

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
  'free-space': t.freeSpace,
  'try-again': words.common.tryRetry,
  'choose-smaller': t.selectSmallerFile,
  'choose-other': t.selectAnotherFile,
  'choose-again': t.selectFileRetry,
  'other-service': t.selectAnotherService,
  'enter-key': t.enterKey,
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
      return t.checkingFile;
    case 'sending':
    case 'uploading':
      return t.uploading(percent);
    case 'waiting':
      return t.waitsService(percent);
    case 'paused':
      return t.pausedAt(percent);
    case 'done':
      return t.uploaded;
    case 'failed':
    case 'canceled':
      return error ?? t.uploadDidNotWork;
    default:
      return assertNever(state);
  }
}
