import { useText } from '../../shared/language/language.ts';
import { useSteps } from './steps.ts';

/** A step as the screens show it. */
export interface ShownStep {
  readonly name: string;
  /** Path of the screen where it is done. */
  readonly to: string;
  readonly isDone: boolean;
}

/** The steps of the signed-in real account in its language; undefined if there are none to show. */
export function useStepList(): readonly ShownStep[] | undefined {
  const t = useText();
  const steps = useSteps();
  if (steps === undefined || steps === 'over') return undefined;
  return [
    { name: t('user.identity'), to: '/mine/auth', isDone: steps.identity },
    { name: t('title.charge'), to: '/mine/charge', isDone: steps.deposit },
    { name: t('home.steps.trade'), to: '/trade', isDone: false },
  ];
}
