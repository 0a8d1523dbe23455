import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadTexts } from './shared/language.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('the page has no #root');
const root = createRoot(element);

try {
  await loadTexts();
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
} catch {
  // Without its texts a page has nothing to say but its name and the way to try again.
  root.render(
    <p style={{ padding: '2rem', textAlign: 'center' }}>
      <a href={location.href} onClick={() => location.reload()}>
        Fairlot Office ↻
      </a>
    </p>,
  );
}
