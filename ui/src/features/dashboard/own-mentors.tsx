// Who guides a student, and the way to write to them.
import { useTranslation } from 'react-i18next';
import { StartConversation } from '../../components/conversations/start-conversation.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useOwnMentors } from '../../lib/conversations/mentors.ts';

export function OwnMentors() {
  const { t } = useTranslation('dashboard');
  const mentors = useOwnMentors();
  if (mentors.length === 0) return null;
  return (
    <Card title={t('own.mentors', { count: mentors.length })}>
      <ul className="line-list">
        {mentors.map(({ id, name, school }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              {school ? <p className="soft small">{school}</p> : null}
            </div>
            <StartConversation to={{ type: 'users', id }} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
