import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { App } from './app/App.tsx';
import { loadTexts } from './shared/language.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('the page has no #root');
const root = createRoot(element);

try {
  const i18n = await loadTexts();
  root.render(<StrictMode><I18nextProvider i18n={i18n}><App /></I18nextProvider></StrictMode>);
} catch {
  // Without its texts a page has nothing to say but its name and the way to try again.
  root.render(<p style={{ padding: '2rem', textAlign: 'center' }}><a href={location.href} onClick={() => location.reload()}>Fairlot Office ↻</a></p>);
}
