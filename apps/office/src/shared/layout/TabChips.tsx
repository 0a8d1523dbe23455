import { Chip } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

interface TabChipsProps<Tab extends string> {
  /** Accessible name of the group. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly tab: Tab;
  readonly nameOf: (tab: Tab) => string;
  /** Parameters of the address that stay when the tab changes. */
  readonly kept?: readonly string[];
  /** Classes of the group's place on its screen. */
  readonly className?: string;
}

/** The tabs of a screen, whose choice is in the address as `tab`. */
export function TabChips<Tab extends string>({
  label,
  tabs,
  tab,
  nameOf,
  kept,
  className = '',
}: TabChipsProps<Tab>): ReactNode {
  const [params, setParams] = useSearchParams();
  const choose = (value: Tab): void => {
    const others = [...params].filter(([name]) => kept?.includes(name) === true);
    setParams({ ...Object.fromEntries(others), tab: value }, { replace: true });
  };
  return (
    <fieldset aria-label={label} className={`${className} flex flex-wrap gap-2`}>
      {tabs.map((value) => (
        <Chip key={value} pressed={value === tab} onPress={() => choose(value)}>
          {nameOf(value)}
        </Chip>
      ))}
    </fieldset>
  );
}
