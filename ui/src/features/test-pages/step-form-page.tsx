// A form in steps, one after another: a step opens when the ones before it are right.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { brokenRule } from '../../components/form/rules.ts';
import { FormCard } from '../../components/layout/card.tsx';
import { Stepper } from '../../components/layout/stepper.tsx';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { FIELDS, isStep, RULES, STEPS, StepFields, type StepKey } from './step-fields.tsx';
import { Output, TestPage } from './test-page.tsx';

const PATH = '/test/step-form';
const hrefOf = (step: StepKey): string => (step === STEPS[0] ? PATH : `${PATH}?step=${step}`);

/** The first step that is not right yet, or the last. */
function reached(value: FormValue): number {
  const open = STEPS.findIndex((step) => FIELDS[step].some((name) => brokenRule(value[name], RULES[name])));
  return open === -1 ? STEPS.length - 1 : open;
}

export default function StepFormPage() {
  const { t } = useTranslation('test-pages');
  const asked = useQuery().get('step');
  const [value, setValue] = useState<FormValue>({});
  const [done, setDone] = useState<FormValue | null>(null);
  const at = Math.min(isStep(asked) ? STEPS.indexOf(asked) : 0, reached(value));
  const step = STEPS[at] ?? STEPS[0];
  const [previous, next] = [STEPS[at - 1], STEPS[at + 1]];

  function handleSubmit(given: FormValue) {
    setValue(given);
    if (next) navigateTo(hrefOf(next));
    else setDone(given);
  }

  function handleAnew() {
    setDone(null);
    setValue({});
    navigateTo(PATH);
  }

  return (
    <TestPage name="stepForm">
      {done ? (
        <>
          <Notice tone="success" live>
            <p>{t('steps.done')}</p>
          </Notice>
          <Output value={done} label={t('steps.value')} />
          <Button onClick={handleAnew}>{t('steps.anew')}</Button>
        </>
      ) : (
        <>
          <Stepper
            steps={STEPS.map((key) => ({ key, label: t(`steps.step.${key}`), href: hrefOf(key) }))}
            current={step}
          />
          <Form
            key={step}
            constraints={RULES}
            value={value}
            onSubmit={handleSubmit}
            label={t(`steps.step.${step}`)}
          >
            <FormCard title={t(`steps.step.${step}`)}>
              <StepFields step={step} value={value} />
            </FormCard>
            <ButtonRow between>
              {previous ? (
                <ButtonLink href={hrefOf(previous)} icon="left">
                  {t('steps.previous')}
                </ButtonLink>
              ) : (
                <span />
              )}
              <SubmitButton>{t(next ? 'steps.next' : 'steps.send')}</SubmitButton>
            </ButtonRow>
          </Form>
        </>
      )}
    </TestPage>
  );
}
