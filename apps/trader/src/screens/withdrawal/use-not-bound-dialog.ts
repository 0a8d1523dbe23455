import type { FundingMethod } from '@fairlot/client';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { BIND_TYPE } from '../../features/money/queries.ts';
import { confirm } from '../../shared/messages/confirm.ts';
import { useText } from '../../shared/language/language.ts';

/** Asks once to bind a method if there is none of this kind. */
export function useNotBoundDialog(way: FundingMethod, nothingBound: boolean): void {
  const t = useText();
  const navigate = useNavigate();
  const asked = useRef(false);
  useEffect(() => {
    if (!nothingBound || asked.current) return;
    asked.current = true;
    void (async () => {
      const yes = await confirm({
        title: t('draw.notBoundTitle'),
        text: t(way === 'coin' ? 'draw.notBoundAddress' : 'draw.notBoundBank'),
        confirmLabel: t('draw.bind'),
      });
      if (yes) void navigate(`/mine/withdraw-way?type=${BIND_TYPE[way]}`);
    })();
  }, [nothingBound, way, t, navigate]);
}
