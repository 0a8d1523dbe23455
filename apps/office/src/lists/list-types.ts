import type { ReactNode } from 'react';
import type { FieldName } from '../shared/text.ts';

/** A column of a list. */
export interface Column<Row> {
  readonly head: FieldName;
  readonly render: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  readonly figure?: boolean;
  /** Is left out while a record is open beside the list: the record says it too. */
  readonly spare?: boolean;
}

/** A filter above a list: a choice, or text that is searched for. `name` is a field of the call's input. */
export type Filter =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: FieldName;
      readonly first?: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: 'text' | 'whole'; readonly name: string; readonly label: FieldName };

/** Something that can be done with the row that is marked. */
export interface RowAction {
  readonly label: string;
  /** Letter that does the same. */
  readonly key?: string;
  readonly kind?: 'primary' | 'secondary' | 'critical';
  /** Why it can't be done now. */
  readonly barred?: string | undefined;
  readonly run: () => void;
}
