import { expect, it } from 'vitest';
import { inviteLink } from './invite-link.ts';

it('links to the registration with the code filled in', () => {
  expect(inviteLink('https://trade.example.com', 'AB12CD')).toBe(
    'https://trade.example.com/#/register?invite_code=AB12CD',
  );
});
