import { useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Segmented } from '../src/index.ts';
import { Actions } from './Actions.tsx';
import { Fields } from './Fields.tsx';
import { Figures } from './Figures.tsx';
import { Foundations } from './Foundations.tsx';
import { Layers } from './Layers.tsx';
import { States } from './States.tsx';

const THEMES = ['light', 'dark'] as const;
const DIRECTIONS = ['ltr', 'rtl'] as const;
const PRICES = ['green-up', 'red-up', 'blue-orange'] as const;

/** Reads a value from the page's query, such as `?theme=dark`; defaults to the first. */
function fromQuery<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  const wanted = new URLSearchParams(location.search).get(name);
  return values.find((value) => value === wanted) ?? values[0];
}

/** Converts values to options of a control, labelled by the values. */
function options<Value extends string>(values: readonly Value[]): { value: Value; label: string }[] {
  return values.map((value) => ({ value, label: value }));
}

/** Shows every control in every state, with the selected theme, direction and price colours. */
export function Gallery(): ReactNode {
  const [theme, setTheme] = useState(fromQuery('theme', THEMES));
  const [direction, setDirection] = useState(fromQuery('dir', DIRECTIONS));
  const [prices, setPrices] = useState(fromQuery('prices', PRICES));
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dir = direction;
    root.dataset['theme'] = theme;
    root.dataset['prices'] = prices;
  }, [theme, direction, prices]);
  return (
    <main className="mx-auto max-w-280 bg-canvas p-6 text-16">
      <h1 className="text-28 font-bold">Controls of Fairlot</h1>
      <div className="my-4 grid gap-2 lg:grid-cols-3">
        <Segmented label="Theme" options={options(THEMES)} value={theme} onChange={setTheme} />
        <Segmented label="Direction" options={options(DIRECTIONS)} value={direction} onChange={setDirection} />
        <Segmented label="Price colours" options={options(PRICES)} value={prices} onChange={setPrices} />
      </div>
      <Foundations />
      <Actions />
      <Fields />
      {/* Price colours are set on the root element, so the components that use them must be remounted. */}
      <Figures key={`${theme} ${prices}`} />
      <States key={direction} />
      <Layers />
    </main>
  );
}
