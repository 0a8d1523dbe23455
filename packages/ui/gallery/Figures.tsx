import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Change, Price, Sparkline } from '../src/index.ts';
import { Section, State } from './Section.tsx';

const RISING = [1, 3, 2, 4, 4, 6, 5, 8, 7, 9];
const FALLING = RISING.toReversed();

/** Prices, changes and sparklines. */
export function Figures(): ReactNode {
  const [tick, setTick] = useState(0);
  const price = (1.18874 + tick * 0.00011).toFixed(5);
  return (
    <Section title="Figures">
      <State name="price in a row">
        <Price value={price} />
      </State>
      <State name="price as a title">
        <Price value={price} size="title" />
      </State>
      <State name="old price">
        <Price value={price} stale />
      </State>
      <State name="no price">
        <Price value={undefined} />
      </State>
      <State name="a tick">
        <Button kind="secondary" onClick={() => setTick(tick + 1)}>
          Move the price
        </Button>
      </State>
      <State name="gain">
        <Change value="+0.26%" />
      </State>
      <State name="loss">
        <Change value="−1.20%" />
      </State>
      <State name="nothing">
        <Change value="0.00%" />
      </State>
      <State name="old change">
        <Change value="+0.26%" stale />
      </State>
      <State name="unknown change">
        <Change value={undefined} />
      </State>
      <State name="course up">
        <span className="block w-24">
          <Sparkline values={RISING} direction={1} />
        </span>
      </State>
      <State name="course down">
        <span className="block w-24">
          <Sparkline values={FALLING} direction={-1} />
        </span>
      </State>
      <State name="old course">
        <span className="block w-24">
          <Sparkline values={RISING} direction={0} />
        </span>
      </State>
    </Section>
  );
}
