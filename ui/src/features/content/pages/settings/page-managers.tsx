// Which page managers may put this page online: chosen by who may, shown to the others.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/client.ts';
import { CONTENT_CALLS, managersIn, type PageManager } from '../../../../api/content-calls.ts';
import { useLoaded } from '../../../../api/hooks.ts';
import { send } from '../../../../api/requests.ts';
import { LoadProblem } from '../../../../components/feedback/load-problem.tsx';
import type { PageEditor } from '../state/use-page-editor.ts';

export function PageManagers({ editor }: { editor: PageEditor }) {
  const { can, managerNames } = editor.page;
  return can.includes('oversee') ? <Choice editor={editor} /> : <Shown names={managerNames} />;
}

function Shown({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('content-pages');
  return names.length > 0 ? <p>{names.join(', ')}</p> : <p className="hint">{t('managers.nobody')}</p>;
}

function Choice({ editor }: { editor: PageEditor }) {
  const { t } = useTranslation('content-pages');
  const { id, assignedTo } = editor.page;
  const [problem, setProblem] = useState('');
  // As it was just chosen, until the server has it.
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { data, status, refresh } = useLoaded(`pages:managers:${id}`, async (signal) => {
    const { document } = await send(CONTENT_CALLS.pageManagers, { id, signal });
    return managersIn(document);
  });
  if (!data) return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null;
  if (data.length === 0) return <p className="hint">{t('managers.none')}</p>;

  async function handleToggle({ id: userId }: PageManager, isOn: boolean) {
    if (chosen) return;
    setProblem('');
    // Who is no page manager of the centre any more is not named again.
    const known = assignedTo.filter((each) => each !== userId && data?.some((one) => one.id === each));
    const userIds = isOn ? [...known, userId] : known;
    setChosen(userIds);
    try {
      await editor.flush();
      const { item, headers } = await send(CONTENT_CALLS.assignPage, { id, body: { userIds } });
      if (item) await editor.follow(item, headers.get('ETag') ?? undefined);
    } catch (cause) {
      setProblem(cause instanceof ApiError && cause.message ? cause.message : t('failed'));
    } finally {
      setChosen(null);
    }
  }

  return (
    <fieldset className="field" aria-busy={chosen !== null}>
      <legend className="visually-hidden">{t('managers.title')}</legend>
      <p className="hint">{t('managers.hint')}</p>
      {data.map((person) => (
        <label className="choice" key={person.id}>
          <input
            type="checkbox"
            checked={(chosen ?? assignedTo).includes(person.id)}
            onChange={(event) => void handleToggle(person, event.target.checked)}
          />
          <span>{person.name}</span>
        </label>
      ))}
      {problem ? (
        <p className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
