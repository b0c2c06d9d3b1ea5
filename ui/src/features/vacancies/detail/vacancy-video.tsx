// A film of YouTube. Nothing is asked of YouTube before somebody wants to see it.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { youtubeId } from './youtube-id.ts';

interface VideoProps {
  address: string;
  title: string;
}

/** Nothing for an address that is none of a film. */
export function VacancyVideo({ address, title }: VideoProps) {
  const id = youtubeId(address);
  return id ? <Film id={id} title={title} /> : null;
}

function Film({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation('vacancy');
  const [isOn, setIsOn] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isOn) frame.current?.focus();
  }, [isOn]);
  if (isOn) {
    return (
      <div className="video">
        <iframe
          ref={frame}
          src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`}
          title={title}
          width="720"
          height="405"
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
    );
  }
  return (
    <div className="video is-off">
      <Button icon="play" large onClick={() => setIsOn(true)}>
        {t('page.video_play')}
      </Button>
      <p className="hint">{t('page.video_note')}</p>
    </div>
  );
}
