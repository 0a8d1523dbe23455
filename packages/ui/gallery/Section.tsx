import type { ReactNode } from 'react';

export interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A group of controls, in all their states. */
export function Section({ title, children }: SectionProps): ReactNode {
  return (
    <section aria-label={title} className="border-t border-line py-6">
      <h2 className="mb-4 text-20 font-semibold">{title}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}

/** One state of a control, with its name. */
export function State({
  name,
  wide = false,
  children,
}: {
  readonly name: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={wide ? 'w-full max-w-90' : undefined}>
      <p className="mb-1 text-12 text-quiet">{name}</p>
      {children}
    </div>
  );
}
