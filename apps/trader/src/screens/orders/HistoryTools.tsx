import { Button, EmptyState, Icon } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../shared/language/language.ts';
import { useTradeNotesText } from '../../shared/language/trade-notes-text.ts';
import { useTradeTags } from '../../shared/orders/notes/notes-query.ts';

interface HistoryToolsProps {
  /** The chosen tag; undefined for all orders. */
  readonly tag: string | undefined;
  readonly onTag: (tag: string | undefined) => void;
}

/** The way from the history to the trading journal, and the choice of a tag for users who have tags. */
export function HistoryTools({ tag, onTag }: HistoryToolsProps): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  const navigate = useNavigate();
  const id = useId();
  const { data: tags = [] } = useTradeTags();
  // A tag of the address may be one that no order has.
  const names = [...new Set([...tags.map((each) => each.tag), ...(tag === undefined ? [] : [tag])])];
  return (
    <div className="mx-4 mb-3 flex flex-col gap-3 rounded-surface border border-line bg-surface p-4">
      {names.length === 0 ? null : (
        <div>
          <label htmlFor={id} className="mb-1 block text-12 text-quiet">
            {words('tradeNotes.tags')}
          </label>
          <div className="relative">
            <select
              id={id}
              value={tag ?? ''}
              onChange={({ target: { value } }) => onTag(value === '' ? undefined : value)}
              className="min-h-11 w-full appearance-none truncate rounded-control border border-line-strong bg-surface ps-3 pe-10 text-16 text-ink outline-brand"
            >
              <option value="">{words('tradeNotes.anyTag')}</option>
              {names.map((name) => (
                <option key={name} value={name} dir="auto">
                  {name}
                </option>
              ))}
            </select>
            <span className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-faint">
              <Icon name="down" size={16} />
            </span>
          </div>
        </div>
      )}
      <Button kind="secondary" wide onClick={() => void navigate('/mine/journal')}>
        {t('title.journal')}
      </Button>
    </div>
  );
}

/** Stands for the history when no order in it has the chosen tag. */
export function NoneTagged(): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  return <EmptyState art="history" title={words('tradeNotes.noneTagged')} text={t('orders.empty.historyHint')} />;
}
