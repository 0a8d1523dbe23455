import { emailChangeCalls } from '@fairlot/contract';
import { done } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { EmailChanges } from './email-changes.ts';

/** Registers the users' calls about their email address. */
export function registerOwnEmail(calls: Calls, changes: EmailChanges): void {
  calls.forUser(emailChangeCalls.emailChange, async (_input, { session }) =>
    done({ change: await changes.openOf(session.account) }),
  );
  calls.forUser(emailChangeCalls.askEmailChange, (input, context) => changes.ask(input, context));
  calls.forUser(emailChangeCalls.cancelEmailChange, async (_input, { session }) => {
    await changes.cancel(session.account);
    return done({});
  });
  calls.forVisitor(emailChangeCalls.confirmEmailChange, ({ token }, context) => changes.confirm(token, context));
}
