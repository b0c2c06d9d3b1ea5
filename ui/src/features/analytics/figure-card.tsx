// A figure: what it shows in a sentence, its chart, its table and its file.
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FIGURE_FORMATS, type Figure, type FigureFormat } from '../../api/analytics-calls.ts';
import { MenuButton } from '../../components/actions/menu.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/media/icon.tsx';
import { FigureChart } from './figure-chart.tsx';
import { FigureTable, type FigureTableProps } from './figure-table.tsx';
import { Finding } from './finding.tsx';

interface FigureCardProps extends Pick<FigureTableProps, 'onSort' | 'sort' | 'action'> {
  figure: Figure;
  /** Those of this page; all when nothing is said. */
  rows?: Figure['rows'] | undefined;
  /** Below the table: its pages. */
  children?: ReactNode;
  /** Of its title; h2 when nothing is said. */
  level?: 2 | 3;
  /** None: it has no file of its own. */
  onDownload?: (format: FigureFormat) => void;
}

export function FigureCard({ figure, rows, onDownload, children, level = 2, ...table }: FigureCardProps) {
  const { t } = useTranslation(['analytics', 'components']);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { title, finding, size, charts, note, columns, hasHidden } = figure;
  const hasChart = charts.length > 0;
  const shown = rows ?? figure.rows;
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <section className={classNames('figure-card', size === 'full' && 'is-whole')} aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <Finding text={finding} />
      {hasChart ? <FigureChart charts={charts} /> : null}
      {/* On paper it stands under the chart, whether it is open or not. */}
      <div className="figure-data" id={`${id}-data`} hidden={hasChart && !isOpen}>
        {shown.length > 0 ? <FigureTable caption={title} columns={columns} rows={shown} {...table} /> : null}
        {children}
      </div>
      {note ? <p className="figure-note">{note}</p> : null}
      {hasHidden ? (
        <p className="figure-note">
          <Icon name="shield" />
          <span>{t('figure.hidden')}</span>
        </p>
      ) : null}
      <div className="figure-foot">
        {hasChart ? (
          <button
            type="button"
            className="figure-button"
            aria-expanded={isOpen}
            aria-controls={`${id}-data`}
            aria-describedby={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('components:as_table')}
          </button>
        ) : null}
        {onDownload ? (
          <MenuButton
            label={t('download.of', { title })}
            className="figure-button"
            align="start"
            entries={FIGURE_FORMATS.map((format) => ({
              label: t(`download.${format}`),
              onSelect: () => onDownload(format),
            }))}
          >
            <Icon name="download" />
            <span>{t('download.label')}</span>
          </MenuButton>
        ) : null}
      </div>
    </section>
  );
}
