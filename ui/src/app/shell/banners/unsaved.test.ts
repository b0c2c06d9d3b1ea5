import { expect, test } from 'vitest';
import EN from './unsaved.en.json' with { type: 'json' };
import NL from './unsaved.nl.json' with { type: 'json' };

test('the question about unsaved changes is the one that the product promises', () => {
  expect(EN.question).toBe('You have unsaved changes. Are you sure you want to leave?');
  expect(NL.question).toBe('Je hebt wijzigingen die niet zijn opgeslagen. Weet je zeker dat je weg wilt?');
});
