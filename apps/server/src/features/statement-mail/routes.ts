import { statementMailCalls } from '@fairlot/contract';
import type { FastifyInstance } from 'fastify';
import { done, refuse } from '../../http/answer.ts';
import type { CallLimits, Calls } from '../../http/calls.ts';
import { registerOneClick } from '../../http/one-click.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';
import type { StatementMailQueries } from './queries.ts';
import { userOfStopToken } from './stop-token.ts';

export interface StatementMailDeps {
  readonly queries: StatementMailQueries;
  readonly secrets: Secrets;
  readonly networks: CallLimits['networks'];
  readonly clock: Clock;
}

/** Registers the choice of mails about the daily statement, and the ways to end them without a session. */
export function registerStatementMail(
  calls: Calls,
  app: FastifyInstance,
  { queries, secrets, networks, clock }: StatementMailDeps,
): void {
  const stop = async (token: string): Promise<boolean> => {
    const user = userOfStopToken(secrets, token);
    if (user === undefined) return false;
    await queries.setMode(user, 'off', new Date(clock()));
    return true;
  };

  calls.forUser(statementMailCalls.statementMail, async (_input, { session }) => {
    const { mode, hasMailbox } = await queries.modeOf(session.account);
    return done({ mode, mailbox: hasMailbox });
  });

  calls.forUser(statementMailCalls.setStatementMail, async ({ mode }, { session }) => {
    await queries.setMode(BigInt(session.account), mode, new Date(clock()));
    return done({});
  });

  calls.forVisitor(statementMailCalls.stopStatementMail, async ({ token }) =>
    (await stop(token)) ? done({}) : refuse('link_invalid'),
  );

  registerOneClick(app, statementMailCalls.stopStatementMail.path, networks, stop);
}
