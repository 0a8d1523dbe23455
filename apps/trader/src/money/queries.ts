import type { CallOutput } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { accountKey } from '../shared/query-client.ts';
import { api } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';

/** 1 = crypto, 2 = bank, as withdrawals and bound methods count them. */
export type DrawType = 1 | 2;
export type DrawCurrency = CallOutput<'drawCurrencies'>[number];
export type DrawMethod = CallOutput<'drawMethods'>[number];
export type AmountBounds = CallOutput<'amountBounds'>;

/** An answer that belongs to the signed-in account. */
function useOwn<T>(key: readonly (string | number)[], load: (signal: AbortSignal) => Promise<T>): UseQueryResult<T> {
  const user = useSession((session) => session.user?.uid);
  return useQuery({
    queryKey: accountKey(user ?? '', ...key),
    enabled: user !== undefined,
    queryFn: ({ signal }) => load(signal),
  });
}

/** Bounds of amounts, and what can be withdrawn now. */
export const useBounds = (): UseQueryResult<AmountBounds> =>
  useOwn(['bounds'], (signal) => api.call('amountBounds', {}, { quiet: true, signal }));
export const useNetworks = (): UseQueryResult<CallOutput<'chargeNetworks'>> =>
  useOwn(['networks'], (signal) => api.call('chargeNetworks', {}, { quiet: true, signal }));
export const useCollectCoins = (): UseQueryResult<CallOutput<'collectCoins'>> =>
  useOwn(['coins'], (signal) => api.call('collectCoins', {}, { quiet: true, signal }));
/** The operator’s bank accounts for a currency. */
export const useReceivingAccounts = (coin: number): UseQueryResult<CallOutput<'receivingAccounts'>> =>
  useOwn(['accounts', coin], (signal) => api.call('receivingAccounts', { bank_coin: coin }, { quiet: true, signal }));
export const useDrawCurrencies = (type: DrawType): UseQueryResult<DrawCurrency[]> =>
  useOwn(['currencies', type], (signal) => api.call('drawCurrencies', { type }, { quiet: true, signal }));
/** One’s bound addresses or bank accounts. */
export const useMethods = (type: DrawType): UseQueryResult<DrawMethod[]> =>
  useOwn(['methods', type], (signal) => api.call('drawMethods', { draw_type: type }, { quiet: true, signal }));

/** A coin with its network, or a plain currency. */
export function currencyName({ code, protocol }: { readonly code: string; readonly protocol: string }): string {
  return protocol === '' ? code : `${code}-${protocol}`;
}
