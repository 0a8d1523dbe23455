import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { DrawType } from '../../money/queries.ts';
import { useConfirm } from '../../shared/confirm.ts';
import { useText } from '../../shared/text.ts';

/** Says once that nothing is bound for this type, and leads to where it is bound. */
export function useNotBoundDialog(type: DrawType, nothingBound: boolean): void {
  const t = useText();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const asked = useRef(false);
  useEffect(() => {
    if (!nothingBound || asked.current) return;
    asked.current = true;
    void (async () => {
      const yes = await confirm({
        title: t('draw.notBoundTitle'),
        text: t(type === 1 ? 'draw.notBoundAddress' : 'draw.notBoundBank'),
        confirmLabel: t('draw.bind'),
      });
      if (yes) void navigate(`/mine/withdraw-way?type=${type}`);
    })();
  }, [nothingBound, type, t, confirm, navigate]);
}
