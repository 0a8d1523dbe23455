import type { ReactNode } from 'react';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { showProblems } from '../../shared/forms/show-problems.ts';

export interface FormPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** Content below the form. */
  readonly after?: ReactNode;
}

/** A screen that consists of one form. `noValidate` is set because the fields show errors in the visitor's language. */
export function FormPage({ title, lead, onSubmit, children, after }: FormPageProps): ReactNode {
  return (
    <Screen title={title} back>
      <ScreenBody>
        <div className="gutter mx-auto flex max-w-105 flex-col gap-6 py-6">
          {lead}
          <form
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              showProblems(event.currentTarget, onSubmit);
            }}
          >
            {children}
          </form>
          {after}
        </div>
      </ScreenBody>
    </Screen>
  );
}
