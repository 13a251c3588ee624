import { basename } from 'node:path';
import type { z } from 'zod';
import { jsonFile, type JsonFile } from '../storage/atomic-file.ts';
import type { DamageListener } from './secret-store.ts';

/** A file of keys that tells when it was found damaged: whoever listens later is told as well. */
export function keyFile<T>(
  path: string,
  schema: z.ZodType<T>,
): JsonFile<T> & { onDamaged(listener: DamageListener): void } {
  const listeners: DamageListener[] = [];
  let isDamaged = false;
  let damage: Parameters<DamageListener>[0] | null = null;
  const file = jsonFile(path, schema, {
    now: () => Date.now(),
    onQuarantine: () => {
      isDamaged = true;
    },
  });
  return {
    save: (value) => file.save(value),
    async load() {
      const stored = await file.load();
      if (isDamaged && damage === null) {
        damage = { file: basename(path), isReadable: stored !== null };
        for (const listener of listeners) listener(damage);
      }
      return stored;
    },
    onDamaged(listener) {
      listeners.push(listener);
      if (damage !== null) listener(damage);
    },
  };
}
