import pLimit from 'p-limit';

/** Does work after all work before it, whether that succeeded or not. The work begins in a later microtask. */
export type Serialize = <T>(work: () => Promise<T> | T) => Promise<T>;

export function createSerialize(): Serialize {
  const limit = pLimit(1);
  return (work) => limit(work);
}

/** Does work after all work of the same key before it, whether that succeeded or not; other keys do not wait. */
export type SerializeByKey = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A key is forgotten when none of its work is left. */
export function createSerializeByKey(): SerializeByKey {
  const lanes = new Map<string, { serialize: Serialize; pending: number }>();
  return async (key, work) => {
    const lane = lanes.get(key) ?? { serialize: createSerialize(), pending: 0 };
    lanes.set(key, lane);
    lane.pending += 1;
    try {
      return await lane.serialize(work);
    } finally {
      lane.pending -= 1;
      if (lane.pending === 0) lanes.delete(key);
    }
  };
}
