import { accountCalls } from '@fairlot/contract';
import { done, refuse } from '../../platform/answer.ts';
import type { Calls } from '../../platform/calls.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';
import { presentUser } from './presenter.ts';
import type { AuthService } from './service.ts';

/** Demo sign-in, the signed-in user, signing out. */
export function registerAuth(calls: Calls, service: AuthService, trading: TradingHost): void {
  calls.forVisitor(accountCalls.createDemo, async (input, context) => {
    const entered = await service.signInDemo(input.demo_id, context.key, context.address);
    if (!entered.ok) return entered;
    const { token, user, demoId } = entered.data;
    const account = await committedAccount(trading, user.id);
    return account === undefined ? refuse('not_ready') : done({ token, user: presentUser(user, account), demo_id: demoId });
  });

  calls.forUser(accountCalls.userInfo, async (_input, context) => {
    const user = await service.user(context.session);
    if (!user.ok) return user;
    const account = await committedAccount(trading, user.data.id);
    return account === undefined ? refuse('unknown_account') : done(presentUser(user.data, account));
  });

  calls.forUser(accountCalls.logout, async (_input, context) => {
    await service.signOut(context.session);
    return done({}, 'logged_out');
  });
}
