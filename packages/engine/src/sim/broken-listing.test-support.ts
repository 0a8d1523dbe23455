import type { Instrument } from '@fairlot/domain';
import type { EngineImage, TradingEngine } from '../index.ts';
import { bound, broken } from './broken-engine.test-support.ts';
import type { EngineMaker } from './index.ts';

/** Returns changed images. */
function withImage(engine: TradingEngine, change: (image: EngineImage) => EngineImage): TradingEngine {
  const image: TradingEngine['image'] = () => change(engine.image());
  return new Proxy(engine, { get: (target, name) => (name === 'image' ? image : bound(target, name)) });
}

/** Follows the commands that succeed. */
function withSubmit(engine: TradingEngine, then: (command: Parameters<TradingEngine['submit']>[0]) => void) {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const submission = engine.submit(command, fresh);
    if (submission.kind === 'applied' && submission.rows[0].outcome.ok) then(command);
    return submission;
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Returns images that still have the instruments that were removed. */
function withRemoved(engine: TradingEngine): TradingEngine {
  const ever = new Map<number, Instrument>();
  const followed = withSubmit(engine, (command) => {
    if (command.type === 'defineInstrument') ever.set(command.instrument.id, command.instrument);
  });
  return withImage(followed, (image) => {
    const listed = [...image.instruments];
    const gone = [...ever.values()].filter(({ id }) => listed.every((each) => each.id !== id));
    return { ...image, instruments: [...listed, ...gone].sort((left, right) => left.id - right.id) };
  });
}

/** Returns images in which removed instruments have no mode, so that they come back released. */
function withoutModesOfRemoved(engine: TradingEngine): TradingEngine {
  return withImage(engine, (image) => {
    const listed = new Set([...image.instruments].map(({ id }) => id));
    return { ...image, restricted: [...(image.restricted ?? [])].filter(({ instrument }) => listed.has(instrument)) };
  });
}

/** Answers that an instrument is removed, and keeps it. */
function withoutRemoval(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    if (command.type !== 'removeInstrument') return engine.submit(command, fresh);
    const { time, instrument } = command;
    return engine.submit({ type: 'setDealing', time, instrument, mode: 'halted', staff: 3, memo: '' }, fresh);
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Engines that break a rule of instruments that come and go. */
export const LISTING_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'recovery brings a removed instrument back': () => broken({}, withRemoved),
  'a removed instrument comes back released': () => broken({}, withoutModesOfRemoved),
  'an instrument is halted instead of removed': () => broken({}, withoutRemoval),
};
