import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import { isSameLength, matchesOf, type Match, type MissingMedium } from '#shared/timeline/relink.ts';
import { hashOf } from '#renderer/model/file-hash.ts';
import { libraryCandidate, localCandidates, readFacts, type RelinkCandidate } from './candidates.ts';

/** A missing medium, what may be it, and what becomes of it. */
export interface RelinkRow {
  medium: MissingMedium;
  /** The surest first. */
  options: readonly RelinkOption[];
  chosen: RelinkOption | null;
  taken: boolean;
}

export interface RelinkOption {
  candidate: RelinkCandidate;
  /** Null: nothing speaks for it but that a person chose it. */
  match: Match | null;
}

interface Decision {
  candidateId?: string;
  taken?: boolean;
}

/** As many as anybody looks through. */
const MAX_OPTIONS = 8;

/** Whether it is taken before anybody has said so: a name alone may be of another film, so its length must not differ. */
function isSure(medium: MissingMedium, { candidate, match }: RelinkOption): boolean {
  if (match === 'hash' || match === 'name-and-length') return true;
  return match === 'name' && isSameLength(medium, candidate) !== false;
}

function rowOf(
  medium: MissingMedium,
  candidates: readonly RelinkCandidate[],
  decision: Decision | undefined,
): RelinkRow {
  const options: RelinkOption[] = matchesOf(medium, candidates).slice(0, MAX_OPTIONS);
  const own = candidates.find(({ id }) => id === decision?.candidateId);
  if (own && !options.some(({ candidate }) => candidate.id === own.id)) {
    options.unshift({ candidate: own, match: null });
  }
  const chosen = options.find(({ candidate }) => candidate.id === own?.id) ?? options[0] ?? null;
  return {
    medium,
    options,
    chosen,
    taken: chosen !== null && (decision?.taken ?? isSure(medium, chosen)),
  };
}

/**
 * Looks for missing media among files of the library and those that a person chooses on this computer. Lengths are read
 * of files that may be one of them, and bytes where an export has said which they are.
 */
export function useRelink(
  connectionId: string,
  media: readonly MissingMedium[],
  library: ReadonlyMap<string, FileRecord>,
) {
  const [local, setLocal] = useState<readonly RelinkCandidate[]>([]);
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  const facts = useFacts(connectionId);
  const all = useMemo(
    () => [...local, ...[...new Set(library.values())].flatMap((file) => libraryCandidate(file) ?? [])],
    [local, library],
  );
  const { known } = facts;
  const candidates = useMemo(() => all.map((one) => ({ ...one, ...known.get(one.id) })), [all, known]);
  const rows = media.map((medium) => rowOf(medium, candidates, decisions.get(medium.key)));

  const wantsHashes = media.some(({ sha256 }) => sha256 !== null);
  const asked = [
    ...new Set([
      ...rows.flatMap(({ options }) => options.map(({ candidate }) => candidate)),
      ...(wantsHashes ? candidates.filter(({ source }) => source.at === 'computer') : []),
    ]),
  ];
  const { read } = facts;
  useEffect(() => read(asked, wantsHashes));

  const decide = (key: string, decision: Decision) =>
    setDecisions((before) => new Map(before).set(key, { ...before.get(key), ...decision }));
  const add = (files: readonly File[]): RelinkCandidate[] => {
    const added = localCandidates(files, local.length);
    setLocal((before) => [...before, ...added]);
    return added;
  };
  return {
    rows,
    isReading: facts.isReading,
    /** Files of this computer, to look among. @returns those that can be clips. */
    add,
    /** A file that a person says is the one. @returns whether it can be a clip. */
    addFor: (key: string, file: File): boolean => {
      const [candidate] = add([file]);
      if (candidate) decide(key, { candidateId: candidate.id, taken: true });
      return candidate !== undefined;
    },
    choose: (key: string, candidateId: string) => decide(key, { candidateId, taken: true }),
    take: (key: string, taken: boolean) => decide(key, { taken }),
    takeAll: (taken: boolean) => {
      for (const { medium, chosen } of rows) if (chosen) decide(medium.key, { taken });
    },
  };
}

type Facts = Partial<Pick<RelinkCandidate, 'seconds' | 'framesPerSecond' | 'sha256'>>;

/** Reads what files are, one after the other, each once. */
function useFacts(connectionId: string) {
  const [known, note] = useReducer(
    (before: ReadonlyMap<string, Facts>, [id, facts]: [string, Facts]) =>
      new Map(before).set(id, { ...before.get(id), ...facts }),
    new Map<string, Facts>(),
  );
  const [isReading, setReading] = useState(false);
  const asked = useRef(new Set<string>());
  const waiting = useRef<(() => Promise<void>)[]>([]);
  const isWorking = useRef(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      waiting.current = [];
    };
  }, []);

  const tell = (id: string, facts: Facts) => {
    if (isOpen.current) note([id, facts]);
  };
  const work = async () => {
    if (isWorking.current || waiting.current.length === 0) return;
    isWorking.current = true;
    setReading(true);
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) await next();
    isWorking.current = false;
    if (isOpen.current) setReading(false);
  };
  const read = (candidates: readonly RelinkCandidate[], wantsHashes: boolean): void => {
    for (const candidate of candidates) {
      const { id, source } = candidate;
      if (asked.current.has(id)) continue;
      asked.current.add(id);
      waiting.current.push(async () => tell(id, await readFacts(connectionId, candidate)));
      if (wantsHashes && source.at === 'computer') {
        waiting.current.push(async () => tell(id, { sha256: await hashOf(source.file) }));
      }
    }
    void work();
  };
  return { known, isReading, read };
}
