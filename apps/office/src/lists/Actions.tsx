import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { RowAction } from './list-types.ts';

/** What can be done with a record, each with the letter that does the same. */
export function Actions({ actions }: { readonly actions: readonly RowAction[] }): ReactNode {
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <div key={action.label}>
          <Button kind={action.kind ?? 'secondary'} disabled={action.barred !== undefined} onClick={action.run} aria-keyshortcuts={action.key} title={action.barred}>
            {action.label}{action.key === undefined ? null : <kbd aria-hidden="true" className="hidden rounded-inner border border-current px-1 text-12 font-normal opacity-70 lg:inline">{action.key}</kbd>}
          </Button>
          {action.barred === undefined ? null : <p className="mt-1 max-w-60 text-12 text-quiet">{action.barred}</p>}
        </div>
      ))}
    </div>
  );
}
