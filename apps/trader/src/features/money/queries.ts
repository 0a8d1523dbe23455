import {
  readAmountBounds,
  readBankCurrencies,
  readDepositNetworks,
  readReceivingAccounts,
  readWithdrawalCurrencies,
  readWithdrawalMethods,
} from '@fairlot/client';
import type {
  AmountBounds,
  Currency,
  DepositNetwork,
  FundingMethod,
  ReceivingAccount,
  WithdrawalCurrency,
  WithdrawalMethod,
} from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

/** A query that belongs to the signed-in account. */
function useOwn<T>(key: readonly (string | number)[], load: (signal: AbortSignal) => Promise<T>): UseQueryResult<T> {
  const user = useSession((session) => session.user?.uid);
  return useQuery({
    queryKey: accountKey(user ?? '', ...key),
    enabled: user !== undefined,
    queryFn: ({ signal }) => load(signal),
  });
}

/** Bounds of amounts, and the amount available for withdrawal. */
export const useBounds = (): UseQueryResult<AmountBounds> =>
  useOwn(['bounds'], (signal) => readAmountBounds(api, { quiet: true, signal }));
export const useNetworks = (): UseQueryResult<DepositNetwork[]> =>
  useOwn(['networks'], (signal) => readDepositNetworks(api, { quiet: true, signal }));
/** Currencies of bank deposits. */
export const useBankCurrencies = (): UseQueryResult<{ readonly id: number; readonly name: string }[]> =>
  useOwn(['coins'], (signal) => readBankCurrencies(api, { quiet: true, signal }));
/** The operator's bank accounts for a currency. */
export const useReceivingAccounts = (currency: number): UseQueryResult<ReceivingAccount[]> =>
  useOwn(['accounts', currency], (signal) => readReceivingAccounts(api, currency, { quiet: true, signal }));
export const useWithdrawalCurrencies = (method: FundingMethod): UseQueryResult<WithdrawalCurrency[]> =>
  useOwn(['currencies', method], (signal) => readWithdrawalCurrencies(api, method, { quiet: true, signal }));
/** The user's bound addresses or bank accounts. */
export const useMethods = (method: FundingMethod): UseQueryResult<WithdrawalMethod[]> =>
  useOwn(['methods', method], (signal) => readWithdrawalMethods(api, method, { quiet: true, signal }));

/** Display name: a coin with its network, or a plain currency. */
export function currencyName({ code, protocol }: Currency): string {
  return protocol === '' ? code : `${code}-${protocol}`;
}

/** Value of `type` in the address of the page that binds a method; specification, section 2. */
export const BIND_TYPE: Readonly<Record<FundingMethod, 1 | 2>> = { coin: 1, bank: 2 };
