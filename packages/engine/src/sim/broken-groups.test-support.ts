import { commission } from '@fairlot/domain';
import type { EngineImage, TradingEngine } from '../index.ts';
import { bound, broken } from './broken-engine.test-support.ts';
import type { EngineMaker } from './index.ts';

/** Returns changed images. */
export function withImage(engine: TradingEngine, change: (image: EngineImage) => EngineImage): TradingEngine {
  const image: TradingEngine['image'] = () => change(engine.image());
  return new Proxy(engine, { get: (target, name) => (name === 'image' ? image : bound(target, name)) });
}

/** Returns images without the groups of accounts. */
function withoutGroups(engine: TradingEngine): TradingEngine {
  return withImage(engine, (image) => ({ ...image, groups: [] }));
}

/** Returns images in which every account is in the group of its kind. */
function withoutMoves(engine: TradingEngine): TradingEngine {
  return withImage(engine, (whole) => ({
    ...whole,
    accounts: [...whole.accounts].map((account) => ({ ...account, group: undefined })),
  }));
}

/** Returns images in which orders have no markup. */
function withoutMarkups(engine: TradingEngine): TradingEngine {
  return withImage(engine, (whole) => ({
    ...whole,
    orders: [...whole.orders].map((order) => ({ ...order, markup: undefined })),
  }));
}

/** Drops a part of the terms of groups. */
export function withoutTerms(
  part: 'markup' | 'commission' | 'swap' | 'offered' | 'maxLeverage' | 'tiers' | 'stopOutPercent' | 'hedgedMargin',
) {
  return (engine: TradingEngine): TradingEngine => {
    const submit: TradingEngine['submit'] = (command, fresh) => {
      if (command.type !== 'defineGroup') return engine.submit(command, fresh);
      const terms = command.group.terms.map((own) => ({ ...own, [part]: undefined }));
      return engine.submit({ ...command, group: { ...command.group, [part]: undefined, terms } }, fresh);
    };
    return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
  };
}

/** Notes the version of the present terms of an order's account instead of those that the order has. */
function withPresentTerms(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const submission = engine.submit(command, fresh);
    if (submission.kind !== 'applied' || command.type !== 'amendOrder') return submission;
    const [first, ...rest] = submission.rows;
    const terms = first.terms?.map((noted) => {
      const group = engine.groupOf(command.account) ?? 0;
      const version = engine.groupTerms(group, noted.instrument)?.version ?? '';
      return { ...noted, terms: { ...noted.terms, version } };
    });
    return { ...submission, rows: [{ ...first, terms }, ...rest] };
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Engines that break a rule of groups. */
export const GROUP_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'the markup of a group is forgotten': () => broken({}, withoutTerms('markup')),
  'the commission of a group is forgotten': () => broken({}, withoutTerms('commission')),
  'a commission per million is one per lot': () =>
    broken({ commission: ({ rate }, ...rest) => commission({ mode: 'perLot', rate }, ...rest) }),
  'the swap of a group is forgotten': () => broken({}, withoutTerms('swap')),
  'the leverage of a group is not capped': () => broken({}, withoutTerms('maxLeverage')),
  'an instrument is dealt in that a group is not offered': () => broken({}, withoutTerms('offered')),
  'the stop-out level of a group is forgotten': () => broken({}, withoutTerms('stopOutPercent')),
  'the terms of a moved order have the markup of now': () => broken({}, withPresentTerms),
  'recovery loses the groups': () => broken({}, withoutGroups),
  'recovery puts accounts back into the group of their kind': () => broken({}, withoutMoves),
  'recovery loses the markup of orders': () => broken({}, withoutMarkups),
};
