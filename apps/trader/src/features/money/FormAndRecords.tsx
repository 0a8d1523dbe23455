import { useId } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

/** A money form with the records of former requests: below it on phones, next to it on wide windows. */
export function FormAndRecords({
  form,
  records,
}: {
  readonly form: ReactNode;
  readonly records: ReactNode;
}): ReactNode {
  const t = useText();
  const title = useId();
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <div className="flex min-w-0 flex-col gap-4">{form}</div>
      <section aria-labelledby={title} className="flex min-w-0 flex-col gap-4">
        <h2 id={title} className="text-16 font-semibold">
          {t('money.records')}
        </h2>
        {records}
      </section>
    </div>
  );
}
