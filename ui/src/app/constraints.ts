// What forms check, fetched after the first screen: <Form of="vacancies"> finds its own through the context.
import { signal } from '@preact/signals-react';

type Constraints = Readonly<Record<string, Readonly<Record<string, object>>>>;

export const constraints = signal<Constraints>({});

export async function loadConstraints(): Promise<void> {
  const { CONSTRAINTS } = await import('../api/constraints.ts');
  constraints.value = CONSTRAINTS;
}
