import './gallery.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('the page has no #root');
createRoot(element).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
