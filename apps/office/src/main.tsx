import './styles.css';
import { renderPage } from '@fairlot/web';
import { App } from './app/App.tsx';
import { compose } from './app/compose.ts';
import { loadTexts } from './shared/language/language.ts';

compose();
await renderPage({ name: 'Fairlot Office', ready: loadTexts(), render: () => <App /> });
