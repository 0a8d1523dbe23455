import type { ReactNode } from 'react';
import { DRAWINGS } from './illustrations.ts';
import type { Drawing, IllustrationName } from './illustrations.ts';

const FINE = 'fill-none stroke-line-strong';
const PAPER = 'fill-raised stroke-line-strong';
const BOLD = 'fill-none stroke-quiet';

/**
 * The drawing of an illustration. It uses neutral colours only: the brand colour is reserved for the action below it.
 */
export function IllustrationArt({ name }: { readonly name: IllustrationName }): ReactNode {
  const drawing: Drawing = DRAWINGS[name];
  const { paper, line, bold, badge } = drawing;
  return (
    <svg
      className="size-full starting:opacity-0 transition-opacity"
      viewBox="0 0 160 120"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <ellipse className="fill-sunken" cx="80" cy="62" rx="64" ry="52" />
      {paper.map((path) => (
        <path key={path} className={PAPER} d={path} />
      ))}
      {line?.map((path) => (
        <path key={path} className={FINE} d={path} />
      ))}
      {bold?.map((path) => (
        <path key={path} className={BOLD} strokeWidth="3" d={path} />
      ))}
      {badge === undefined ? null : (
        <>
          <circle className={PAPER} cx="118" cy="90" r="15" />
          <path className={BOLD} strokeWidth="3" d={badge} />
        </>
      )}
    </svg>
  );
}
