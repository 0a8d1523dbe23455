import { Button, Dialog } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/language/language.ts';

const KEYS = ['j', 'k', 'enter', 'escape', 'a', 'r', 'n', 'p', 'slash', 'question'] as const;
const CAPS: Readonly<Record<(typeof KEYS)[number], string>> = {
  j: 'j ↓',
  k: 'k ↑',
  enter: 'Enter',
  escape: 'Esc',
  a: 'a',
  r: 'r',
  n: 'n',
  p: 'p',
  slash: '/',
  question: '?',
};

/** Help on the keyboard shortcuts of lists. */
export function KeyHelp({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const t = useText();
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')}>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-14">
        {KEYS.map((key) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="figure rounded-inner border border-line bg-sunken px-1.5 py-0.5 text-12">{CAPS[key]}</kbd>
            </dt>
            <dd>{t(`keys.${key}`)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex justify-end">
        <Button kind="secondary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </Dialog>
  );
}
