import { marketingCalls } from '@fairlot/contract';
import type { Calls } from '../../http/calls.ts';
import { done } from '../../http/answer.ts';
import type { MarketingConsent } from './consent.ts';

/** Registers the calls about the agreement to news by mail. */
export function registerMarketing(calls: Calls, consent: MarketingConsent): void {
  calls.forUser(marketingCalls.marketing, async (_input, { session }) => done(await consent.of(session.account)));
  calls.forUser(marketingCalls.setMarketing, async ({ accepted }, { session }) =>
    done(await consent.set(session.account, accepted)),
  );
  calls.forVisitor(marketingCalls.endMarketing, ({ token }, { actor }) =>
    consent.endByLink(token, (user) => {
      actor.user = user;
    }),
  );
}
