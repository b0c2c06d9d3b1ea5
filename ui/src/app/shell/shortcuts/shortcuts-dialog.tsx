// Which keys do what, and the choice to have none.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { serverWords } from '../../../lib/locale/server-words.ts';
import '../../../components/form/form.css';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { areShortcutsOn, screenKeys, switchShortcuts } from '../../../lib/navigation/key-choice.ts';
import { menu } from '../../../lib/session/session.ts';
import { places } from './shortcuts.ts';
import './shortcuts-dialog.css';

/** Keys of a list that can be chosen from; only who has such a list hears of them. */
const LIST_MENU = 'users';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shortcuts', 'shell']);
  const isOn = areShortcutsOn.value;
  return (
    <Dialog open title={t('title')} description={t('description')} small onClose={onClose}>
      <label className="choice">
        <input type="checkbox" checked={isOn} onChange={(event) => switchShortcuts(event.target.checked)} />
        <span>{t('switch')}</span>
      </label>
      <KeyList title={t('everywhere')}>
        <Keys keys={['/']} says={t('search')} />
        <Keys keys={['?']} says={t('list')} />
        <Keys keys={[t('keys.escape')]} says={t('close')} />
      </KeyList>
      <KeyList title={t('go')}>
        {places().map(({ key, letter }) => (
          <Keys
            key={key}
            keys={['g', letter]}
            says={key === 'home' ? t('home') : serverWords(t)(`shell:screen.${key}`)}
          />
        ))}
      </KeyList>
      {screenKeys.value.length > 0 ? (
        <KeyList title={t('here')}>
          {screenKeys.value.map(({ keys, says }) => (
            <Keys key={keys.join()} keys={keys} says={says} />
          ))}
        </KeyList>
      ) : menu.value.includes(LIST_MENU) ? (
        <KeyList title={t('inList')}>
          <Keys keys={[t('keys.space')]} says={t('choose')} />
          <Keys keys={[t('keys.shift'), t('keys.space')]} says={t('chooseRange')} />
        </KeyList>
      ) : null}
    </Dialog>
  );
}

function KeyList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="shortcut-group">
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Keys({ keys, says }: { keys: readonly string[]; says: string }) {
  return (
    <div>
      <dt>{says}</dt>
      <dd>
        {keys.map((each) => (
          <kbd key={each}>{each}</kbd>
        ))}
      </dd>
    </div>
  );
}
