import type { ReactNode } from 'react';
import type { ListName, RowOf } from './list-calls.ts';
import type { Column, Filter, RowAction } from './list-types.ts';

/** One list of the office: its call, its columns, and the actions on a row. */
export interface ListScreenProps<N extends ListName> {
  readonly title: string;
  readonly call: N;
  /** Constant part of the call's input. */
  readonly fixed?: Readonly<Record<string, string | number>>;
  readonly filters?: readonly Filter[];
  readonly columns: readonly Column<RowOf<N>>[];
  readonly idOf: (row: RowOf<N>) => string | number;
  /** The actions on a row, with their shortcut keys. */
  readonly actions?: (row: RowOf<N>) => readonly RowAction[];
  /** Renders a row's details next to the list, or above it in a narrow window. */
  readonly renderDetail?: (row: RowOf<N>, close: () => void) => ReactNode;
  /** Opens a row on another screen. */
  readonly onOpen?: (row: RowOf<N>) => void;
  readonly empty: string;
  /** The total above which the list with these filters only knows that there are more. */
  readonly mostOf?: (values: Readonly<Record<string, string>>) => number | undefined;
  /** Width of the panel: wide for two pictures side by side. */
  readonly panelWidth?: 'wide';
  /** Buttons next to the title. */
  readonly tools?: ReactNode;
}
