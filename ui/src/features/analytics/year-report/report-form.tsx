// The fields of a year's texts: each in both languages, beside each other where there is room.
import { useTranslation } from 'react-i18next';
import { GOAL_MEASURES, type YearReportPage } from '../../../api/year-report-calls.ts';
import { Field, type FieldKind, type FieldProps } from '../../../components/form/field.tsx';
import { FieldPair } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/form-context.ts';
import { RepeatedGroups } from '../../../components/form/repeated-groups.tsx';
import { FormCard } from '../../../components/layout/card.tsx';
import {
  faultOfMeasure,
  faultOfTarget,
  GOALS,
  hasNoQuote,
  STORIES,
  type TextName,
} from './report-form-values.ts';
import '../../../components/layout/step-form.css';

export function ReportFields({ report }: { report: YearReportPage }) {
  return (
    <>
      <TextCard name="recipient" />
      <TextCard name="intro" kind="textarea" made={report.intro} />
      <GoalsCard />
      <StoriesCard />
      <TextCard name="setbacks" kind="textarea" rows={6} />
      <TextCard name="demand" kind="textarea" made={report.demand} />
    </>
  );
}

interface TextCardProps {
  name: TextName;
  kind?: FieldKind;
  rows?: number;
  /** What stands there now; while nothing is written, it is made from the figures. */
  made?: string | null;
}

function TextCard({ name, made, ...field }: TextCardProps) {
  const { t } = useTranslation('year-report');
  const { value } = useForm();
  const isEmpty = !value[`${name}Nl`] && !value[`${name}En`];
  return (
    <FormCard title={t(`form.${name}.title`)}>
      <p className="hint">{t(`form.${name}.hint`)}</p>
      <BothLanguages name={name} label={t(`form.${name}.label`)} {...field} />
      {made && isEmpty ? <p className="hint">{t('form.nowThere', { text: made })}</p> : null}
    </FormCard>
  );
}

type BothProps = Omit<FieldProps, 'check'> & { checkNl?: FieldProps['check'] };

function BothLanguages({ name, label, checkNl, ...field }: BothProps) {
  const { t } = useTranslation('year-report');
  return (
    <FieldPair>
      <Field
        {...field}
        name={`${name}Nl`}
        label={t('form.nl', { label })}
        {...(checkNl ? { check: checkNl } : {})}
      />
      <Field {...field} name={`${name}En`} label={t('form.en', { label })} />
    </FieldPair>
  );
}

/** '2' of `stories.1` */
const numberOf = (prefix: string): number => Number(prefix.split('.').at(-1)) + 1;

function StoriesCard() {
  const { t } = useTranslation('year-report');
  return (
    <FormCard title={t('form.stories.title')}>
      <p className="hint">{t('form.stories.hint')}</p>
      <RepeatedGroups
        {...STORIES}
        addLabel={t('form.stories.add')}
        removeLabel={(number) => t('form.stories.remove', { number })}
      >
        {(prefix) => (
          <fieldset className="stack">
            <legend>{t('form.stories.number', { number: numberOf(prefix) })}</legend>
            <BothLanguages
              name={`${prefix}.quote`}
              kind="textarea"
              label={t('form.stories.quote')}
              checkNl={(_, all) => (hasNoQuote(all, prefix) ? t('form.stories.quoteMissing') : null)}
            />
            <BothLanguages
              name={`${prefix}.by`}
              label={t('form.stories.by')}
              hint={t('form.stories.byHint')}
            />
          </fieldset>
        )}
      </RepeatedGroups>
    </FormCard>
  );
}

function GoalsCard() {
  const { t } = useTranslation('year-report');
  return (
    <FormCard title={t('form.goals.title')}>
      <p className="hint">{t('form.goals.hint')}</p>
      <RepeatedGroups
        {...GOALS}
        addLabel={t('form.goals.add')}
        removeLabel={(number) => t('form.goals.remove', { number })}
      >
        {(prefix) => (
          <fieldset className="stack">
            <legend>{t('form.goals.number', { number: numberOf(prefix) })}</legend>
            <FieldPair>
              <Field
                name={`${prefix}.measure`}
                kind="select"
                label={t('form.goals.measure')}
                needed
                choices={GOAL_MEASURES.map((value) => ({ value, label: t(`form.goals.kind.${value}`) }))}
                check={(_, all) => {
                  const fault = faultOfMeasure(all, prefix);
                  return fault && t(`form.goals.${fault}`);
                }}
              />
              <Field
                name={`${prefix}.target`}
                kind="number"
                label={t('form.goals.target')}
                needed
                check={(_, all) => {
                  const fault = faultOfTarget(all, prefix);
                  return fault && t(`form.goals.${fault}`);
                }}
              />
            </FieldPair>
          </fieldset>
        )}
      </RepeatedGroups>
    </FormCard>
  );
}
