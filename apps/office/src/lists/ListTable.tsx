import { cx } from '@fairlot/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../shared/language/language.ts';
import { useWide } from '@fairlot/web';
import type { Column } from './list-types.ts';

export interface ListTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string | number;
  readonly marked: number;
  readonly openId: string | null;
  /** Opens a row; without it rows cannot be opened. */
  readonly onOpen?: ((index: number) => void) | undefined;
}

/** Rows as a table in a wide window, else as cards. */
export function ListTable<Row>(props: ListTableProps<Row>): ReactNode {
  return useWide() ? <Wide {...props} /> : <Cards {...props} />;
}

/** Scrolls the marked row into view. */
function useInView(marked: boolean) {
  const row = useRef<HTMLTableRowElement & HTMLLIElement>(null);
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  return row;
}

/** Figures run left to right in every language, so they align right in every layout. */
const FIGURES = 'text-end rtl:text-start';
/** Aligns the first and last column with the content above the table. */
const EDGES = '[&_:is(td,th):first-child]:ps-4 [&_:is(td,th):last-child]:pe-4';

function Wide<Row>({ label, columns: all, rows, idOf, marked, openId, onOpen }: ListTableProps<Row>): ReactNode {
  const columns = openId === null ? all : all.filter(({ spare }) => spare !== true);
  return (
    <table
      className={cx(
        'w-full border-collapse text-14',
        openId !== null && '[&_td]:px-2 [&_th]:px-2 [&_time]:whitespace-normal',
        EDGES,
      )}
      aria-label={label}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <WideRow
            key={idOf(row)}
            row={row}
            columns={columns}
            marked={index === marked}
            open={String(idOf(row)) === openId}
            onOpen={onOpen === undefined ? undefined : () => onOpen(index)}
          />
        ))}
      </tbody>
    </table>
  );
}

function Head<Row>({ column }: { readonly column: Column<Row> }): ReactNode {
  const t = useText();
  return (
    <th
      scope="col"
      className={cx(
        'sticky top-0 z-10 min-w-16 bg-surface px-3 py-2 text-12 font-medium text-quiet shadow-[inset_0_-1px_0_var(--line)]',
        column.figure === true ? FIGURES : 'text-start',
      )}
    >
      {t(`field.${column.head}`)}
    </th>
  );
}

interface RowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly marked: boolean;
  readonly open: boolean;
  readonly onOpen: (() => void) | undefined;
}

function WideRow<Row>({ row, columns, marked, open, onOpen }: RowProps<Row>): ReactNode {
  return (
    <tr
      ref={useInView(marked)}
      onClick={onOpen}
      aria-current={marked ? 'true' : undefined}
      data-testid="row"
      className={cx(
        'border-b border-line align-top',
        onOpen !== undefined && 'cursor-pointer hover:bg-sunken',
        open && 'bg-brand-soft',
        marked && 'shadow-[inset_3px_0_0_var(--brand)] rtl:shadow-[inset_-3px_0_0_var(--brand)]',
      )}
    >
      {columns.map((column, index) => (
        <td
          key={column.head}
          className={cx(
            'max-w-100 min-w-16 px-3 py-2.5 break-words [&:has(bdi)]:min-w-36',
            column.figure === true && FIGURES,
          )}
        >
          {index === 0 && onOpen !== undefined ? (
            <button
              type="button"
              className="-my-0.5 min-w-6 py-0.5 text-start font-medium"
              onClick={(event) => {
                event.stopPropagation();
                onOpen();
              }}
            >
              {column.render(row)}
            </button>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function Cards<Row>({ label, columns, rows, idOf, marked, openId, onOpen }: ListTableProps<Row>): ReactNode {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map((row, index) => (
        <Card
          key={idOf(row)}
          row={row}
          columns={columns}
          marked={index === marked}
          open={String(idOf(row)) === openId}
          onOpen={onOpen === undefined ? undefined : () => onOpen(index)}
        />
      ))}
    </ul>
  );
}

function Card<Row>({ row, columns, marked, open, onOpen }: RowProps<Row>): ReactNode {
  const t = useText();
  const content = columns.map((column) => (
    <span key={column.head} className="flex items-baseline justify-between gap-3 py-0.5 text-14">
      <span className="shrink-0 text-12 text-quiet">{t(`field.${column.head}`)}</span>
      <span className="min-w-0 text-end break-words">{column.render(row)}</span>
    </span>
  ));
  return (
    <li ref={useInView(marked)} data-testid="row" className={cx(open && 'bg-brand-soft')}>
      {onOpen === undefined ? (
        <div className="gutter py-2">{content}</div>
      ) : (
        <button
          type="button"
          onClick={onOpen}
          className="gutter block w-full py-2 text-start -outline-offset-2 active:bg-sunken"
        >
          {content}
        </button>
      )}
    </li>
  );
}
