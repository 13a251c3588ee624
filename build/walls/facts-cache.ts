import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { version } from 'vite';
import { readSourceInfo, type SourceInfo } from './source-facts.ts';

interface Entry {
  hash: string;
  facts: SourceInfo;
}

interface Cache {
  /** Of the program that reads the facts; another program begins anew. */
  reader: string;
  entries: Record<string, Entry>;
}

/** The sources that decide what the facts of a file are. */
const READER = ['source-facts.ts', 'platform.ts', 'scopes.ts', 'syntax.ts'];

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}

/** Facts of sources, kept by content in a file so that only changed sources are parsed again. */
export interface SourceInfoCache {
  /** @throws SourceError when the source cannot be parsed */
  factsOf(path: string, text: string): SourceInfo;
  /** Writes what was asked for since it was opened. A file that cannot be written is no fault: it only saves time. */
  save(): void;
}

/** Opens the cache in `file`; a missing or damaged one is empty. */
export function openSourceInfoCache(file: string): SourceInfoCache {
  const reader = hashOf(
    [version, ...READER.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))].join(),
  );
  const before = readCache(file);
  const previous = before?.reader === reader ? before.entries : {};
  const entries: Record<string, Entry> = {};
  let isDirty = false;
  return {
    factsOf(path, text) {
      const hash = hashOf(text);
      const cached = previous[path];
      const entry = cached?.hash === hash ? cached : { hash, facts: readSourceInfo(path, text) };
      isDirty ||= entry !== cached;
      entries[path] = entry;
      return entry.facts;
    },
    save() {
      if (!isDirty) return;
      const next: Cache = { reader, entries: { ...previous, ...entries } };
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(`${file}.${process.pid}`, JSON.stringify(next));
        renameSync(`${file}.${process.pid}`, file);
      } catch {
        // The next run parses again.
      }
    },
  };
}

function readCache(file: string): Cache | null {
  try {
    const cache: Cache = JSON.parse(readFileSync(file, 'utf8'));
    return cache;
  } catch {
    return null;
  }
}
