import { expect, test } from 'vitest';
import { Avatar, initialsOf } from '../../../src/app/accounts/avatar.tsx';
import { renderUi } from '../../support/render-ui.tsx';

test.each([
  ['Mamá Bogotá', 'MB'],
  ['ánge', 'Á'],
  ['lucía núñez piso', 'LN'],
  ['(taller) 3 hermanos', 'T3'],
  ['李 小龙', '李小'],
  ['', '?'],
  ['··· —', '?'],
])('takes the initials of %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

const tintOf = (id: string, alias: string) => {
  const { container } = renderUi(<Avatar id={id} alias={alias} code="CO" />);
  return container.querySelector('span')?.className;
};

test('keeps the tint of a recipient when the nickname changes', () => {
  expect(tintOf('501', 'Mamá')).toBe(tintOf('501', 'Abuela'));
});

test('spreads recipients over four tints', () => {
  const tints = Array.from({ length: 40 }, (_, at) => tintOf(String(500 + at), 'Mamá'));
  expect(new Set(tints).size).toBe(4);
});

test('is hidden from screen readers', () => {
  const { container } = renderUi(<Avatar id="501" alias="Mamá" code="CO" />);
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
});
