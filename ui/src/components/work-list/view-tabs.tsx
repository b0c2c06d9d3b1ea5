// The views of a list as tabs: those the list comes with, and those somebody saved.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AppLink } from '../actions/app-link.tsx';
import { Button } from '../actions/button.tsx';
import { Count } from '../content/badge.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { Field } from '../form/field.tsx';
import { Form, SubmitButton } from '../form/form.tsx';
import type { FormValue } from '../form/form-context.ts';
import { Icon } from '../media/icon.tsx';
import type { ListView } from './list-types.ts';
import { isSameView, queryOfView, removeView, savedViews, saveView } from './saved-views.ts';

const LONGEST_NAME = 40;

interface ViewTabsProps {
  name: string;
  person: string;
  views: readonly ListView[];
}

export function ViewTabs({ name, person, views }: ViewTabsProps) {
  const { t } = useTranslation('work-list');
  const { pathname, search } = useLocation();
  const [isSaving, setIsSaving] = useState(false);
  const own = savedViews(person, name).map((view) => ({
    label: view.name,
    href: view.query === '' ? pathname : `${pathname}?${view.query}`,
    current: isSameView(view.query, search),
  }));
  const current = own.find((view) => view.current);
  const all = current ? [...views.map((view) => ({ ...view, current: false })), ...own] : [...views, ...own];
  const nav = useRef<HTMLElement>(null);
  const chosen = all.find((view) => view.current)?.href;
  // On a phone the tabs move sideways: the chosen one is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another tab
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && tab) nav.current.scrollLeft = tab.offsetLeft - nav.current.clientWidth / 3;
  }, [chosen]);

  return (
    <>
      <div className="view-bar">
        <nav ref={nav} className="view-tabs" aria-label={t('views.label')}>
          {all.map((view) => (
            <AppLink
              key={view.href + view.label}
              className="view-tab"
              href={view.href}
              aria-current={view.current ? 'true' : undefined}
            >
              {view.label}
              {'count' in view && view.count !== undefined ? (
                <Count>{t('count', { value: view.count })}</Count>
              ) : null}
            </AppLink>
          ))}
        </nav>
        {current ? (
          <button
            type="button"
            className="view-tab is-add"
            title={t('views.remove')}
            onClick={() => removeView(person, name, current.label)}
          >
            <Icon name="trash" />
            <span>{t('views.remove')}</span>
          </button>
        ) : (
          <button
            type="button"
            className="view-tab is-add"
            title={t('views.save')}
            onClick={() => setIsSaving(true)}
          >
            <Icon name="plus" />
            <span>{t('views.save')}</span>
          </button>
        )}
      </div>
      {isSaving ? (
        <SaveDialog
          onClose={() => setIsSaving(false)}
          onSave={(label) => {
            saveView(person, name, { name: label, query: queryOfView(new URLSearchParams(search)) });
            setIsSaving(false);
          }}
        />
      ) : null}
    </>
  );
}

function SaveDialog({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const { t } = useTranslation('work-list');
  return (
    <Dialog
      open
      small
      title={t('views.saveTitle')}
      description={t('views.saveText')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          label={t('views.saveTitle')}
          value={{ name: '' }}
          onSubmit={async (value: FormValue) => onSave(String(value.name).trim())}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton>{t('views.confirm')}</SubmitButton>
        </>
      }
    >
      <Field
        name="name"
        label={t('views.name')}
        short={t('views.nameShort')}
        rules={{ required: true, maxLength: LONGEST_NAME }}
      />
    </Dialog>
  );
}
