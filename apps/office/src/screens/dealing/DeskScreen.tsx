import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { RowOf } from '../../lists/list-calls.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Dollars, Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { cancelOrder, closePosition, correctFill } from '../../lists/trades/desk-actions.ts';
import { USER_FILTER } from '../../lists/list-types.ts';

type Deed = RowOf<'deskDeeds'>;

/** Positions closed, orders cancelled and fills corrected by staff for clients, and the dialogs that do it. */
export function DeskScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.desk')}
      call="deskDeeds"
      idOf={(row) => row.id}
      empty={t('desk.empty')}
      tools={<DeskTools />}
      filters={[
        {
          kind: 'choice',
          name: 'kind',
          label: 'kind',
          options: (['close', 'cancel', 'correct'] as const).map((value) => ({ value, label: t(`desk.${value}`) })),
        },
        USER_FILTER,
      ]}
      columns={[
        { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
        { head: 'kind', render: (row) => t(`desk.${row.kind}`) },
        { head: 'order_id', render: (row) => <Figure>{row.orderId}</Figure> },
        { head: 'code', spare: true, render: (row) => <bdi>{row.code}</bdi> },
        { head: 'user', render: (row) => <UserLink id={row.userId}>{row.uid}</UserLink> },
        { head: 'author', spare: true, render: (row) => <bdi>{row.author}</bdi> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <Detail row={row} />}
    />
  );
}

function DeskTools(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  if (!mayCall(roles, 'deskClose')) return null;
  return (
    <>
      <Button kind="secondary" onClick={() => correctFill(t)}>
        {t('desk.correct')}
      </Button>
      <Button kind="secondary" onClick={() => cancelOrder(t)}>
        {t('desk.cancel')}
      </Button>
      <Button kind="secondary" onClick={() => closePosition(t)}>
        {t('desk.close')}
      </Button>
    </>
  );
}

function Detail({ row }: { readonly row: Deed }): ReactNode {
  const t = useText();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t(`desk.${row.kind}`)}</h2>
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={row.state} /> },
          { label: t('field.order_id'), value: <Figure>{row.orderId}</Figure> },
          { label: t('field.code'), value: <bdi>{row.code}</bdi> },
          { label: t('field.user'), value: <UserLink id={row.userId}>{row.uid}</UserLink> },
          { label: t('field.reason'), value: <Words>{row.reason}</Words> },
          { label: t('field.author'), value: <bdi>{row.author}</bdi> },
          ...(row.kind === 'correct'
            ? [
                {
                  label: t('field.fill'),
                  value: t(row.fill === 'open' ? 'field.open_price' : 'field.close_price'),
                },
                { label: t('field.corrected_price'), value: <Figure>{row.price ?? '–'}</Figure> },
                { label: t('field.booked'), value: <Dollars value={row.amount} result /> },
              ]
            : []),
          ...(row.kind !== 'close'
            ? []
            : [
                { label: t('field.close_price'), value: <Figure>{row.closePrice ?? '–'}</Figure> },
                { label: t('field.result'), value: <Dollars value={row.profit} result /> },
              ]),
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          ...(row.proposalId === null
            ? []
            : [{ label: t('field.change'), value: t('proposals.one', { id: row.proposalId }) }]),
          ...(row.message === null ? [] : [{ label: t('field.remark'), value: row.message }]),
        ]}
      />
    </div>
  );
}
