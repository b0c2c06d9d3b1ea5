// Every colour role of the theme in both modes, with its contrast on what it lies on.
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/content/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { formatNumber } from '../../lib/locale/time.ts';
import { backOf, channelsOf, contrast, neededOf, roleNames } from './color-roles.ts';
import { TestPage } from './test-page.tsx';

const NO_COLOR = 'rgb(1, 2, 3)';

interface Seen {
  name: string;
  color: string;
  back: string;
  ratio: number;
  needed: number | null;
}

export default function ColorsPage() {
  const { t } = useTranslation('test-pages');
  return (
    <TestPage name="colors">
      {(['light', 'dark'] as const).map((mode) => (
        <Card key={mode} title={t(`colors.${mode}`)} className="stack">
          <Mode mode={mode} />
        </Card>
      ))}
    </TestPage>
  );
}

function Mode({ mode }: { mode: 'light' | 'dark' }) {
  const { t } = useTranslation('test-pages');
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState<readonly Seen[]>([]);
  useLayoutEffect(() => {
    if (list.current) setSeen(rolesWithin(list.current));
  }, []);
  const figure = (ratio: number) => formatNumber(Math.floor(ratio * 10) / 10, { minimumFractionDigits: 1 });
  return (
    <ul ref={list} className="test-colors" data-theme={mode} aria-label={t(`colors.${mode}`)}>
      {seen.map(({ name, color, back, ratio, needed }) => (
        <li key={name}>
          <span className="test-color" style={{ background: `var(--v-${name})` }} aria-hidden="true" />
          <div>
            <code>{name}</code>
            <p className="small">
              {color} · {t('colors.on', { ratio: figure(ratio), back })}
            </p>
            {needed === null ? null : (
              <StatusBadge tone={ratio >= needed ? 'success' : 'danger'}>
                {t(ratio >= needed ? 'colors.enough' : 'colors.less', { needed: figure(needed) })}
              </StatusBadge>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** As the browser works them out in this part of the page. */
function rolesWithin(part: HTMLElement): Seen[] {
  const names = roleNames();
  const around = document.createElement('li');
  // What is no colour, such as a shadow, leaves the one around it.
  around.style.color = NO_COLOR;
  const probe = document.createElement('span');
  around.append(probe);
  part.append(around);
  const colorOf = (name: string): string => {
    probe.style.color = `var(--v-${name})`;
    return getComputedStyle(probe).color;
  };
  const seen = names.flatMap((name) => {
    const [color, back] = [colorOf(name), backOf(name, names)];
    if (color === NO_COLOR) return [];
    const [front, ground] = [channelsOf(color), channelsOf(colorOf(back))];
    if (!front || !ground) return [];
    return [{ name, color, back, ratio: contrast(front, ground), needed: neededOf(name) }];
  });
  around.remove();
  return seen;
}
