import { cx } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { DRAWING_COLORS, DRAWING_LINES, DRAWING_WIDTHS, hasLine } from '../../chart/drawings.ts';
import type { Drawing, DrawingColor, DrawingLine, DrawingStyle } from '../../chart/drawings.ts';
import { useText } from '../../shared/language/language.ts';

/** Tokens of the colours, the same that the chart draws with. */
const FILLS: Readonly<Record<DrawingColor, string>> = {
  violet: 'var(--brand)',
  blue: 'var(--blue)',
  green: 'var(--green)',
  orange: 'var(--orange)',
  red: 'var(--red)',
  grey: 'var(--quiet)',
};
const DASHES: Readonly<Record<DrawingLine, string | undefined>> = { solid: undefined, dashed: '6 4', dotted: '1.5 4' };

export interface DrawingStyleRowsProps {
  readonly drawing: Drawing;
  readonly onStyle: (drawing: Drawing, style: DrawingStyle) => void;
}

/** Colour, width and dash of a drawing. Changes apply at once and are visible above. */
export function DrawingStyleRows({ drawing, onStyle }: DrawingStyleRowsProps): ReactNode {
  const t = useText();
  const { style } = drawing;
  const set = (change: Partial<DrawingStyle>): void => onStyle(drawing, { ...style, ...change });
  return (
    <div className="flex flex-wrap items-center gap-x-2 border-b border-line px-2 py-1">
      <Choice label={t('chart.draw.color')}>
        {DRAWING_COLORS.map((color) => (
          <Option
            key={color}
            label={t(`chart.draw.colors.${color}`)}
            checked={color === style.color}
            onChoose={() => set({ color })}
          >
            <span className="size-5 rounded-full" style={{ backgroundColor: FILLS[color] }} />
          </Option>
        ))}
      </Choice>
      {hasLine(drawing.tool) ? (
        <>
          <Choice label={t('chart.draw.width')}>
            {DRAWING_WIDTHS.map((width) => (
              <Option key={width} label={String(width)} checked={width === style.width} onChoose={() => set({ width })}>
                <Sample width={width} dash={undefined} />
              </Option>
            ))}
          </Choice>
          <Choice label={t('chart.draw.line')}>
            {DRAWING_LINES.map((line) => (
              <Option
                key={line}
                label={t(`chart.draw.lines.${line}`)}
                checked={line === style.line}
                onChoose={() => set({ line })}
              >
                <Sample width={2} dash={DASHES[line]} />
              </Option>
            ))}
          </Choice>
        </>
      ) : null}
    </div>
  );
}

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div role="radiogroup" aria-label={label} className="flex">
      {children}
    </div>
  );
}

/** A radio button drawn as a sample of its choice. */
function Option({
  label,
  checked,
  onChoose,
  children,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <label
      htmlFor={id}
      title={label}
      className={cx(
        'relative grid size-10 cursor-pointer place-items-center rounded-control border transition pointed:bg-sunken',
        'has-focus-visible:outline-2 has-focus-visible:outline-brand',
        checked ? 'border-brand' : 'border-transparent',
      )}
    >
      <input
        id={id}
        type="radio"
        aria-label={label}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  );
}

function Sample({ width, dash }: { readonly width: number; readonly dash: string | undefined }): ReactNode {
  return (
    <svg aria-hidden="true" width={24} height={12} viewBox="0 0 24 12" stroke="currentColor">
      <path d="M1 6h22" strokeWidth={width} strokeDasharray={dash} />
    </svg>
  );
}
