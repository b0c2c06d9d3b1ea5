// The languages that somebody speaks, each with how well.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../components/actions/button.tsx';
import { useForm } from '../../../../components/form/form-context.ts';
import { languages, useKeyedChoices } from '../../../../lib/centre/keyed-choices.ts';
import { LEVELS, languageName } from '../../../../lib/pool/profile.ts';
import { LANGUAGES } from '../wishes.ts';
import { levelField, listIn, MOST_LANGUAGES } from './own-profile.ts';

export function LanguageRows() {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const { value, set } = useForm();
  const id = useId();
  const [adding, setAdding] = useState<string | null>(null);
  const spoken = listIn(value.languages);
  const choices = useKeyedChoices(languages, spoken, LANGUAGES, languageName);
  const others = choices.filter((choice) => !spoken.includes(choice.value));

  function add() {
    if (adding) set('languages', [...spoken, adding]);
    setAdding(null);
  }

  function remove(code: string) {
    set(
      'languages',
      spoken.filter((each) => each !== code),
    );
    set(levelField(code), null);
  }

  return (
    <fieldset className="field">
      <legend>{t('languages')}</legend>
      {spoken.length > 0 ? (
        <ul className="language-rows">
          {spoken.map((code) => {
            const language = languageName(code);
            const name = levelField(code);
            return (
              <li key={code}>
                <b>{language}</b>
                <select
                  className="select"
                  aria-label={t('language.level', { language })}
                  value={String(value[name] ?? '')}
                  onChange={(event) => set(name, event.target.value || null)}
                >
                  <option value="">{t('language.none')}</option>
                  {LEVELS.map((level) => (
                    <option key={level} value={level}>
                      {t(`language.${level}`)}
                    </option>
                  ))}
                </select>
                <IconButton
                  icon="close"
                  label={t('language.remove', { language })}
                  onClick={() => remove(code)}
                />
              </li>
            );
          })}
        </ul>
      ) : null}
      {adding !== null ? (
        <div className="language-add">
          <label className="visually-hidden" htmlFor={id}>
            {t('language.which')}
          </label>
          <select
            // biome-ignore lint/a11y/noAutofocus: it stands where the button was that was pressed
            autoFocus
            className="select"
            id={id}
            value={adding}
            onChange={(event) => setAdding(event.target.value)}
          >
            <option value="">{t('language.which')}</option>
            {others.map(({ value: code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
          <Button disabled={adding === ''} onClick={add}>
            {t('language.confirm')}
          </Button>
        </div>
      ) : spoken.length < MOST_LANGUAGES && others.length > 0 ? (
        <div>
          <Button variant="quiet" icon="plus" onClick={() => setAdding('')}>
            {t('language.add')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
