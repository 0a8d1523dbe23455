import { marketingCalls } from '@fairlot/contract';
import type { FastifyInstance } from 'fastify';
import { done } from '../../http/answer.ts';
import type { CallLimits, Calls } from '../../http/calls.ts';
import { registerOneClick } from '../../http/one-click.ts';
import type { MarketingConsent } from './consent.ts';

/** Registers the calls about the agreement to news by mail, and the ways to end it without a session. */
export function registerMarketing(
  calls: Calls,
  app: FastifyInstance,
  { consent, networks }: { readonly consent: MarketingConsent; readonly networks: CallLimits['networks'] },
): void {
  calls.forUser(marketingCalls.marketing, async (_input, { session }) => done(await consent.of(session.account)));
  calls.forUser(marketingCalls.setMarketing, async ({ accepted }, { session }) =>
    done(await consent.set(session.account, accepted)),
  );
  calls.forVisitor(marketingCalls.endMarketing, ({ token }, { actor }) =>
    consent.endByLink(token, (user) => {
      actor.user = user;
    }),
  );
  registerOneClick(
    app,
    marketingCalls.endMarketing.path,
    networks,
    async (token) => (await consent.endByLink(token, () => undefined)).ok,
  );
}
