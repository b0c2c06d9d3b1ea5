// What a new page may begin with. Texts of the page itself, in its own language: the maker changes them.
import { type Block, newBlock } from '../state/document.ts';

export const TEMPLATES = ['blank', 'about', 'campaign', 'article'] as const;
export type Template = (typeof TEMPLATES)[number];

type Both = readonly [nl: string, en: string];
type Part = readonly [type: string, content: Readonly<Record<string, unknown>>];

const ABOUT = (say: (words: Both) => string): readonly Part[] => [
  [
    'SectionTitle',
    {
      title: say(['Over ons', 'About us']),
      text: say(['Wie wij zijn en wat we doen.', 'Who we are and what we do.']),
    },
  ],
  [
    'ImageTextButtons',
    {
      title: say(['Zo helpen wij', 'How we help']),
      text: say([
        '<p>Vertel hier in een paar zinnen wat je doet, voor wie, en wat het oplevert.</p>',
        '<p>Say in a few sentences what you do, for whom, and what comes of it.</p>',
      ]),
      buttons: [
        { link: { href: '/vacancies/search', label: say(['Vacatures bekijken', 'View volunteer roles']) } },
      ],
    },
  ],
  [
    'TextWithUsps',
    {
      title: say(['Waarom mensen bij ons komen', 'Why people come to us']),
      points: [
        { title: say(['Gratis advies', 'Free advice']), icon: 'check' },
        { title: say(['Dicht bij huis', 'Close to home']), icon: 'home' },
        { title: say(['Altijd iemand om te bellen', 'Always someone to call']), icon: 'phone' },
      ],
    },
  ],
  [
    'CallToAction',
    {
      title: say(['Wil je meer weten?', 'Would you like to know more?']),
      link: { href: '/forms/contact', label: say(['Neem contact op', 'Contact us']) },
    },
  ],
];

const CAMPAIGN = (say: (words: Both) => string): readonly Part[] => [
  [
    'PhotoHero',
    {
      title: say(['Doe mee', 'Join in']),
      text: say(['Eén zin over wat je vraagt en voor wie.', 'One sentence on what you ask and for whom.']),
      buttons: [
        {
          link: { href: '/vacancies/search', label: say(['Vacatures bekijken', 'View volunteer roles']) },
          style: 'primary',
        },
      ],
    },
  ],
  [
    'ImageTextButtons',
    {
      title: say(['Zo gaat het', 'How it works']),
      text: say([
        '<p>Wat doe je, hoe vaak en met wie? Schrijf het zoals je het aan een buurman vertelt.</p>',
        '<p>What do you do, how often and with whom? Write it as you would tell a neighbour.</p>',
      ]),
    },
  ],
  [
    'DynamicCards',
    { title: say(['Hier kun je beginnen', 'Where you can start']), source: 'vacancies', number: 3 },
  ],
  [
    'CallToAction',
    {
      title: say(['Eerst meer weten?', 'Want to know more first?']),
      link: { href: '/forms/contact', label: say(['Stel je vraag', 'Ask your question']) },
    },
  ],
];

const ARTICLE = (say: (words: Both) => string): readonly Part[] => [
  [
    'Markdown',
    {
      text: say([
        'Begin met het nieuws: wat gebeurt er, waar en wanneer.\n\n## Wat kun je doen?\n\nZeg wat de lezer kan doen.',
        'Start with the news: what happens, where and when.\n\n## What can you do?\n\nSay what the reader can do.',
      ]),
    },
  ],
];

const PARTS = { blank: () => [], about: ABOUT, campaign: CAMPAIGN, article: ARTICLE } as const;

export function templateBlocks(template: Template, locale: 'nl' | 'en'): readonly Omit<Block, 'key'>[] {
  const say = ([nl, en]: Both): string => (locale === 'nl' ? nl : en);
  return PARTS[template](say).map(([type, content]) => {
    const { key: _key, ...block } = newBlock(type, content);
    return block;
  });
}
