// What was written about something, as a card shows it: the messages below each other, with notes between them.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import '../content/application-parts.css';
import { Avatar } from '../content/person.tsx';
import { HiddenNote, MessageReport, useMessageReports } from '../report/message-report.tsx';

export interface ThreadMessage {
  id: string;
  author: string;
  /** "maandag 16 november, 10.12 uur" */
  when: string;
  /** Empty for others than its author while it is hidden. */
  text: string;
  own?: boolean;
  avatar?: string | null;
  isHidden?: boolean;
  /** As the server knows it; none where it is no message that can be reported. */
  messageId?: string;
}

export interface ThreadNote {
  id: string;
  note: ReactNode;
}

export function MessageThread({ messages }: { messages: readonly (ThreadMessage | ThreadNote)[] }) {
  const reports = useMessageReports();
  return (
    <>
      <div className="message-thread">
        {messages.map((message) =>
          'note' in message ? (
            <p className="message-note" key={message.id}>
              {message.note}
            </p>
          ) : (
            <Message
              key={message.id}
              message={message}
              isReported={message.messageId !== undefined && reports.isReported(message.messageId)}
              onReport={reports.report}
            />
          ),
        )}
      </div>
      {reports.dialog}
    </>
  );
}

interface MessageProps {
  message: ThreadMessage;
  isReported: boolean;
  onReport: (id: string, author: string) => void;
}

function Message({ message, isReported, onReport }: MessageProps) {
  const { author, when, text, own = false, avatar, isHidden = false, messageId } = message;
  return (
    <div className={classNames('message', own && 'is-own')}>
      <Avatar name={author} src={avatar} own={own} />
      <div>
        <p className="message-meta">
          <b>{author}</b>, {when}
          {messageId === undefined || own || isHidden ? null : (
            <MessageReport
              name={author}
              isReported={isReported}
              onReport={() => onReport(messageId, author)}
            />
          )}
        </p>
        {isHidden ? <HiddenNote isOwn={own} /> : null}
        {isHidden && text === '' ? null : <p className="message-text">{text}</p>}
      </div>
    </div>
  );
}
