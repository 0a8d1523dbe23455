import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link within text, with a touch target of full height. */
export function TextLink({
  to,
  replace = false,
  children,
}: {
  readonly to: string;
  readonly replace?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link
      to={to}
      replace={replace}
      className="touch inline-flex items-center justify-center rounded-control px-2 text-14 font-medium text-brand"
    >
      {children}
    </Link>
  );
}
