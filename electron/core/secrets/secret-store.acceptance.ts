import { describe, expect, test } from 'vitest';
import type { SecretStore } from './secret-store.ts';

/**
 * What every SecretStore must do.
 * @param make begins a new, empty place; `open` opens it as another process would.
 */
export function describeSecretStore(name: string, make: () => { open(): SecretStore }): void {
  describe(`secret store: ${name}`, () => {
    test('gives back what was set, after opening it again', async () => {
      const place = make();
      await place.open().set('one', 'secret-1');
      await place.open().set('two', 'secret-2');
      expect(await place.open().get('one')).toBe('secret-1');
      expect(await place.open().get('two')).toBe('secret-2');
    });

    test('has nothing under a name that was never set', async () => {
      expect(await make().open().get('nothing')).toBeNull();
    });

    test('replaces and deletes', async () => {
      const place = make();
      const store = place.open();
      await store.set('one', 'old');
      await store.set('one', 'new');
      expect(await store.get('one')).toBe('new');
      await store.delete('one');
      await store.delete('one');
      expect(await store.get('one')).toBeNull();
      expect(await place.open().get('one')).toBeNull();
    });

    test('keeps secrets set at the same time', async () => {
      const place = make();
      const store = place.open();
      const names = Array.from({ length: 8 }, (_, index) => `name-${index}`);
      await Promise.all(names.map((one) => store.set(one, `secret of ${one}`)));
      const again = place.open();
      for (const one of names) expect(await again.get(one)).toBe(`secret of ${one}`);
    });

    test('says what keeps the secrets', () => {
      expect(make().open().backendName).not.toBe('');
    });
  });
}
