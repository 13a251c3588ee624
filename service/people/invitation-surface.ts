import { Redemption, type RedeemedInvitation } from '#shared/administration/people.ts';
import { API_PREFIX } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { readJson } from '#service/http/read-body.ts';
import { jsonReply, type Reply } from '#service/http/respond.ts';
import { Problem } from '#service/problems/problem.ts';
import { JOIN_PATH, redeem } from './invitations.ts';
import { peopleContext } from './people.ts';
import { joinPage } from './join-page.ts';

/** Where people from outside turn an invitation into a key: beside the API, with the code as the credential. */

const NO_STORE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** The page of an invitation, and the request that it sends. */
export function createInvitationSurface(ctx: ServiceContext) {
  const yieldKey = async (request: Request): Promise<Reply> => {
    const parsed = Redemption.safeParse(await readJson(request));
    if (!parsed.success)
      throw Problem.of('INVITATION_INVALID', 'Send the code of the invitation: {"code": "pbi_…"}.');
    const { key, person } = await redeem(peopleContext(ctx), parsed.data.code);
    const redeemed: RedeemedInvitation = {
      key,
      personName: person.name,
      accountName: person.accountName,
      baseUrl: `${ctx.urls.origin()}${API_PREFIX}`,
    };
    return jsonReply(200, JSON.stringify(redeemed), NO_STORE);
  };
  return {
    matches: (path: string): boolean => path === JOIN_PATH,
    async respond(request: Request): Promise<Reply> {
      if (request.method === 'POST') return await yieldKey(request);
      if (request.method === 'GET') {
        const { html, policy } = joinPage(request.headers.get('accept-language'));
        return {
          status: 200,
          body: html,
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': policy,
            'x-content-type-options': 'nosniff',
            ...NO_STORE,
          },
        };
      }
      throw Problem.of('METHOD_NOT_ALLOWED', 'This path answers GET, POST.', { allowed: ['GET', 'POST'] });
    },
  };
}
