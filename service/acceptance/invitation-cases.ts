import { describe, expect, it } from 'vitest';
import type { Person } from '#shared/administration/index.ts';
import { API_PREFIX } from '#shared/api/index.ts';
import type { Transport } from './harness.ts';
import { NO_LIMITS, usePeople } from './people-bench.ts';

/** Invitations: each yields one key, once. */
export function describeInvitations(transport: Transport): void {
  describe('invitations of people', () => {
    const people = usePeople(transport);
    const { administer, redeem, add, invite, personOf, command } = people;

    it('an invitation names the public address, and yields one key, of two requests at once too', async () => {
      const { personId } = await add('Ada');
      const invitation = await invite(personId, { scopes: ['projects:read'], keyExpiresInSeconds: 3600 });
      expect(invitation.link).toBe(`https://patchbay.example/join#${invitation.code}`);
      const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(invitation.code)));
      const successes = answers.filter(({ status }) => status === 200);
      expect(successes).toHaveLength(1);
      expect(successes[0]!.body).toMatchObject({
        personName: 'Ada',
        accountName: 'owner',
        baseUrl: `https://patchbay.example${API_PREFIX}`,
      });
      for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
        expect([status, body.error?.code]).toEqual([410, 'INVITATION_INVALID']);
        expect(body.error?.message).toContain('was used before');
      }
      const { key } = successes[0]!.body;
      await people.service.ok('projects.list', { key });
      expect((await people.service.refused('projects.create', 403, { key, body: {} })).code).toBe(
        'MISSING_SCOPE',
      );
      people.service.clockOffsetMs += 3_601_000;
      expect((await people.service.refused('projects.list', 401, { key })).message).toContain('has expired');
    });

    it('an invitation that expired, was taken back or is none yields nothing, and says why', async () => {
      const { personId } = await add('Ada');
      const expiring = await invite(personId, { expiresInSeconds: 60 });
      const revoked = await invite(personId);
      expect((await administer('DELETE', `/invitations/${revoked.invitationId}`)).status).toBe(204);
      expect((await administer('DELETE', `/invitations/${revoked.invitationId}`)).status).toBe(410);
      expect((await administer('DELETE', '/invitations/inv_none')).status).toBe(404);
      const used = await invite(personId);
      await redeem(used.code);
      expect((await administer('DELETE', `/invitations/${used.invitationId}`)).status).toBe(410);
      people.service.clockOffsetMs += 61_000;
      const reasonOf = async (code: string) => (await redeem(code)).body.error?.message;
      expect(await reasonOf(expiring.code)).toContain('has expired');
      expect(await reasonOf(revoked.code)).toContain('was taken back');
      expect(await reasonOf('pbi_none')).toContain('not known here');
      expect(await reasonOf('')).toContain('not known here');
      expect(await reasonOf('x'.repeat(1000))).toContain('Send the code');
      expect(await people.service.count('api_keys')).toBe(2);
    });

    it('an open invitation is shown and can be revoked, however many were used since', async () => {
      const ada = await add('Ada');
      const { invitationId } = await invite(ada.personId);
      const second = await add('Ben');
      const at = new Date().toISOString();
      await people.service.context.db.runMany(
        `INSERT INTO invitations (id, person_id, hash, scopes, created_at, expires_at, used_at)
         VALUES (?, ?, ?, 'projects:read', ?, ?, ?)`,
        Array.from({ length: 1000 }, (_, index) => [
          `inv_z${index}`,
          second.personId,
          `h${index}`,
          at,
          at,
          at,
        ]),
      );
      const expected = [expect.objectContaining({ invitationId, state: 'open' })];
      expect((await personOf(ada.personId)).invitations).toEqual(expected);
      const changed = await administer<Person>('PUT', `/people/${ada.personId}`, NO_LIMITS);
      expect(changed.body.invitations).toEqual(expected);
      expect((await command('invitations', 'Ada'))[1]).toContain(invitationId);
    });

    it('the page of an invitation loads nothing, tells nobody its address, and speaks German where wanted', async () => {
      const page = await people.service.raw('/join', { headers: { 'accept-language': 'de-AT,en;q=0.5' } });
      const html = await page.text();
      expect(html).toContain('<html lang="de">');
      expect(html).toContain('Einladung');
      expect(html).not.toMatch(/https?:|src=/);
      const { headers } = page;
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/);
      expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
        'no-referrer',
        'no-store',
      ]);
      expect(await (await people.service.raw('/join')).text()).toContain('<html lang="en">');
      expect((await people.service.raw('/join', { method: 'DELETE' })).status).toBe(405);
      expect((await people.service.raw('/join/else')).status).toBe(404);
    });
  });
}
