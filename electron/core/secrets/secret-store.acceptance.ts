import { describe, expect, test } from 'vitest';
import type { SecretStore } from './secret-store.ts';

/**
 * What every SecretStore must do.
 * @param make begins a new, empty place; `open` opens it as another process would.
 */
export function describeSecretStore(name: string, make: () => { open(): SecretStore }): void {
  describe(`secret store: ${name}`, () => {
    test('gives back what was set, after opening it again', async () => {
      const fixture = make();
      await fixture.open().set('one', 'secret-1');
      await fixture.open().set('two', 'secret-2');
      expect(await fixture.open().get('one')).toBe('secret-1');
      expect(await fixture.open().get('two')).toBe('secret-2');
    });

    test('has nothing under a name that was never set', async () => {
      expect(await make().open().get('nothing')).toBeNull();
    });

    test('replaces and deletes', async () => {
      const fixture = make();
      const store = fixture.open();
      await store.set('one', 'old');
      await store.set('one', 'new');
      expect(await store.get('one')).toBe('new');
      await store.delete('one');
      await store.delete('one');
      expect(await store.get('one')).toBeNull();
      expect(await fixture.open().get('one')).toBeNull();
    });

    test('keeps secrets set at the same time', async () => {
      const fixture = make();
      const store = fixture.open();
      const names = Array.from({ length: 8 }, (_, index) => `name-${index}`);
      await Promise.all(names.map((secretName) => store.set(secretName, `secret of ${secretName}`)));
      const reopened = fixture.open();
      for (const secretName of names) expect(await reopened.get(secretName)).toBe(`secret of ${secretName}`);
    });

    test('says what keeps the secrets', () => {
      expect(make().open().backendName).not.toBe('');
    });
  });
}
