// One's own profile: the form with the card that organisations see beside it. What is typed stays on this device until it
// is saved.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/client.ts';
import { isRefusedBy, type OwnProfile } from '../../../../api/pool-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { Form, SubmitButton } from '../../../../components/form/form.tsx';
import type { FormValue } from '../../../../components/form/form-context.ts';
import type { Problem } from '../../../../components/form/problems.ts';
import { Icon } from '../../../../components/media/icon.tsx';
import { languages, skills } from '../../../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy } from '../../../../lib/centre/taxonomies.ts';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { currentUser, impersonation } from '../../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../../lib/unsaved/unsaved.ts';
import { saveProfile, setVisibility, usePreview } from './own-profile.store.ts';
import { contactWordsIn, isAboutContact, previewOf, profileToForm } from './own-profile.ts';
import { AboutCard, ConsentCard, LikeCard, OwnCard, WhenWhereCard } from './profile-fields.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import '../../../../components/layout/step-form.css';
import './own-profile.css';

const DRAFT = 'profile';

type ContactWords = Readonly<Record<string, readonly string[]>>;

export function ProfileEditor({ profile, isYoung }: { profile: OwnProfile; isYoung: boolean }) {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const [base, setBase] = useState(() => profileToForm(profile));
  const [kept, setKept] = useState(() => readDraft<FormValue>(DRAFT));
  const [value, setValue] = useState<FormValue>(() => ({ ...base, ...kept }));
  const [isUnsaved, setIsUnsaved] = useState(kept !== null);
  const [round, setRound] = useState(0);
  const [words, setWords] = useState<ContactWords>({});
  const shown = usePreview();

  useEffect(() => {
    for (const list of [activityTypes, skills, languages]) void loadTaxonomy(list);
  }, []);
  useEffect(() => {
    if (isUnsaved) markUnsaved(DRAFT);
    else markSaved(DRAFT);
    return () => markSaved(DRAFT);
  }, [isUnsaved]);

  // What is changed elsewhere, by the questions or the banner, is what the form starts from while nothing is typed.
  useEffect(() => {
    if (isUnsaved) return;
    const now = profileToForm(profile);
    if (JSON.stringify(now) === JSON.stringify(base)) return;
    setBase(now);
    setValue(now);
    setRound((times) => times + 1);
  }, [profile, isUnsaved, base]);

  function handleChange(changed: FormValue) {
    setValue(changed);
    saveDraft(DRAFT, changed);
  }

  function handleAnew() {
    dropDraft(DRAFT);
    setKept(null);
    setValue(base);
    setWords({});
    setIsUnsaved(false);
    setRound((times) => times + 1);
  }

  async function handleSubmit(changed: FormValue): Promise<readonly Problem[] | undefined> {
    try {
      await saveProfile(base, changed);
      setBase({ ...changed, consent: base.consent, elsewhere: base.elsewhere });
      setWords({});
      const isWanted = changed.consent === true;
      const isShared = profile.sharedWith.length > 0;
      const elsewhere = isWanted && changed.elsewhere === true;
      if (isWanted !== base.consent || (isWanted && elsewhere !== base.elsewhere))
        await setVisibility(isShared ? { visible: isWanted, elsewhere } : { visible: isWanted });
    } catch (cause) {
      const problems = cause instanceof ApiError ? problemsIn(cause) : null;
      if (problems === null) throw cause;
      return problems;
    }
    setBase(changed);
    dropDraft(DRAFT);
    setKept(null);
    addToast({ title: t('done'), color: 'success' });
    return undefined;
  }

  /** In words of this screen what is refused because others would read it. */
  function problemsIn(error: ApiError): readonly Problem[] | null {
    const found = contactWordsIn(error.problems);
    setWords(found);
    if (isRefusedBy(error, 'profile_empty')) return [{ field: 'consent', detail: t('empty') }];
    if (isRefusedBy(error, 'under_age')) return [{ field: 'consent', detail: t('guardian') }];
    if (error.problems.length === 0) return null;
    return error.problems.map((problem) => {
      if (!isAboutContact(problem)) return problem;
      const list = (found[problem.field] ?? []).map((word) => `‘${word}’`).join(', ');
      return { field: problem.field, detail: list ? t('contact.found', { list }) : t('contact.plain') };
    });
  }

  const me = currentUser.value;
  const names = { firstName: me?.firstName, lastName: me?.lastName };
  const marked = Object.values(words).flat();
  return (
    <div className="step-layout">
      <div id="profile-form">
        <Form
          key={round}
          of="volunteer_profiles"
          value={value}
          onChange={handleChange}
          onUnsaved={setIsUnsaved}
          onSubmit={handleSubmit}
          label={t('form')}
        >
          {kept ? (
            <Notice>
              <p>{t('kept')}</p>
              <Button variant="quiet" small onClick={handleAnew}>
                {t('anew')}
              </Button>
            </Notice>
          ) : null}
          <LikeCard />
          <WhenWhereCard />
          <AboutCard />
          <OwnCard />
          <ConsentCard profile={profile} isYoung={isYoung} isOther={impersonation.value !== null} />
          <div className="draft-bar profile-bar">
            <p role="status">
              {isUnsaved ? (
                <>
                  <Icon name="alert" />
                  <span>
                    <b>{t('bar.unsaved')}</b> {marked.length > 0 ? t('contact.first') : t('bar.onDevice')}
                  </span>
                </>
              ) : (
                <>
                  <Icon name="check" />
                  <span>{t('bar.saved')}</span>
                </>
              )}
            </p>
            <a className="button to-preview" href="#preview">
              <Icon name="eye" />
              {t('bar.preview')}
            </a>
            <SubmitButton>{t('bar.save')}</SubmitButton>
          </div>
        </Form>
      </div>
      <ProfilePreview shown={previewOf(value, shown, names)} profile={profile} marked={marked} />
    </div>
  );
}
