import type { AmendOrder, Command, SetPartialLevels, SetStops } from '../command.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { amendOrder } from './amend.ts';
import { expire } from './expiry.ts';
import { beginBurst, endBurst } from './burst.ts';
import { cancelOrder, closePosition, setStops } from './close.ts';
import { closeAll, closeByOpposite } from './close-several.ts';
import { correctFill } from './correct.ts';
import { copyFee } from './copy-fee.ts';
import { adjust, deposit, openAccount, resetDemo, retireAccount, reward } from './funding.ts';
import { assignGroup, defineGroup, removeGroup } from './groups.ts';
import { removeInstrument } from './remove-instrument.ts';
import { setPartialLevels } from './partial-levels.ts';
import { placeOrder } from './place.ts';
import { stopOut } from './stop-out.ts';
import { beginRollover, chargeSwap, endRollover } from './swap.ts';
import { defineInstrument, setDealing, setRules } from './terms.ts';
import { trigger } from './trigger.ts';
import { endWithdrawal, holdWithdrawal } from './withdrawals.ts';

/** Decides one command: emits the events that follow from it, or refuses it without events. */
export function decide(work: Work, command: Command): Outcome {
  switch (command.type) {
    case 'openAccount':
      return openAccount(work, command);
    case 'placeOrder':
      return placeOrder(work, command);
    case 'closePosition':
      return closePosition(work, command);
    case 'closeByOpposite':
      return closeByOpposite(work, command);
    case 'closeAll':
      return closeAll(work, command);
    case 'cancelOrder':
      return cancelOrder(work, command);
    case 'correctFill':
      return correctFill(work, command);
    case 'setStops':
    case 'setPartialLevels':
    case 'amendOrder':
      return changeOrder(work, command);
    case 'deposit':
      return deposit(work, command);
    case 'holdWithdrawal':
      return holdWithdrawal(work, command);
    case 'releaseWithdrawal':
    case 'payWithdrawal':
      return endWithdrawal(work, command);
    case 'adjust':
      return adjust(work, command);
    case 'reward':
      return reward(work, command);
    case 'chargeCopyFee':
    case 'payCopyFee':
      return copyFee(work, command);
    case 'resetDemo':
      return resetDemo(work, command);
    case 'retireAccount':
      return retireAccount(work, command);
    case 'chargeSwap':
      return chargeSwap(work, command);
    case 'defineInstrument':
      return defineInstrument(work, command);
    case 'removeInstrument':
      return removeInstrument(work, command);
    case 'setDealing':
      return setDealing(work, command);
    case 'setRules':
      return setRules(work, command);
    case 'defineGroup':
      return defineGroup(work, command);
    case 'removeGroup':
      return removeGroup(work, command);
    case 'assignGroup':
      return assignGroup(work, command);
    case 'beginRollover':
      return beginRollover(work, command);
    case 'endRollover':
      return endRollover(work, command);
    case 'trigger':
      return trigger(work, command);
    case 'stopOut':
      return stopOut(work, command);
    case 'beginBurst':
      return beginBurst(work, command);
    case 'endBurst':
      return endBurst(work, command);
    case 'expire':
      return expire(work, command);
  }
}

function changeOrder(work: Work, command: SetStops | SetPartialLevels | AmendOrder): Outcome {
  if (command.type === 'amendOrder') return amendOrder(work, command);
  return command.type === 'setStops' ? setStops(work, command) : setPartialLevels(work, command);
}
