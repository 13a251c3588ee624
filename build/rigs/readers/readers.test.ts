// @module-tag rig
import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import type { Outcome } from './reader-row.ts';
import { READERS } from './table.ts';
import { bySize } from '#shared/testing/size.ts';

/** Each reader at each length of its smallest file, and with each byte changed: an answer or a sentence, and never anything else. */

/** Most changes of one file; above that a sample that the same seed makes again. */
const MAX_CHANGES = bySize({ everyRun: 100, full: 600 });

/** Names of errors, places in code, words of libraries and values that nobody wrote for people. */
const NO_SENTENCE =
  /\bat \S+:\d+|\b[A-Z]\w*Error\b|\bundefined\b|\[object |\bNaN\b|\bENO|\bSQLITE|\b0x[0-9a-f]|\bEOF\b|signature|central dir|extra field|Unexpected (?:token|end|non)|after (?:array element|property)|Invalid (?:input|type)|Too (?:big|small)|Unrecognized key|unclosed|unmatched|unencoded|disallowed character|malformed|Expected ["'`\w]/;

/** @returns what is wrong with an outcome; null for an answer or a sentence. */
function wrongWith(outcome: Outcome): string | null {
  if ('answer' in outcome) return null;
  const { problem } = outcome;
  return /^[A-Z"“].*[.!?]$/s.test(problem) && !NO_SENTENCE.test(problem) ? null : problem;
}

/** Files that differ from one in how long they are, or in one byte. */
function* changesOf(bytes: Uint8Array): Generator<{ what: string; bytes: Uint8Array }> {
  for (let length = 0; length < bytes.length; length += 1)
    yield { what: `cut to ${length} bytes`, bytes: bytes.slice(0, length) };
  for (const flip of [0x01, 0x20, 0x80, 0xff]) {
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ flip;
      yield { what: `byte ${at} changed by ${flip}`, bytes: changed };
    }
  }
}

test.each(Object.entries(READERS))(
  '%s: an answer or a sentence at each cut and each changed byte',
  async (_name, { smallest, read }) => {
    const bytes = typeof smallest === 'function' ? await smallest() : smallest;
    expect(await read(bytes)).toHaveProperty('answer');
    const all = [...changesOf(bytes)];
    const chosen = all.length <= MAX_CHANGES ? all : createRandom(7).shuffled(all).slice(0, MAX_CHANGES);
    const wrong: string[] = [];
    for (const change of chosen) {
      try {
        const found = wrongWith(await read(change.bytes));
        if (found !== null) wrong.push(`${change.what}: said “${found}”`);
      } catch (error) {
        wrong.push(`${change.what}: threw ${String(error)}`);
      }
    }
    expect(wrong).toEqual([]);
  },
  120_000,
);
