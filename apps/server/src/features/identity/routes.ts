import { identityCalls, imageIdOf } from '@fairlot/contract';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import { presentCenter } from './presenter.ts';
import type { IdentityQueries, Submission } from './queries.ts';

/** Registers the user's calls for identity verification. */
export function registerIdentity(calls: Calls, queries: IdentityQueries, clock: Clock): void {
  const cardOf = (submission: Submission): string => queries.cardOf(submission);
  calls.forUser(identityCalls.submitIdentity, async (input, { session, key }) => {
    if (input.name === '') return refuse('name_required');
    if (input.card_id === '') return refuse('card_id_required');
    // The same picture can't show both sides.
    if (input.front_pic === '' || input.reverse_pic === '' || input.front_pic === input.reverse_pic)
      return refuse('both_sides_required');
    const outcome = await queries.submit(
      {
        user: session.account,
        key,
        name: input.name,
        cardId: input.card_id,
        front: imageIdOf(input.front_pic),
        reverse: imageIdOf(input.reverse_pic),
      },
      new Date(clock()),
    );
    return typeof outcome === 'string' ? refuse(outcome) : done(presentCenter(outcome, cardOf), 'identity_submitted');
  });

  calls.forUser(identityCalls.identityCenter, async (_input, { session }) =>
    done(presentCenter(await queries.last(session.account), cardOf)),
  );
}
