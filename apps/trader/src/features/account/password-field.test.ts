import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PasswordField } from './PasswordField.tsx';

const field = (value: string): string =>
  renderToStaticMarkup(
    createElement(PasswordField, { label: 'Password', kind: 'new', value, onValue: () => undefined }),
  );

it('cuts no password, and says so when it is too long', () => {
  expect(field('x'.repeat(128))).not.toContain('aria-invalid="true"');
  expect(field('x'.repeat(129))).toMatch(/aria-invalid="true"[\s\S]*account\.passwordLength/);
  expect(field('')).not.toMatch(/maxlength/i);
});
