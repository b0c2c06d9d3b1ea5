// Whether the page is ready: what must be done first, what would be better, and what is in order.
import { useTranslation } from 'react-i18next';
import type { PageCheck } from '../../../../api/content-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { Icon } from '../../../../components/media/icon.tsx';
import { useBlockWords } from '../canvas/block-words.ts';
import { CHECKED, isAbout } from '../state/checked.ts';
import type { PageEditor } from '../state/use-page-editor.ts';

interface CheckListProps {
  editor: PageEditor;
  onSolve: (blockId: string | null, field: string | null) => void;
}

export function CheckList({ editor, onSolve }: CheckListProps) {
  const { t } = useTranslation('content-pages');
  const words = useBlockWords();
  const { checks, doc } = editor;
  const open = checks.filter(({ severity }) => severity === 'blocking').length;
  const where = ({ blockId }: PageCheck): string | null => {
    const at = doc.blocks.findIndex((block) => editor.idOf(block.key) === blockId);
    const block = doc.blocks[at];
    return block ? t('checks.where', { number: at + 1, name: words.name(block.blockType) }) : null;
  };
  const fine = CHECKED.filter((subject) => !checks.some(({ code }) => isAbout(subject, code)));
  return (
    <div className="side-section is-checks">
      <p className="soft" role="status">
        {open > 0 ? t('checks.open', { count: open }) : t('checks.ready')}
      </p>
      <ul className="publish-check">
        {checks.map((check) => {
          const place = where(check);
          const isMust = check.severity !== 'advice';
          return (
            <li
              key={`${check.code}-${check.blockId}-${check.field}`}
              className={classNames(isMust ? 'is-open' : 'is-advice')}
            >
              <Icon name={isMust ? 'alert' : 'info'} />
              <span>
                <b>{check.text}</b>
                {place ? <small>{place}</small> : null}
                {isMust ? null : <small>{t('checks.later')}</small>}
              </span>
              {check.code === 'no_translation' ? null : (
                <Button
                  small
                  aria-label={t('checks.solveOf', { text: check.text })}
                  onClick={() => onSolve(check.blockId, check.field)}
                >
                  {t('checks.solve')}
                </Button>
              )}
            </li>
          );
        })}
        {fine.map((subject) => (
          <li key={subject}>
            <Icon name="check" />
            <span>{t(`checks.fine.${subject}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
