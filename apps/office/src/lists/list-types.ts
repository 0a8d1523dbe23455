import type { ReactNode } from 'react';
import type { FieldName } from '../shared/language/text.ts';

/** A column of a list. */
export interface Column<Row> {
  readonly head: FieldName;
  readonly render: (row: Row) => ReactNode;
  /** Aligns figures at the end of their column. */
  readonly figure?: boolean;
  /** Hides the column while a record is open next to the list, because the record shows the value too. */
  readonly spare?: boolean;
}

/** A filter above a list: a choice, a search text, a user, or the first or last day of a period. `name` is a field of the call's input. */
export type Filter =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: FieldName;
      readonly first?: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: 'text' | 'user' | 'from' | 'to' | 'day'; readonly name: string; readonly label: FieldName };

/** The filter by a user, whose uid is typed: the lists and the client show it. */
export const USER_FILTER: Filter = { kind: 'user', name: 'user_id', label: 'uid' };

/** An action on the marked row. */
export interface RowAction {
  readonly label: string;
  /** Shortcut key, a letter. */
  readonly key?: string;
  readonly kind?: 'primary' | 'secondary' | 'critical';
  /** The reason why the action is disabled now. */
  readonly disabledReason?: string | undefined;
  /** Returns a promise if the action reads something first; its button is busy meanwhile. The promise never rejects. */
  readonly run: () => void | Promise<void>;
}
