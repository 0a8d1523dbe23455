import type { LevelPreview } from '@fairlot/client';
import type { ReactNode } from 'react';
import { LevelField } from '../form/LevelField.tsx';
import type { LevelFieldProps } from '../form/LevelField.tsx';
import { LEVEL_NAMES } from '../form/levels.ts';
import type { LevelDraft, LevelName, Levels } from '../form/levels.ts';

export interface LevelFieldsProps extends Omit<LevelFieldProps, 'name' | 'level' | 'onLevel' | 'meaning'> {
  readonly levels: Levels;
  readonly onLevel: (name: LevelName, level: LevelDraft) => void;
  readonly meanings: Readonly<Record<LevelName, LevelPreview | undefined>>;
}

/** Fields of the stop-loss and the take-profit of an order. */
export function LevelFields({ levels, onLevel, meanings, ...both }: LevelFieldsProps): ReactNode {
  return LEVEL_NAMES.map((name) => (
    <LevelField
      key={name}
      name={name}
      level={levels[name]}
      onLevel={(level) => onLevel(name, level)}
      meaning={meanings[name]}
      {...both}
    />
  ));
}
