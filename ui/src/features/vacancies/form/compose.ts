// A first text from five answers, put together here: nothing leaves the browser. Pure.
import type { FormValue } from '../../../components/form/form-context.ts';

export interface Answers {
  /** 'wandelen met ouderen' */
  task: string;
  /** 'bewoners van De Linde' */
  people: string;
  /** 'dinsdagmiddag' */
  when: string;
  /** 'je hebt geduld' */
  person: string;
  /** 'koffie en een inwerkdag' */
  offer: string;
}

export const QUESTIONS = ['task', 'people', 'when', 'person', 'offer'] as const;

const tidy = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.!;,]+$/, '');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Only the first letter, and not of a name or an abbreviation. */
const small = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** 'je hebt geduld, je houdt van buiten' → lines of their own, each about the reader. */
function linesOf(text: string, start: string, isAboutReader: RegExp): string[] {
  return tidy(text)
    .split(/\s*(?:[\n;,]| en (?=je )| and (?=you ))\s*/i)
    .map(tidy)
    .filter((line) => line.length > 2)
    .slice(0, 5)
    .map((line) => capital(isAboutReader.test(line) ? line : `${start} ${small(line)}`))
    .map((line) => line.slice(0, 100));
}

export function composeDutch(raw: Answers, organization: string): FormValue {
  const task = small(tidy(raw.task));
  const people = small(tidy(raw.people));
  const when = small(tidy(raw.when));
  const offer = tidy(raw.offer);
  const first = `Bij ${organization} ga je ${task}.`;
  const paragraphs = [
    `${first} ${people ? `Dat doe je voor ${people}.` : ''} Jouw hulp maakt echt verschil.`,
    when
      ? `Je komt ${/^(op|in|elke|om|een|één|twee|drie)\b/.test(when) ? when : `op ${when}`}. Past dat niet helemaal? Bel of mail ons gerust, dan kijken we samen wat kan.`
      : '',
    'De eerste keer loop je met iemand mee. Je krijgt uitleg en je hebt een vaste contactpersoon, bij wie je altijd terechtkunt.',
  ];
  return {
    title: capital(task).slice(0, 100),
    summary: `${capital(task)}${people ? ` voor ${people}` : ''}.`.slice(0, 160),
    description: asProse(paragraphs),
    schedule: capital(when).slice(0, 80),
    requirements: linesOf(raw.person, 'Je bent', /^(je|jij)\b/i).join('\n'),
    offer: `${offer ? `Je krijgt van ons ${small(offer)}. ` : ''}Je bent bij ons verzekerd tijdens het vrijwilligerswerk.`,
  };
}

export function composeEnglish(raw: Answers, organization: string): FormValue {
  const task = small(tidy(raw.task));
  const people = small(tidy(raw.people));
  const when = small(tidy(raw.when));
  const offer = tidy(raw.offer);
  const paragraphs = [
    `At ${organization} your role is ${task}. ${people ? `You do this for ${people}.` : ''} Your help makes a real difference.`,
    when
      ? `You come ${/^(on|in|every|once|twice|at)\b/.test(when) ? when : `on ${when}`}. Does that not quite suit you? Call or email us and we will see what is possible.`
      : '',
    'The first time you go along with someone else. We show you how everything works, and you have a regular contact you can always turn to.',
  ];
  return {
    title: capital(task).slice(0, 100),
    summary: `${capital(task)}${people ? ` for ${people}` : ''}.`.slice(0, 160),
    description: asProse(paragraphs),
    schedule: capital(when).slice(0, 80),
    requirements: linesOf(raw.person, 'You are', /^you\b/i).join('\n'),
    offer: `${offer ? `We give you ${small(offer)}. ` : ''}You are insured while you volunteer with us.`,
  };
}

const asProse = (paragraphs: readonly string[]): string =>
  paragraphs
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((each) => `<p>${each.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('');
