import { expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { joinKey, splitKey } from './join-key.ts';

it('gives back what it was made of, so that no two lists of texts share a key', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('1:', ':', '2:a', '\0', '"'))), (parts) => {
      expect(splitKey(joinKey(...parts))).toEqual(parts);
    }),
  );
});
