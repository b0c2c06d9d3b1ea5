// A vacancy in a grid (upright) or in a list (lying): the title is the link, the whole card its target.
import type { CSSProperties, ReactNode } from 'react';
import './vacancy-card.css';
import { AppLink } from '../actions/app-link.tsx';
import { SaveButton } from '../actions/button.tsx';
import { Icon, type IconName } from '../media/icon.tsx';
import { Tag } from './badge.tsx';

export interface Fact {
  icon: IconName;
  text: string;
}

export interface CardTag {
  text: string;
  warm?: boolean;
}

export interface CardImage {
  src: string;
  alt?: string;
  srcSet?: string;
  sizes?: string;
  width?: number;
  height?: number;
  /** The point that stays in view, and the colour until it is there. */
  style?: CSSProperties;
}

export interface VacancyCardProps {
  title: string;
  href: string;
  organisation?: string | null;
  summary?: string | null;
  /** Place, rhythm, time: always in this order. */
  facts?: readonly Fact[];
  tags?: readonly CardTag[];
  image?: CardImage | null;
  /** Below the fold it loads when it comes near. */
  lazy?: boolean;
  /** Left out: no heart. */
  saved?: boolean | undefined;
  onToggleSaved?: (() => void) | undefined;
  /** The language of title and summary, where it is not the reader's. */
  lang?: string | undefined;
  level?: 2 | 3;
}

export function VacancyCard(props: VacancyCardProps) {
  const {
    title,
    href,
    organisation,
    summary,
    facts = [],
    tags = [],
    image,
    lazy = true,
    saved,
    onToggleSaved,
    lang,
  } = props;
  const Title = props.level === 2 ? 'h2' : 'h3';
  return (
    <article className="vacancy-card">
      {image ? (
        <img
          src={image.src}
          srcSet={image.srcSet}
          sizes={image.sizes}
          alt={image.alt ?? ''}
          style={image.style}
          width={image.width ?? 480}
          height={image.height ?? 320}
          loading={lazy ? 'lazy' : undefined}
        />
      ) : null}
      {saved !== undefined && onToggleSaved ? (
        <SaveButton saved={saved} title={title} onToggle={onToggleSaved} />
      ) : null}
      <div className="vacancy-body">
        <Title className="vacancy-title" lang={lang}>
          <AppLink className="vacancy-link" href={href}>
            {title}
          </AppLink>
        </Title>
        {organisation ? <p className="vacancy-organisation">{organisation}</p> : null}
        {summary ? (
          <p className="vacancy-summary" lang={lang}>
            {summary}
          </p>
        ) : null}
        <VacancyFacts facts={facts} />
        {tags.length > 0 ? (
          <div className="chip-row">
            {tags.map((tag) => (
              <Tag key={tag.text} warm={tag.warm}>
                {tag.text}
              </Tag>
            ))}
          </div>
        ) : null}
      </div>
    </article>
  );
}

export function VacancyFacts({ facts, onlyNarrow }: { facts: readonly Fact[]; onlyNarrow?: boolean }) {
  if (facts.length === 0) return null;
  return (
    <ul className={onlyNarrow ? 'vacancy-facts only-narrow' : 'vacancy-facts'}>
      {facts.map((fact) => (
        <li key={fact.icon + fact.text}>
          <Icon name={fact.icon} />
          {fact.text}
        </li>
      ))}
    </ul>
  );
}

/** Upright cards, beside each other. */
export function VacancyGrid({ children }: { children: ReactNode }) {
  return <div className="vacancy-grid">{children}</div>;
}

/** Lying cards, below each other. */
export function VacancyList({ children }: { children: ReactNode }) {
  return <div className="vacancy-list">{children}</div>;
}
