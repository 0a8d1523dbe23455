import type { ReactNode } from 'react';
import { Section, State } from './Section.tsx';

/** Class names are literal, because Tailwind generates only the classes that it finds in the source. */
const BACKGROUNDS = [
  'bg-canvas',
  'bg-surface',
  'bg-raised',
  'bg-sunken',
  'bg-brand-soft',
  'bg-notice-soft',
  'bg-critical-soft',
  'bg-up-soft',
  'bg-down-soft',
] as const;
const INKS = [
  'text-ink',
  'text-quiet',
  'text-faint',
  'text-brand',
  'text-notice',
  'text-critical',
  'text-up',
  'text-down',
] as const;
const FILLS = ['bg-brand-fill', 'bg-brand-press', 'bg-up-fill', 'bg-down-fill'] as const;
const TYPE = [
  ['text-12', '12 / 16'],
  ['text-14', '14 / 20'],
  ['text-16', '16 / 24'],
  ['text-20', '20 / 28'],
  ['text-28', '28 / 36'],
] as const;

/** Colours, text sizes, radii and the elevation. */
export function Foundations(): ReactNode {
  return (
    <>
      <Section title="Type">
        {TYPE.map(([size, name]) => (
          <State key={size} name={name}>
            <p className={size}>
              Fair prices <b className="font-semibold">semibold</b> <span className="figure">1,234.50</span>
            </p>
          </State>
        ))}
      </Section>
      <Section title="Papers and inks">
        {BACKGROUNDS.map((paper) => (
          <State key={paper} name={paper}>
            <span className={`block h-16 w-24 rounded-control border border-line ${paper}`} />
          </State>
        ))}
        {INKS.map((ink) => (
          <State key={ink} name={ink}>
            <p className={`font-medium ${ink}`}>Margin level</p>
          </State>
        ))}
        {FILLS.map((fill) => (
          <State key={fill} name={fill}>
            <p className={`rounded-control px-4 py-2 font-medium text-on-fill ${fill}`}>On fill</p>
          </State>
        ))}
      </Section>
      <Section title="Radii and elevation">
        <State name="rounded-surface, 12">
          <span className="block h-16 w-24 rounded-surface border border-line-strong" />
        </State>
        <State name="rounded-control, 8">
          <span className="block h-16 w-24 rounded-control border border-line-strong" />
        </State>
        <State name="rounded-inner, 6">
          <span className="block h-16 w-24 rounded-inner border border-line-strong" />
        </State>
        <State name="shadow-sheet">
          <span className="block h-16 w-24 rounded-surface bg-raised shadow-sheet" />
        </State>
      </Section>
    </>
  );
}
