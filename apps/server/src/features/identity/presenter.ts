import { type OutputOf, type identityCalls, imageUrlOf } from '@fairlot/contract';
import { maskCardId } from './card-id.ts';
import type { Submission } from './queries.ts';

type Center = OutputOf<(typeof identityCalls)['identityCenter']>;

const NOTHING: Center = {
  review_status: 0,
  name: '',
  card_id: '',
  front_pic: '',
  reverse_pic: '',
  submitted_at: null,
  reason: '',
};

/**
 * Converts a user's last submission to its wire format. Of a rejected or revoked one only the name and the reason
 * remain, so that the user can submit again.
 */
export function presentCenter(last: Submission | undefined, cardOf: (submission: Submission) => string): Center {
  if (last === undefined) return NOTHING;
  if (last.status === 'rejected' || last.status === 'revoked')
    return { ...NOTHING, name: last.name, reason: last.reason ?? '' };
  return {
    review_status: last.status === 'finished' ? 2 : 1,
    name: last.name,
    card_id: maskCardId(cardOf(last)),
    front_pic: imageUrlOf(last.front_image),
    reverse_pic: imageUrlOf(last.reverse_image),
    submitted_at: last.submitted_at.toISOString(),
    reason: '',
  };
}
