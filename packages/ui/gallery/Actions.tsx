import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Chip, Icon, IconButton, Segmented, Switch, Tag } from '../src/index.ts';
import type { ButtonKind } from '../src/index.ts';
import { ICONS } from '../src/icons.ts';
import type { IconName } from '../src/index.ts';
import { Section, State } from './Section.tsx';

const KINDS: readonly ButtonKind[] = ['primary', 'secondary', 'plain', 'critical', 'buy', 'sell'];
const NAMES = Object.keys(ICONS) as IconName[];

/** Buttons, choices and icons. */
export function Actions(): ReactNode {
  return (
    <>
      <Buttons />
      <Section title="Buttons with a sign alone">
        <State name="rest">
          <IconButton icon="refresh" label="Refresh" />
        </State>
        <State name="quiet">
          <IconButton icon="close" label="Close" quiet />
        </State>
        <State name="disabled">
          <IconButton icon="plus" label="More" disabled />
        </State>
      </Section>
      <Choices />
      <Section title="Signs">
        {NAMES.map((name) => (
          <State key={name} name={name}>
            <span className="grid size-16 place-items-center rounded-control border border-line bg-surface">
              <Icon name={name} />
            </span>
          </State>
        ))}
      </Section>
    </>
  );
}

function Buttons(): ReactNode {
  return (
    <Section title="Buttons">
      {KINDS.map((kind) => (
        <State key={kind} name={kind}>
          <span className="flex flex-wrap gap-2">
            <Button kind={kind}>Rest</Button>
            <Button kind={kind} busy>
              Busy
            </Button>
            <Button kind={kind} disabled>
              Disabled
            </Button>
            <Button kind={kind} blocked>
              Says why not
            </Button>
          </span>
        </State>
      ))}
      <State name="wide, with a sign" wide>
        <Button wide>
          <Icon name="plus" size={20} />
          Open a position
        </Button>
      </State>
      <State name="long words" wide>
        <Button wide>Einzahlungsbestätigung hochladen und absenden</Button>
      </State>
    </Section>
  );
}

function Choices(): ReactNode {
  const [chosen, setChosen] = useState<'market' | 'pending'>('market');
  const [pressed, setPressed] = useState(true);
  const [on, setOn] = useState(true);
  return (
    <Section title="Choices">
      <State name="chips">
        <span className="flex gap-2">
          <Chip pressed={pressed} onPress={() => setPressed(!pressed)}>
            Forex
          </Chip>
          <Chip pressed={!pressed} onPress={() => setPressed(!pressed)}>
            Metals
          </Chip>
        </span>
      </State>
      <State name="segmented" wide>
        <Segmented
          label="Kind of order"
          options={[
            { value: 'market', label: 'Market' },
            { value: 'pending', label: 'Pending' },
          ]}
          value={chosen}
          onChange={setChosen}
        />
      </State>
      <State name="switch" wide>
        <Switch checked={on} onChange={setOn} label="Stop-loss" />
        <Switch checked={!on} onChange={(next) => setOn(!next)} label="Take-profit" />
        <Switch checked={false} onChange={() => undefined} label="Not now" disabled />
      </State>
      <State name="tag">
        <Tag>Demo account</Tag>
      </State>
    </Section>
  );
}
