// A form in steps, in any order: the second may be skipped, and what is wrong in an earlier step is told at the end.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { brokenRule, type FormConstraints } from '../../components/form/rules.ts';
import { FormCard } from '../../components/layout/card.tsx';
import { Stepper } from '../../components/layout/stepper.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { FIELDS, isStep, RULES, STEPS, type StepField, StepFields, type StepKey } from './step-fields.tsx';
import { Output, TestPage } from './test-page.tsx';

const PATH = '/test/step-form-2';
const hrefOf = (step: StepKey): string => (step === STEPS[0] ? PATH : `${PATH}?step=${step}`);

/** The day is asked of who fills in the second step, not of who skips it. */
const OPTIONAL: FormConstraints = { ...RULES, day: { format: 'date' } };

interface Fault {
  step: StepKey;
  field: StepField;
  rule: string;
}

/** What is wrong in other steps than this one. */
const faultsOf = (value: FormValue, but: StepKey): Fault[] =>
  STEPS.filter((step) => step !== but).flatMap((step) =>
    FIELDS[step].flatMap((field) => {
      const broken = brokenRule(value[field], OPTIONAL[field] ?? {});
      return broken ? [{ step, field, rule: broken.rule }] : [];
    }),
  );

export default function StepForm2Page() {
  const { t } = useTranslation(['test-pages', 'components']);
  const asked = useQuery().get('step');
  const step: StepKey = isStep(asked) ? asked : STEPS[0];
  const [value, setValue] = useState<FormValue>({});
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [done, setDone] = useState<FormValue | null>(null);
  const at = STEPS.indexOf(step);
  const [previous, next] = [STEPS[at - 1], STEPS[at + 1]];

  function handleSubmit(given: FormValue) {
    setValue(given);
    if (next) {
      navigateTo(hrefOf(next));
      return;
    }
    const found = faultsOf(given, step);
    setFaults(found);
    if (found.length === 0) setDone(given);
  }

  function handleAnew() {
    setDone(null);
    setValue({});
    navigateTo(PATH);
  }

  return (
    <TestPage name="stepForm2">
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
            open
          />
          {faults.length > 0 ? (
            <Notice tone="danger" live>
              <p>{t('steps.elsewhere')}</p>
              <ul>
                {faults.map((fault) => (
                  <li key={fault.field}>
                    <AppLink href={hrefOf(fault.step)}>
                      {t('steps.fault', {
                        step: t(`steps.step.${fault.step}`),
                        field: t(`steps.${fault.field}`),
                      })}
                    </AppLink>{' '}
                    {serverWords(t)(`components:rule.${fault.rule}`, { field: t(`steps.${fault.field}`) })}
                  </li>
                ))}
              </ul>
            </Notice>
          ) : null}
          <Form
            key={step}
            constraints={OPTIONAL}
            value={value}
            onChange={(given) => {
              setValue(given);
              setFaults((known) =>
                known.filter(({ field }) => brokenRule(given[field], OPTIONAL[field] ?? {})),
              );
            }}
            onSubmit={handleSubmit}
            label={t(`steps.step.${step}`)}
          >
            <FormCard title={t(`steps.step.${step}`)}>
              {step === 'when' ? <p className="soft">{t('steps.mayBeSkipped')}</p> : null}
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
              {step === 'when' ? (
                <ButtonLink href={hrefOf('check')} variant="quiet">
                  {t('steps.skip')}
                </ButtonLink>
              ) : null}
              <SubmitButton>{t(next ? 'steps.next' : 'steps.send')}</SubmitButton>
            </ButtonRow>
          </Form>
        </>
      )}
    </TestPage>
  );
}
