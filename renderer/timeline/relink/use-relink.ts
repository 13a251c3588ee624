import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import { isSameLength, matchesOf, type Match, type MissingMedium } from '#shared/timeline/relink.ts';
import { hashOf } from '#renderer/model/file-hash.ts';
import { libraryCandidate, localCandidates, readMediaInfo, type RelinkCandidate } from './candidates.ts';

/** A missing medium, what may be it, and what becomes of it. */
export interface RelinkRow {
  medium: MissingMedium;
  /** The surest first. */
  options: readonly RelinkOption[];
  selected: RelinkOption | null;
  isAccepted: boolean;
}

export interface RelinkOption {
  candidate: RelinkCandidate;
  /** Null: nothing speaks for it but that a person chose it. */
  match: Match | null;
}

interface Decision {
  candidateId?: string;
  used?: boolean;
}

/** As many as anybody looks through. */
const MAX_OPTIONS = 8;

/** Whether it is taken before anybody has said so: a name alone may be of another film, so its length must not differ. */
function isExact(medium: MissingMedium, { candidate, match }: RelinkOption): boolean {
  if (match === 'hash' || match === 'name-and-length') return true;
  return match === 'name' && isSameLength(medium, candidate) !== false;
}

function rowOf(
  medium: MissingMedium,
  candidates: readonly RelinkCandidate[],
  decision: Decision | undefined,
): RelinkRow {
  const options: RelinkOption[] = matchesOf(medium, candidates).slice(0, MAX_OPTIONS);
  const decided = candidates.find(({ id }) => id === decision?.candidateId);
  if (decided && !options.some(({ candidate }) => candidate.id === decided.id)) {
    options.unshift({ candidate: decided, match: null });
  }
  const selected = options.find(({ candidate }) => candidate.id === decided?.id) ?? options[0] ?? null;
  return {
    medium,
    options,
    selected,
    isAccepted: selected !== null && (decision?.used ?? isExact(medium, selected)),
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
  const mediaInfo = useMediaDetails(connectionId);
  const all = useMemo(
    () => [...local, ...[...new Set(library.values())].flatMap((file) => libraryCandidate(file) ?? [])],
    [local, library],
  );
  const { cached } = mediaInfo;
  const candidates = useMemo(
    () => all.map((candidate) => ({ ...candidate, ...cached.get(candidate.id) })),
    [all, cached],
  );
  const rows = media.map((medium) => rowOf(medium, candidates, decisions.get(medium.key)));

  const needsHashes = media.some(({ sha256 }) => sha256 !== null);
  const requests = [
    ...new Set([
      ...rows.flatMap(({ options }) => options.map(({ candidate }) => candidate)),
      ...(needsHashes ? candidates.filter(({ source }) => source.at === 'computer') : []),
    ]),
  ];
  const { read } = mediaInfo;
  useEffect(() => read(requests, needsHashes));

  const setDecision = (key: string, decision: Decision) =>
    setDecisions((before) => new Map(before).set(key, { ...before.get(key), ...decision }));
  const add = (files: readonly File[]): RelinkCandidate[] => {
    const added = localCandidates(files, local.length);
    setLocal((before) => [...before, ...added]);
    return added;
  };
  return {
    rows,
    isLoading: mediaInfo.isReading,
    /** Files of this computer, to look among. @returns those that can be clips. */
    add,
    /** A file that a person says is the one. @returns whether it can be a clip. */
    addFor: (key: string, file: File): boolean => {
      const [candidate] = add([file]);
      if (candidate) setDecision(key, { candidateId: candidate.id, used: true });
      return candidate !== undefined;
    },
    select: (key: string, candidateId: string) => setDecision(key, { candidateId, used: true }),
    accept: (key: string, accepted: boolean) => setDecision(key, { used: accepted }),
    acceptAll: (accepted: boolean) => {
      for (const { medium, selected } of rows) if (selected) setDecision(medium.key, { used: accepted });
    },
  };
}

type MediaInfo = Partial<Pick<RelinkCandidate, 'seconds' | 'framesPerSecond' | 'sha256'>>;

/** Reads what files are, one after the other, each once. */
function useMediaDetails(connectionId: string) {
  const [cached, note] = useReducer(
    (before: ReadonlyMap<string, MediaInfo>, [id, info]: [string, MediaInfo]) =>
      new Map(before).set(id, { ...before.get(id), ...info }),
    new Map<string, MediaInfo>(),
  );
  const [isLoading, setReading] = useState(false);
  const requested = useRef(new Set<string>());
  const queue = useRef<(() => Promise<void>)[]>([]);
  const isWorking = useRef(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      queue.current = [];
    };
  }, []);

  const report = (id: string, info: MediaInfo) => {
    if (isOpen.current) note([id, info]);
  };
  const work = async () => {
    if (isWorking.current || queue.current.length === 0) return;
    isWorking.current = true;
    setReading(true);
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await next();
    isWorking.current = false;
    if (isOpen.current) setReading(false);
  };
  const read = (candidates: readonly RelinkCandidate[], needsHashes: boolean): void => {
    for (const candidate of candidates) {
      const { id, source } = candidate;
      if (requested.current.has(id)) continue;
      requested.current.add(id);
      queue.current.push(async () => report(id, await readMediaInfo(connectionId, candidate)));
      if (needsHashes && source.at === 'computer') {
        queue.current.push(async () => report(id, { sha256: await hashOf(source.file) }));
      }
    }
    void work();
  };
  return { cached, isReading: isLoading, read };
}
