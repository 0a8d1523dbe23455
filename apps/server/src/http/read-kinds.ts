import { type Call, type CallName, calls } from '@fairlot/contract';
import { ReadQueue } from '../platform/read-queue.ts';

/** Kinds of reads that wait in a queue of their own, so that none of them keeps trading or sign-in waiting. */
export type ReadKind =
  /** Statements and ledgers: much data of one account. */
  | 'report'
  /** Texts of the operator, which visitors read from the database. */
  | 'content'
  /** Bars that are not in memory; the feature of instruments runs these reads itself. */
  | 'history';

export type ReadQueues = Readonly<Record<ReadKind, ReadQueue>>;

const KINDS: Partial<Record<CallName, ReadKind>> = {
  statement: 'report',
  statementTrades: 'report',
  statementMovements: 'report',
  statementFile: 'report',
  tradeStatistics: 'report',
  stopOut: 'report',
  forexDetail: 'report',
  forexChange: 'report',
  followTrader: 'report',
  newsList: 'content',
  newsInfo: 'content',
  getCompany: 'content',
  getCompanyStatus: 'content',
  announcement: 'content',
};

const KIND_OF_PATH: ReadonlyMap<string, ReadKind> = new Map(
  Object.entries(KINDS).map(([name, kind]) => [calls[name as CallName].path, kind]),
);

/** The kind of an expensive read; undefined for other calls. */
export function readKindOf({ path }: Pick<Call, 'path'>): ReadKind | undefined {
  return KIND_OF_PATH.get(path);
}

/** The queues of expensive reads. A page asks for up to four reports at a time, and for a few texts. */
export function readQueues(reportsAtOnce: number): ReadQueues {
  return {
    report: new ReadQueue({ atOnce: reportsAtOnce, mostWaiting: 100, mostOfCaller: 8 }),
    content: new ReadQueue({ atOnce: 4, mostWaiting: 200, mostOfCaller: 32 }),
    history: new ReadQueue({ atOnce: 4, mostWaiting: 200, mostOfCaller: 32 }),
  };
}
