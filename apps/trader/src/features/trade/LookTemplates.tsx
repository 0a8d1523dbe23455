import { readStored, writeStored } from '@fairlot/web';
import { Button, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ChartLook } from '../../chart/look.ts';
import {
  MOST_TEMPLATES,
  TEMPLATE_NAME_MAX,
  nameOf,
  readTemplates,
  withTemplate,
  withoutTemplate,
} from '../../chart/look-templates.ts';
import type { LookTemplate } from '../../chart/look-templates.ts';
import { useText } from '../../shared/language/language.ts';
import { ToolButton } from './ToolButton.tsx';

const KEY = 'fairlot.chartTemplates';

export interface LookTemplatesProps {
  readonly look: ChartLook;
  readonly onLook: (look: ChartLook) => void;
}

/** Templates of indicators and style on this device: apply, delete, and save the present ones under a name. */
export function LookTemplates({ look, onLook }: LookTemplatesProps): ReactNode {
  const t = useText();
  const [templates, setTemplates] = useState(() => readTemplates(readStored(KEY)));
  const [name, setName] = useState('');
  const keep = (next: readonly LookTemplate[]): void => {
    setTemplates(next);
    writeStored(KEY, next);
  };
  const saved = withTemplate(templates, name, look);
  const full = saved === undefined && nameOf(name) !== '';
  return (
    <section>
      <h3 className="text-12 text-quiet">{t('chart.templates.title')}</h3>
      <ul className="divide-y divide-line">
        {templates.map((one) => (
          <li key={one.name} className="flex items-center">
            <button
              type="button"
              onClick={() => onLook(one.look)}
              className="min-h-11 min-w-0 flex-1 text-start text-14 font-medium wrap-anywhere text-brand"
            >
              <bdi>{one.name}</bdi>
            </button>
            <ToolButton
              icon="trash"
              label={t('chart.templates.delete', { name: one.name })}
              onPress={() => keep(withoutTemplate(templates, one.name))}
            />
          </li>
        ))}
      </ul>
      <form
        className="pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (saved === undefined) return;
          keep(saved);
          setName('');
        }}
      >
        <TextField
          label={t('chart.templates.name')}
          value={name}
          onValue={setName}
          maxLength={TEMPLATE_NAME_MAX}
          autoComplete="off"
          error={full ? t('chart.templates.full', { most: MOST_TEMPLATES }) : undefined}
          end={
            <Button type="submit" kind="plain" disabled={saved === undefined}>
              {t('chart.templates.save')}
            </Button>
          }
        />
      </form>
    </section>
  );
}
