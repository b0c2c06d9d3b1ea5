// What a new page may begin with. Texts of the page itself, in its own language: the maker changes them.
import { type Block, newBlock } from '../state/document.ts';
import texts from './template-texts.json';

export const TEMPLATES = ['blank', 'about', 'campaign', 'article'] as const;
export type Template = (typeof TEMPLATES)[number];

type Both = readonly [nl: string, en: string];
type Part = readonly [type: string, content: Readonly<Record<string, unknown>>];

/** What the maker is told to write. The server knows these sentences and asks before they go online. */
const told = (name: keyof typeof texts): Both => [texts[name].nl, texts[name].en];

const paragraph = (text: string): string => `<p>${text}</p>`;

const ABOUT = (inLanguage: (words: Both) => string): readonly Part[] => [
  [
    'SectionTitle',
    {
      title: inLanguage(['Over ons', 'About us']),
      text: inLanguage(['Wie wij zijn en wat we doen.', 'Who we are and what we do.']),
    },
  ],
  [
    'ImageTextButtons',
    {
      title: inLanguage(['Zo helpen wij', 'How we help']),
      text: paragraph(inLanguage(told('aboutText'))),
      buttons: [
        {
          link: {
            href: '/vacancies/search',
            label: inLanguage(['Vacatures bekijken', 'View volunteer roles']),
          },
        },
      ],
    },
  ],
  [
    'TextWithUsps',
    {
      title: inLanguage(['Waarom mensen bij ons komen', 'Why people come to us']),
      points: [
        { title: inLanguage(['Gratis advies', 'Free advice']), icon: 'check' },
        { title: inLanguage(['Dicht bij huis', 'Close to home']), icon: 'home' },
        { title: inLanguage(['Altijd iemand om te bellen', 'Always someone to call']), icon: 'phone' },
      ],
    },
  ],
  [
    'CallToAction',
    {
      title: inLanguage(['Wil je meer weten?', 'Would you like to know more?']),
      link: { href: '/forms/contact', label: inLanguage(['Neem contact op', 'Contact us']) },
    },
  ],
];

const CAMPAIGN = (inLanguage: (words: Both) => string): readonly Part[] => [
  [
    'PhotoHero',
    {
      title: inLanguage(['Doe mee', 'Join in']),
      text: inLanguage(told('campaignLead')),
      buttons: [
        {
          link: {
            href: '/vacancies/search',
            label: inLanguage(['Vacatures bekijken', 'View volunteer roles']),
          },
          style: 'primary',
        },
      ],
    },
  ],
  [
    'ImageTextButtons',
    {
      title: inLanguage(['Zo gaat het', 'How it works']),
      text: paragraph(inLanguage(told('campaignText'))),
    },
  ],
  [
    'DynamicCards',
    { title: inLanguage(['Hier kun je beginnen', 'Where you can start']), source: 'vacancies', number: 3 },
  ],
  [
    'CallToAction',
    {
      title: inLanguage(['Eerst meer weten?', 'Want to know more first?']),
      link: { href: '/forms/contact', label: inLanguage(['Stel je vraag', 'Ask your question']) },
    },
  ],
];

const ARTICLE = (inLanguage: (words: Both) => string): readonly Part[] => [
  [
    'RichText',
    {
      text:
        paragraph(inLanguage(told('articleStart'))) +
        `<h2>${inLanguage(['Wat kun je doen?', 'What can you do?'])}</h2>` +
        paragraph(inLanguage(told('articleEnd'))),
    },
  ],
];

const PARTS = { blank: () => [], about: ABOUT, campaign: CAMPAIGN, article: ARTICLE } as const;

export function templateBlocks(
  template: Template,
  locale: 'nl' | 'en',
  title = '',
): readonly Omit<Block, 'key'>[] {
  const inLanguage = ([nl, en]: Both): string => (locale === 'nl' ? nl : en);
  return PARTS[template](inLanguage).map(([type, content], at) => {
    const isHead = at === 0 && title !== '' && hasOwnTitle(template);
    const { key: _key, ...block } = newBlock(type, isHead ? { ...content, title } : content);
    return block;
  });
}

/** One that opens with a heading of its own: the page does not say its title above it once more. */
export const hasOwnTitle = (template: Template): boolean => template === 'about' || template === 'campaign';
