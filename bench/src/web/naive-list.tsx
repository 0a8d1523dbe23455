// Baseline: a list that keeps all rows in one state and renders all of them for every message.
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
  readonly Id: number;
  readonly ShowCode?: string;
  readonly Bid?: string;
  readonly Change?: string;
}

function NaiveList(): ReactNode {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    const socket = new WebSocket(`ws://${location.host}/v1/ws`);
    socket.addEventListener('open', () => socket.send('{"type":"subscribe","topic":"DAY_MARKET"}'));
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as { readonly topic?: string; readonly data?: readonly Row[] };
      const changed = new Map((message.topic === 'DAY_MARKET' ? message.data : undefined)?.map((row) => [row.Id, row]));
      setRows((before) => before.map((row) => ({ ...row, ...changed.get(row.Id) })));
    });
    void fetch('/v1/api/forex/trade_list')
      .then((answer) => answer.json())
      .then((answer: { data: Row[] }) => setRows(answer.data));
    return () => socket.close();
  }, []);
  return (
    <ul style={{ height: '100vh', overflow: 'auto', margin: 0 }}>
      {rows.map((row) => (
        <li key={row.Id} style={{ display: 'flex', height: 68, justifyContent: 'space-between' }}>
          <span>{row.ShowCode}</span>
          <span>{row.Bid}</span>
          <span>{row.Change}</span>
        </li>
      ))}
    </ul>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<NaiveList />);
