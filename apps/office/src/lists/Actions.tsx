import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { RowAction } from './list-types.ts';

/** Buttons for a record's actions, each with its shortcut key, and the reasons why some are disabled. */
export function Actions({ actions }: { readonly actions: readonly RowAction[] }): ReactNode {
  const [busy, setBusy] = useState<string>();
  const press = ({ label, run }: RowAction): void => {
    const reading = run();
    if (reading === undefined) return;
    setBusy(label);
    void reading.then(() => setBusy((present) => (present === label ? undefined : present)));
  };
  const reasons = [...new Set(actions.flatMap(({ disabledReason }) => disabledReason ?? []))];
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <Button
            key={action.label}
            kind={action.kind ?? 'secondary'}
            disabled={action.disabledReason !== undefined}
            busy={action.label === busy}
            onClick={() => press(action)}
            aria-keyshortcuts={action.key}
            title={action.disabledReason}
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
      {reasons.map((reason) => (
        <p key={reason} className="mt-2 text-14 text-quiet">
          {reason}
        </p>
      ))}
    </div>
  );
}
