// Choosing a picture from the library of the centre.
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findStockImages, type StockPicture } from '../../lib/pictures/stock-images.ts';

const TYPING_MS = 300;

export function StockPicker({ onChoose }: { onChoose: (picture: StockPicture) => void }) {
  const { t } = useTranslation('picture');
  const id = useId();
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly StockPicture[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        findStockImages(words.trim(), stop.signal).then(
          (pictures) => {
            setHasFailed(false);
            setFound(pictures);
          },
          () => {
            if (!stop.signal.aborted) setHasFailed(true);
          },
        );
      },
      words === '' ? 0 : TYPING_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words]);
  return (
    <div className="stock-picker">
      <div className="field">
        <label htmlFor={id}>{t('library.search')}</label>
        <input
          className="input"
          type="search"
          id={id}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <p className="soft small" role="status">
        {hasFailed ? t('library.failed') : found ? t('library.count', { count: found.length }) : ''}
      </p>
      <ul className="stock-choices">
        {(found ?? []).map((picture) => (
          <li key={picture.id}>
            <button type="button" onClick={() => onChoose(picture)}>
              <img src={picture.imageUrl} alt={picture.shortDescription} loading="lazy" />
              <span>{picture.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
