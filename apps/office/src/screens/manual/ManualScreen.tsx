import { Fragment, createElement, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import manual from '../../../../../docs/operations.md?raw';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useText } from '../../shared/language/language.ts';
import { parseManual } from './parse-manual.ts';
import type { Block, Inline } from './parse-manual.ts';

const BLOCKS = parseManual(manual);
const SIZES = ['text-20', 'text-20', 'text-16', 'text-14'] as const;

/** The operator’s manual, which is in English, at the section that the address names. */
export function ManualScreen(): ReactNode {
  const t = useText();
  const { section } = useParams();
  useEffect(() => {
    if (section !== undefined) document.getElementById(`manual-${section}`)?.scrollIntoView();
  }, [section]);
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead title={t('manual.title')} />
      <article lang="en" dir="ltr" className="gutter grid gap-3 pb-8 text-14 lg:max-w-200">
        {inOrder(BLOCKS.map((block) => blockOf(block, section)))}
      </article>
    </div>
  );
}

function blockOf(block: Block, section: string | undefined): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <h2
          id={`manual-${block.id}`}
          className={`mt-4 scroll-mt-4 font-semibold ${SIZES[block.level - 1] ?? 'text-14'} ${
            block.id === section ? 'text-brand' : ''
          }`}
        >
          {block.text}
        </h2>
      );
    case 'paragraph':
      return <p>{inlineOf(block.parts)}</p>;
    case 'code':
      return (
        <pre className="rounded-control border border-line bg-surface p-3 text-12 break-words whitespace-pre-wrap">
          {block.text}
        </pre>
      );
    case 'list': {
      const items = inOrder(block.items.map(itemOf));
      return block.start === undefined ? (
        <ul className="ms-5 grid list-disc gap-1">{items}</ul>
      ) : (
        <ol start={block.start} className="ms-5 grid list-decimal gap-1">
          {items}
        </ol>
      );
    }
    case 'table':
      return tableOf(block.rows);
  }
}

/** Elements that never change their order, and so need no keys. */
function inOrder(elements: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, undefined, ...elements);
}

function itemOf(parts: readonly Inline[]): ReactNode {
  return <li>{inlineOf(parts)}</li>;
}

const CELL = 'border border-line px-2 py-1 text-start align-top';

function tableOf(rows: readonly (readonly (readonly Inline[])[])[]): ReactNode {
  const [head = [], ...body] = rows;
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr>{inOrder(head.map(headOf))}</tr>
      </thead>
      <tbody>{inOrder(body.map(rowOf))}</tbody>
    </table>
  );
}

function headOf(parts: readonly Inline[]): ReactNode {
  return <th className={`${CELL} font-semibold`}>{inlineOf(parts)}</th>;
}

function rowOf(cells: readonly (readonly Inline[])[]): ReactNode {
  return <tr>{inOrder(cells.map(cellOf))}</tr>;
}

function cellOf(parts: readonly Inline[]): ReactNode {
  return <td className={CELL}>{inlineOf(parts)}</td>;
}

function inlineOf(parts: readonly Inline[]): ReactNode {
  return inOrder(parts.map(partOf));
}

function partOf(part: Inline): ReactNode {
  const look = 'text-brand underline-offset-2 hover:underline';
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code className="rounded-inner bg-surface px-1 wrap-anywhere">{part.text}</code>;
    case 'strong':
      return <strong className="font-semibold">{inlineOf(part.parts)}</strong>;
    case 'emphasis':
      return <em>{inlineOf(part.parts)}</em>;
    case 'link':
      return part.target.startsWith('#') ? (
        <Link to={`/manual/${part.target.slice(1)}`} className={look}>
          {inlineOf(part.parts)}
        </Link>
      ) : (
        <a href={part.target} target="_blank" rel="noreferrer" className={look}>
          {inlineOf(part.parts)}
        </a>
      );
  }
}
