// Without the babel transform in mode "all" nothing follows a signal; in mode "auto" the second would not.
import { computed, signal } from '@preact/signals-react';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

const count = signal(1);
const double = computed(() => count.value * 2);
const readInHelper = (): number => double.value;

function Direct() {
  return <p data-testid="direct">{count.value}</p>;
}

function ThroughHelper() {
  return <p data-testid="helper">{readInHelper()}</p>;
}

test('a component follows a signal it reads, also inside a function it calls', () => {
  render(
    <>
      <Direct />
      <ThroughHelper />
    </>,
  );
  act(() => {
    count.value = 21;
  });
  expect(screen.getByTestId('direct').textContent).toBe('21');
  expect(screen.getByTestId('helper').textContent).toBe('42');
});
