import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { RowAction } from './list-types.ts';

/** What can be done with a record, each with the letter that does the same; and why something can't be done now. */
export function Actions({ actions }: { readonly actions: readonly RowAction[] }): ReactNode {
  const bars = [...new Set(actions.flatMap(({ barred }) => (barred === undefined ? [] : [barred])))];
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <Button
            key={action.label}
            kind={action.kind ?? 'secondary'}
            disabled={action.barred !== undefined}
            onClick={action.run}
            aria-keyshortcuts={action.key}
            title={action.barred}
          >
            {action.label}
            {action.key === undefined ? null : (
              <kbd
                aria-hidden="true"
                className="hidden rounded-inner border border-current px-1 text-12 font-normal opacity-70 lg:inline"
              >
                {action.key}
              </kbd>
            )}
          </Button>
        ))}
      </div>
      {bars.map((bar) => (
        <p key={bar} className="mt-2 text-14 text-quiet">
          {bar}
        </p>
      ))}
    </div>
  );
}
