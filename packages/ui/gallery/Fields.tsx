import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Stepper, TextField } from '../src/index.ts';
import { Section, State } from './Section.tsx';

const STEPS = { minusLabel: 'Fewer', plusLabel: 'More', onMinus: () => undefined, onPlus: () => undefined };

/** Input fields. */
export function Fields(): ReactNode {
  const [text, setText] = useState('');
  const [lots, setLots] = useState('0.10');
  return (
    <Section title="Fields">
      <State name="empty, with a hint" wide>
        <TextField label="Invitation code" hint="Only if somebody gave you one" value={text} onValue={setText} />
      </State>
      <State name="placeholder and sign" wide>
        <TextField
          label="Search"
          labelHidden
          icon="search"
          placeholder="Search by code or name"
          value={text}
          onValue={setText}
        />
      </State>
      <State name="filled, with a unit" wide>
        <TextField
          label="Amount"
          value="250.00"
          onValue={() => undefined}
          end={<span className="pe-2 text-14 text-quiet">USD</span>}
        />
      </State>
      <State name="error" wide>
        <TextField label="Email address" value="nobody" error="This is no email address" onValue={() => undefined} />
      </State>
      <State name="with an action" wide>
        <TextField
          label="Verification code"
          value=""
          onValue={() => undefined}
          end={<Button kind="plain">Send code</Button>}
        />
      </State>
      <State name="disabled" wide>
        <TextField label="Account" value="10000001" disabled onValue={() => undefined} />
      </State>
      <State name="stepper" wide>
        <Stepper {...STEPS} label="Lots" value={lots} onValue={setLots} hint="1 lot = 100,000 units" />
      </State>
      <State name="stepper, at its least" wide>
        <Stepper {...STEPS} label="Least lots" value="0.01" onValue={() => undefined} minusDisabled />
      </State>
      <State name="stepper, error" wide>
        <Stepper {...STEPS} label="Too many lots" value="999" onValue={() => undefined} error="At most 100 lots" />
      </State>
      <State name="stepper, disabled" wide>
        <Stepper {...STEPS} label="No lots" value="" placeholder="Off" onValue={() => undefined} disabled />
      </State>
    </Section>
  );
}
