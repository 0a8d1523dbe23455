import type { CommandDraft, SystemCommandDraft } from '../port.ts';

const KNOWN: Readonly<Record<(CommandDraft | SystemCommandDraft)['type'], true>> = {
  openAccount: true,
  placeOrder: true,
  closePosition: true,
  closeByOpposite: true,
  closeAll: true,
  cancelOrder: true,
  correctFill: true,
  setStops: true,
  setPartialLevels: true,
  amendOrder: true,
  deposit: true,
  holdWithdrawal: true,
  releaseWithdrawal: true,
  payWithdrawal: true,
  adjust: true,
  reward: true,
  chargeCopyFee: true,
  payCopyFee: true,
  resetDemo: true,
  retireAccount: true,
  chargeSwap: true,
  assignGroup: true,
  defineInstrument: true,
  removeInstrument: true,
  defineGroup: true,
  removeGroup: true,
  setDealing: true,
  setRules: true,
  endRollover: true,
};

/** False for a command of a newer version, which the engine of this process can't decide. */
export function isKnown({ type }: CommandDraft | SystemCommandDraft): boolean {
  return Object.hasOwn(KNOWN, type);
}
