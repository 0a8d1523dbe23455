import { readStatementTrades } from '@fairlot/client';
import type { RecordPage, StatementTrade } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import { readStored, writeStored } from '@fairlot/web';
import { useEffect, useMemo, useState } from 'react';
import { MOST_MARKS } from '../../chart/trade-marks.ts';
import type { TradeMark } from '../../chart/trade-marks.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { account, api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

const KEY = 'fairlot.tradeMarks';

/** Marks of the user's closed trades on an instrument's chart. */
export interface MarkBoard {
  /** The choice of this device; undefined for visitors, who have no trades. */
  readonly on: boolean | undefined;
  readonly turn: (on: boolean) => void;
  readonly marks: readonly TradeMark[];
  /** The trade whose mark was tapped. */
  readonly picked: StatementTrade | undefined;
  readonly pick: (id: number | undefined) => void;
}

const NONE: readonly TradeMark[] = [];

/** The last closed trades of an instrument as marks. `busy`: another layer of the chart is in use and hides them. */
export function useTradeMarks(instrument: number, busy: boolean): MarkBoard {
  const user = useSession((session) => session.user?.uid);
  const [on, setOn] = useState(() => readStored(KEY) === true);
  const [picked, setPicked] = useState<number>();
  const enabled = user !== undefined && on;
  const { data, refetch } = useQuery<RecordPage<StatementTrade>>({
    queryKey: accountKey(user ?? '', 'statement-marks', instrument),
    enabled,
    queryFn: ({ signal }) =>
      readStatementTrades(api, { period: 'all', instrument, page: 1, size: MOST_MARKS }, { quiet: true, signal }),
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const stops = [account.onClosed(() => void refetch()), account.onResumed(() => void refetch())];
    return () => {
      for (const stop of stops) stop();
    };
  }, [enabled, refetch]);
  const trades = enabled && !busy ? data?.items : undefined;
  const marks = useMemo(() => trades?.map(markOf) ?? NONE, [trades]);
  return {
    on: user === undefined ? undefined : on,
    turn: (next) => {
      setOn(next);
      writeStored(KEY, next);
    },
    marks,
    picked: trades?.find(({ id }) => id === picked),
    pick: setPicked,
  };
}

function markOf({ id, side, openedAt, openPrice, closedAt, closePrice, net }: StatementTrade): TradeMark {
  return {
    id,
    side,
    entry: { time: Date.parse(openedAt), price: Number(openPrice) },
    exit: { time: Date.parse(closedAt), price: Number(closePrice) },
    sign: Math.sign(Number(net)) as TradeMark['sign'],
  };
}
