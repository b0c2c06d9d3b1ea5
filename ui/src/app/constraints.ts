// What forms check, fetched when the first form asks for them: <Form of="vacancies"> finds its own through the context.
import { signal } from '@preact/signals-react';

type Constraints = Readonly<Record<string, Readonly<Record<string, object>>>>;

export const constraints = signal<Constraints>({});

export async function loadConstraints(): Promise<void> {
  const { CONSTRAINTS } = await import('../api/constraints.ts');
  constraints.value = CONSTRAINTS;
}
