// The form and its fields, for the developer page.

import { AddressFields } from '../../../components/form/controls/address-fields.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import { FormCard } from '../../../components/layout/card.tsx';
import { CONSTRAINTS, HOW_OFTEN, LABELS } from './gallery-samples.ts';

const LABEL = {
  card: 'Wanneer kan iemand helpen?',
  often: 'Hoe vaak?',
  title: 'Titel',
  titleHint: 'Zeg in een paar woorden wat iemand gaat doen.',
  hours: 'Hoeveel uur per week?',
  hoursHint: 'Een halve dag is 4 uur.',
  ends: 'Tot wanneer staat de vacature online?',
  endsHint: 'Bijvoorbeeld 31-03-2027. Twee weken van tevoren krijg je een mail.',
  email: 'Je e-mailadres',
  phone: 'Je telefoonnummer',
  website: 'Website',
  password: 'Wachtwoord',
  kind: 'Soort werk',
  days: 'Op welke dagen?',
  labels: 'Labels',
  access: 'Hoe kom je binnen?',
  accessHint: 'Denk aan de bus, parkeren, een lift of een drempel.',
  story: 'Wat ga je doen?',
  consent: 'Taalhuis Lindewaard mag mij bellen of mailen over deze vacature.',
  where: 'Waar is het?',
  submit: 'Volgende: wie zoek je?',
} as const;

export function GalleryForm() {
  return (
    <Form
      constraints={CONSTRAINTS}
      value={{ labels: ['zorg'], story: '<p>Een.</p><p>Twee.</p>' }}
      onSubmit={() => undefined}
    >
      <FormCard title={LABEL.card}>
        <Field name="title" label={LABEL.title} hint={LABEL.titleHint} />
        <Field name="often" kind="radio" label={LABEL.often} choices={HOW_OFTEN} />
        <Field name="hours" kind="number" label={LABEL.hours} hint={LABEL.hoursHint} />
        <Field name="ends" kind="date" label={LABEL.ends} hint={LABEL.endsHint} />
        <FieldPair>
          <Field name="email" kind="email" label={LABEL.email} />
          <Field name="phone" kind="tel" label={LABEL.phone} />
        </FieldPair>
        <FieldPair>
          <Field name="website" kind="url" label={LABEL.website} />
          <Field name="password" kind="password" label={LABEL.password} />
        </FieldPair>
        <Field name="kind" kind="select" label={LABEL.kind} choices={HOW_OFTEN} />
        <Field name="days" kind="checkboxes" label={LABEL.days} choices={HOW_OFTEN} />
        <Field name="labels" kind="tags" free label={LABEL.labels} choices={LABELS} />
        <Field name="access" kind="textarea" label={LABEL.access} hint={LABEL.accessHint} />
        <Field name="story" kind="prose" label={LABEL.story} />
        <Field name="consent" kind="checkbox" label={LABEL.consent} />
      </FormCard>
      <FormCard title={LABEL.where}>
        <AddressFields />
      </FormCard>
      <SubmitButton large>{LABEL.submit}</SubmitButton>
    </Form>
  );
}
