import type { CallInput, CallOptions, CallOutput } from '../http/types.ts';
import { copyDeedFrom, copyFrom, copyPreviewFrom, leaderFrom, ownLeadFrom } from './copying.ts';
import type { Copy, CopyChoice, CopyDeed, CopyPreview, Leader, OwnLead } from './copying.ts';
import type { ReadOptions, Reader, RecordPage } from './read.ts';

/** The chosen terms in the contract's words. */
function choiceRecord(choice: CopyChoice) {
  return {
    allocation: choice.allocation,
    multiple: choice.multiple,
    ...(choice.stopLoss !== undefined && { stop_loss: choice.stopLoss }),
    ...(choice.maxLeverage !== undefined && { max_leverage: choice.maxLeverage }),
    max_slippage: choice.maxSlippage,
    instruments: choice.instruments.map(({ instrument, maxLots }) => ({ forex_id: instrument, max_lots: maxLots })),
  };
}

export async function readLeader(api: Reader, id: number, options: ReadOptions): Promise<Leader> {
  return leaderFrom(await api.call('followTrader', { id }, options));
}

export async function readCopies(api: Reader, page: number, options: ReadOptions): Promise<RecordPage<Copy>> {
  const { data, total } = await api.call('copies', { page }, options);
  return { items: data.map(copyFrom), total };
}

export async function readCopyDeeds(
  api: Reader,
  asked: { readonly id: number; readonly page: number },
  options: ReadOptions,
): Promise<RecordPage<CopyDeed>> {
  const { data, total } = await api.call('copyDeeds', asked, options);
  return { items: data.map(copyDeedFrom), total };
}

export async function readOwnLead(api: Reader, options: ReadOptions): Promise<OwnLead> {
  return ownLeadFrom(await api.call('ownLead', {}, options));
}

/** The sizes that a copy would have now. */
export async function previewCopy(
  api: Reader,
  trader: number,
  choice: CopyChoice,
  options: ReadOptions,
): Promise<CopyPreview> {
  return copyPreviewFrom(await api.call('copyPreview', { trader_id: trader, ...choiceRecord(choice) }, options));
}

type Change = 'copyStart' | 'copyAmend' | 'copyPause' | 'copyResume' | 'copyStop' | 'setLead';

/** A caller of state-changing calls. */
interface Sender {
  call<N extends Change>(name: N, input: CallInput<N>, options: CallOptions): Promise<CallOutput<N>>;
}
type Keyed = CallOptions & { readonly key: string };

/** Starts to copy a trader, for the fee that the user was shown. The same key never starts a second copy. */
export async function startCopy(
  api: Sender,
  start: {
    readonly trader: number;
    readonly choice: CopyChoice;
    readonly openPositions: boolean;
    readonly feePercent: number;
  },
  options: Keyed,
): Promise<Copy> {
  const input = {
    trader_id: start.trader,
    ...choiceRecord(start.choice),
    copy_open: start.openPositions ? 1 : 0,
    fee_percent: start.feePercent,
  };
  return copyFrom(await api.call('copyStart', input, options));
}

export async function amendCopy(api: Sender, id: number, choice: CopyChoice, options: Keyed): Promise<Copy> {
  return copyFrom(await api.call('copyAmend', { id, ...choiceRecord(choice) }, options));
}

export async function pauseCopy(api: Sender, id: number, options: Keyed): Promise<Copy> {
  return copyFrom(await api.call('copyPause', { id }, options));
}

export async function resumeCopy(api: Sender, id: number, options: Keyed): Promise<Copy> {
  return copyFrom(await api.call('copyResume', { id }, options));
}

/** Ends a copy, and closes its positions if wished. */
export async function stopCopy(api: Sender, id: number, close: boolean, options: Keyed): Promise<Copy> {
  return copyFrom(await api.call('copyStop', { id, close: close ? 1 : 0 }, options));
}

export async function setLead(
  api: Sender,
  { accepts, feePercent }: { readonly accepts: boolean; readonly feePercent: number },
  options: Keyed,
): Promise<OwnLead> {
  return ownLeadFrom(await api.call('setLead', { accepts: accepts ? 1 : 0, fee_percent: feePercent }, options));
}
