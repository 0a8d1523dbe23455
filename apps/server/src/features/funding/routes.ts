import { PAGE_SIZE, fundingCalls } from '@fairlot/contract';
import { formatMoney, withdrawable } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import type { DoneKey } from '../../http/answer-text.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { Calls, UserContext } from '../../http/calls.ts';
import type { SiteSettings } from '../../platform/site-settings.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';
import { presentDeposit } from './deposits/presenter.ts';
import type { DepositQueries, DepositRow } from './deposits/queries.ts';
import type { DepositService, UserRequest } from './deposits/service.ts';
import type { MethodQueries, MethodRow } from './methods/queries.ts';
import { type MethodService, presentMethod } from './methods/service.ts';
import { presentAccount, presentCurrency, presentNetwork } from './terms/presenter.ts';
import type { TermsQueries } from './terms/queries.ts';
import { presentWithdrawal } from './withdrawals/presenter.ts';
import type { WithdrawalQueries, WithdrawalRow } from './withdrawals/queries.ts';
import type { WithdrawalService } from './withdrawals/service.ts';
import type { Waiting } from './withdrawals/waiting.ts';

export interface FundingDeps {
  readonly terms: TermsQueries;
  readonly deposits: { readonly service: DepositService; readonly queries: DepositQueries };
  readonly withdrawals: { readonly service: WithdrawalService; readonly queries: WithdrawalQueries };
  readonly methods: { readonly service: MethodService; readonly queries: MethodQueries };
  readonly trading: TradingHost;
  readonly settings: SiteSettings;
  readonly waiting: Waiting;
}

const slice = (page: number) => ({ offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE });
const requestOf = ({ session, key, isLocal }: UserContext): UserRequest => ({ user: session.account, key, isLocal });

/** The users’ side of deposits, withdrawals and bound methods. */
export function registerFunding(calls: Calls, parts: FundingDeps): void {
  registerDeposits(calls, parts);
  registerWithdrawals(calls, parts);
  registerMethods(calls, parts);
}

function reported(answer: Answer<DepositRow>) {
  return answer.ok ? done(presentDeposit(answer.data), answer.says) : answer;
}

function registerDeposits(calls: Calls, { terms, deposits: { service, queries } }: FundingDeps): void {
  calls.forUser(fundingCalls.chargeNetworks, async ({ with_closed: withClosed }, context) => {
    if (!service.takesMoney(context)) return done([]);
    const closed = withClosed === '1' ? await terms.closedNetworks() : [];
    return done([
      ...(await terms.networks()).filter(({ enabled }) => enabled).map((row) => presentNetwork(row, true)),
      ...closed.map((row) => presentNetwork(row, false)),
    ]);
  });
  calls.forUser(fundingCalls.collectCoins, async () =>
    done((await terms.coins()).filter(({ enabled }) => enabled).map(({ id, name }) => ({ id: Number(id), name }))),
  );
  calls.forUser(fundingCalls.receivingAccounts, async ({ bank_coin: coin, with_closed: withClosed }, context) => {
    if (!service.takesMoney(context)) return done([]);
    const closed = withClosed === '1' ? await terms.closedAccounts(coin) : [];
    return done([
      ...(await terms.openAccounts(coin)).map((row) => presentAccount(row, context.session.account, true)),
      ...closed.map((row) => presentAccount(row, context.session.account, false)),
    ]);
  });
  calls.forUser(fundingCalls.chargeSubmit, async (input, context) =>
    reported(await service.reportCoins(requestOf(context), input)),
  );
  calls.forUser(fundingCalls.wireSubmit, async (input, context) =>
    reported(await service.reportWire(requestOf(context), input)),
  );
  calls.forUser(fundingCalls.chargeRecords, async ({ type, page }, { session }) => {
    const { rows, total } = await queries.ofUser(session.account, Number(type), slice(page));
    return done({ data: rows.map(presentDeposit), total });
  });
}

function registerWithdrawals(
  calls: Calls,
  { terms, withdrawals: { service, queries }, trading, settings, waiting }: FundingDeps,
): void {
  const present = async (answer: Answer<WithdrawalRow>, language: LanguageCode, says: DoneKey) => {
    if (!answer.ok) return answer;
    const view = await queries.view(Number(answer.data.id), Number(answer.data.user_id));
    return view === undefined ? refuse('unknown_withdrawal') : done(presentWithdrawal(view, language), says);
  };

  calls.forUser(fundingCalls.drawCurrencies, async ({ type }) =>
    done((await terms.currencies()).filter((each) => each.enabled && String(each.type) === type).map(presentCurrency)),
  );
  calls.forUser(fundingCalls.draw, async (input, context) =>
    present(await service.ask(context, input), context.language, 'withdrawal_submitted'),
  );
  calls.forUser(fundingCalls.drawCancel, async ({ id }, { session, language }) =>
    present(await service.cancel(session.account, id), language, 'withdrawal_cancelled'),
  );
  calls.forUser(fundingCalls.drawRecords, async ({ type, page }, { session, language }) => {
    const { rows, total } = await queries.list({ owner: session.account, type: Number(type) }, slice(page));
    return done({ data: rows.map((row) => presentWithdrawal(row, language)), total });
  });
  calls.forUser(fundingCalls.amountBounds, async (_input, { session }) => {
    const account = await committedAccount(trading, session.account);
    if (account === undefined) return refuse('unknown_account');
    return done({
      ...boundsOf(settings),
      withdrawable: formatMoney(withdrawable(account.standing)),
      verification_missing: (await service.needsVerification(session.account)) ? 1 : 0,
      withdrawable_from: (await waiting.ofSession(session))?.toISOString() ?? null,
    });
  });
}

function boundsOf(settings: SiteSettings) {
  const {
    deposit_coin_min,
    deposit_coin_max,
    deposit_bank_min,
    deposit_bank_max,
    withdraw_coin_min,
    withdraw_coin_max,
    withdraw_bank_min,
    withdraw_bank_max,
  } = settings.values();
  return {
    deposit_coin_min,
    deposit_coin_max,
    deposit_bank_min,
    deposit_bank_max,
    withdraw_coin_min,
    withdraw_coin_max,
    withdraw_bank_min,
    withdraw_bank_max,
  };
}

function registerMethods(calls: Calls, { methods: { service, queries }, waiting }: FundingDeps): void {
  const present = (row: MethodRow) => presentMethod(row, waiting.ofMethod(row.created_at));
  calls.forUser(fundingCalls.drawMethods, async ({ draw_type: type, draw_id: currency }, { session }) =>
    done((await queries.ofUser(session.account, Number(type), currency)).map(present)),
  );
  calls.forUser(fundingCalls.bindDrawMethod, async (input, context) => {
    const bound = await service.bind(context, input);
    return bound.ok ? done(present(bound.data), bound.says) : bound;
  });
  calls.forUser(fundingCalls.delDrawMethod, ({ id }, { session }) => service.remove(session.account, id));
}
