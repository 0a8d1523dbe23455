import type { StaffInput } from '@fairlot/client';
import { PAGE_SIZE } from '@fairlot/contract';
import { Button, EmptyState, cx } from '@fairlot/ui';
import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { type ListName, type RowOf, useListPage } from '../../lists/list-calls.ts';
import { Pager } from '../../lists/Pager.tsx';
import { When, Words } from '../../shared/cells/cells.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { TaskCard } from './TaskCard.tsx';
import { ListSkeleton } from './UserLists.tsx';

interface RecordsProps<N extends ListName> {
  readonly call: N;
  readonly input: Readonly<Record<string, unknown>>;
  readonly label: string;
  readonly empty: string;
  readonly render: (row: RowOf<N>) => ReactNode;
  readonly idOf: (row: RowOf<N>) => number;
}

/** A list of records on a user's page, newest first, with its pages. */
function Records<N extends ListName>({ call, input, label, empty, render, idOf }: RecordsProps<N>): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const query = useListPage(call, { ...input, page } as StaffInput<N>);
  return (
    <>
      <ScrollRegion label={label} className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {({ list: rows }) =>
            rows.length === 0 ? (
              <EmptyState title={t('list.empty')} text={empty} />
            ) : (
              <ol className="divide-y divide-line">
                {rows.map((row) => (
                  <li key={idOf(row)} className="gutter py-3" data-testid="row">
                    {render(row)}
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      </ScrollRegion>
      <Pager page={page} size={PAGE_SIZE} total={query.data?.total ?? 0} busy={query.isFetching} onPage={setPage} />
    </>
  );
}

/** Notes of staff about a user. */
export function UserNotes({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  return (
    <Records
      call="officeNotes"
      input={{ user_id: id }}
      label={t('users.notes')}
      empty={t('users.notesEmpty')}
      idOf={(row) => row.id}
      render={(row) => <Note user={id} row={row} />}
    />
  );
}

function Note({ user, row }: { readonly user: number; readonly row: RowOf<'officeNotes'> }): ReactNode {
  const t = useText();
  const self = useSelf();
  const isPlain = row.strikes === null && row.struckBy === null;
  return (
    <article className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3 text-12 text-quiet">
        <span>{t('users.noteNumber', { id: row.id })}</span>
        <bdi>{row.author}</bdi>
        <When at={row.at} />
        {row.strikes === null ? null : <span>{t('users.strikes', { id: row.strikes })}</span>}
        {row.struckBy === null ? null : (
          <span className="text-notice">{t('users.struckBy', { name: row.struckBy })}</span>
        )}
      </p>
      <div className={cx('text-14', row.struckBy !== null && 'text-quiet line-through')}>
        <Words>{row.text}</Words>
      </div>
      {isPlain && mayCall(self.roles, 'officeStrikeNote') ? (
        <div>
          <Button kind="plain" onClick={() => strike(t, user, row)}>
            {t('users.strike')}
          </Button>
        </div>
      ) : null}
    </article>
  );
}

function strike(t: Text, user: number, { id, text, author }: RowOf<'officeNotes'>): void {
  startAction<'officeStrikeNote'>({
    call: 'officeStrikeNote',
    title: t('users.strike'),
    text: t('users.strikeText'),
    confirmLabel: t('users.strike'),
    figures: [
      { label: t('field.author'), value: author },
      { label: t('field.text'), value: text },
    ],
    fields: [{ kind: 'long', name: 'text', label: 'reason' }],
    input: (given) => ({ ...given, user_id: user, id }) as never,
  });
}

/** Tasks about a user: open ones, then done ones. */
export function UserTasks({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const list = (state: 'open' | 'done'): ReactNode => (
    <Fragment key={state}>
      <h2 className="gutter border-t border-line py-2 text-14 font-semibold">{t(`state.${state}`)}</h2>
      <Records
        call="officeTasks"
        input={{ user_id: id, state }}
        label={t(`state.${state}`)}
        empty={t('tasks.empty')}
        idOf={(row) => row.id}
        render={(row) => <TaskCard row={row} />}
      />
    </Fragment>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {list('open')}
      {list('done')}
    </div>
  );
}

/** Messages that staff sent to a user from this page. */
export function UserMessages({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  return (
    <Records
      call="officeSentMessages"
      input={{ user_id: id }}
      label={t('users.messages')}
      empty={t('users.messagesEmpty')}
      idOf={(row) => row.id}
      render={(row) => (
        <article className="grid gap-1">
          <p className="flex flex-wrap items-baseline gap-x-3 text-12 text-quiet">
            <bdi>{row.author}</bdi>
            <When at={row.at} />
            <span>{row.sentBy === 'chat' ? t('menu.support') : t(`kind.${row.sentBy}`)}</span>
          </p>
          <div className="text-14">
            <Words>{row.text}</Words>
          </div>
        </article>
      )}
    />
  );
}
