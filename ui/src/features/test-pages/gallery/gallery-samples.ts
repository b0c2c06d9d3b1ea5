// Sample words and things for the developer page. Invented; not translated.
import type { TimelineEvent } from '../../../components/content/application-parts.tsx';
import type { KeyNumber, ToDo } from '../../../components/content/dashboard-parts.tsx';
import type { VacancyCardProps } from '../../../components/content/vacancy-card.tsx';
import type { ThreadMessage, ThreadNote } from '../../../components/conversations/message-thread.tsx';
import type { ToastItem } from '../../../components/feedback/toast.tsx';
import type { Choice } from '../../../components/form/field.tsx';
import type { FormConstraints } from '../../../components/form/rules.ts';

export const WORDS = {
  title: 'Alle bouwstenen',
  description: 'Elk onderdeel een keer, met verzonnen gegevens.',
  formStates: 'Velden met hun fouten',
  problems: 'Als iets niet lukt',
  home: 'Home',
  tests: 'Test',
  plain: 'Gewoon',
  primary: 'Ik wil dit doen',
  accent: 'Zoek',
  quiet: 'Wis alles',
  danger: 'Verwijder',
  large: 'Verstuur mijn bericht',
  off: 'Nu niet',
  busy: 'Bewaar',
  more: 'Alle 214 vacatures',
  notice: 'Je hebt geen account nodig. Je krijgt een mail om je bericht te bevestigen.',
  noticeDanger: 'Deze link werkt niet meer. Vraag een nieuwe aan.',
  empty: 'Niets gevonden binnen 5 km',
  emptyText: 'Zoek wat verder weg, of haal het laatste filter weg.',
  widen: 'Zoek tot 25 km',
  results: '38 vacatures binnen 5 km',
  show: 'Toon 38 vacatures',
  filters: 'Filters',
  list: 'Lijst',
  map: 'Kaart',
  view: 'Weergave',
  near: 'Dichtbij eerst',
  new: 'Nieuwste eerst',
  saveTitle: 'Bewaar deze zoekopdracht',
  saveText: 'Komt er iets nieuws bij? Dan krijg je een mail. Hooguit een keer per week.',
  saveButton: 'Mail mij nieuwe vacatures',
  practical: 'Praktisch',
  address: 'Kerkstraat 18, Lindewaard',
  mapLabel: 'Kaart: Kerkstraat 18 in Lindewaard',
  nextTitle: 'Spreek een dag af om kennis te maken',
  nextText: 'Joke kan op maandag en woensdag. Ze wacht nu 2 werkdagen op jullie antwoord.',
  propose: 'Stel een dag voor',
  thread: 'Gesprek',
  history: 'Wat is er gebeurd?',
  todo: 'Eerst doen',
  openDialog: 'Open het venster',
  openSheet: 'Open de zijkant',
  openConfirm: 'Vraag om zekerheid',
  dialogTitle: 'Leuk dat je wilt helpen!',
  dialogText: 'Taalmaatje bij Taalhuis Lindewaard',
  confirmTitle: '12 vacatures archiveren?',
  confirmText: 'Ze verdwijnen van de website. Je kunt ze later terughalen.',
  confirm: 'Archiveer 12 vacatures',
  menu: 'Meer voor: Taalmaatje',
  stop: 'Stop',
  saveDraft: 'Bewaar concept',
  buttons: 'Knoppen',
  signs: 'Tekens',
  messages: 'Berichten',
  cards: 'Kaarten',
  search: 'Zoeken',
  layers: 'Vensters',
  application: 'Aanmelding',
  dashboard: 'Overzicht',
  form: 'Formulier',
  table: 'Tabel',
  loading: 'Laden',
  online: 'Online',
  adjust: 'Aanpassen',
  refused: 'Geweigerd',
  full: 'Vol',
  concept: 'Concept',
  newTag: 'Nieuw',
  childrenTag: 'Kinderen',
  weekly: 'Elke week',
  withPeople: 'Met mensen',
  person: 'Samira Haddou',
  role: 'Begeleider vrijwilligers',
} as const;

export const VACANCIES: readonly VacancyCardProps[] = [
  {
    title: 'Wandelen met meneer De Groot en zijn hond',
    href: '/vacancies/1',
    organisation: 'Zorgcentrum De Linden',
    summary: 'Meneer De Groot (82) loopt graag een rondje. Samen is het leuker.',
    facts: [
      { icon: 'pin', text: 'Ooststeeg · 2,4 km' },
      { icon: 'calendar', text: 'Je kiest zelf wanneer' },
      { icon: 'clock', text: '1 tot 2 uur' },
    ],
    tags: [{ text: 'Nieuw', warm: true }, { text: 'Zorg' }, { text: 'Buiten' }],
    image: { src: '/img/wandelen.svg' },
  },
  {
    title: 'Voorlezen aan kleuters',
    href: '/vacancies/2',
    organisation: 'Bibliotheek Lindewaard',
    summary: 'Een half uur lezen, een half uur lachen. Boeken liggen klaar.',
    facts: [
      { icon: 'pin', text: 'Lindewaard · 0,6 km' },
      { icon: 'calendar', text: 'Elke woensdag' },
      { icon: 'clock', text: '1 uur per week' },
    ],
    tags: [{ text: 'Nieuw', warm: true }, { text: 'Kinderen' }],
    image: { src: '/img/lezen.svg' },
  },
  {
    title: 'Pakketten vullen bij de voedselbank',
    href: '/vacancies/3',
    organisation: 'Voedselbank De Schakel',
    summary: 'Op donderdag vullen we 140 kratten. Je werkt in een team van zes.',
    facts: [
      { icon: 'pin', text: 'Lindewaard · 0,8 km' },
      { icon: 'calendar', text: 'Elke donderdag' },
      { icon: 'clock', text: '3 uur per week' },
    ],
    tags: [{ text: 'Nog 2 plekken', warm: true }, { text: 'Voedsel' }, { text: 'In een team' }],
    image: { src: '/img/voedsel.svg' },
  },
];

export const TILES = [
  { href: '/vacancies/search?types=1', icon: 'people', title: 'Met mensen', count: '64 vacatures' },
  { href: '/vacancies/search?types=2', icon: 'care', title: 'Zorg en hulp', count: '48 vacatures' },
  { href: '/vacancies/search?types=3', icon: 'leaf', title: 'Natuur en dieren', count: '23 vacatures' },
  { href: '/vacancies/search?types=4', icon: 'lang', title: 'Taal en leren', count: '31 vacatures' },
] as const;

export const FACTS = [
  { icon: 'clock', label: 'Hoeveel tijd', value: '1 uur per week' },
  { icon: 'calendar', label: 'Wanneer', value: 'In overleg, ook ’s avonds' },
  { icon: 'pin', label: 'Waar', value: 'Lindewaard, 1,2 km van jou' },
  { icon: 'euro', label: 'Vergoeding', value: 'Reiskosten' },
  { icon: 'shield', label: 'Verklaring (VOG)', value: 'Nodig, wij betalen die' },
] as const;

export const STAGES = [
  { key: 'new', label: 'Nieuw' },
  { key: 'contact', label: 'In gesprek' },
  { key: 'accepted', label: 'Aangenomen' },
  { key: 'started', label: 'Gestart' },
  { key: 'done', label: 'Afgerond' },
];

export const STEPS = [
  { key: 'what', label: 'Wat is het?', href: '?step=what' },
  { key: 'when', label: 'Wanneer en waar' },
  { key: 'who', label: 'Wie zoek je?' },
  { key: 'offer', label: 'Wat bied je?' },
  { key: 'check', label: 'Controleer' },
];

export const MESSAGES: readonly (ThreadMessage | ThreadNote)[] = [
  {
    id: '1',
    author: 'Joke Vermeer',
    when: 'maandag 16 november, 10.12 uur',
    text: 'Hallo! Ik ben sinds kort met pensioen en praat graag met mensen.',
  },
  {
    id: '2',
    author: 'Samira Haddou',
    when: 'dinsdag 17 november, 9.40 uur',
    text: 'Wat leuk, Joke! Zullen we kennismaken?',
    own: true,
  },
  { id: '3', note: 'Fase gewijzigd naar In gesprek' },
];

export const EVENTS: readonly TimelineEvent[] = [
  {
    id: '1',
    title: 'Joke heeft geantwoord',
    when: 'Donderdag, 14.05 uur',
    at: '2026-11-19T14:05',
    mark: 'now',
  },
  { id: '2', title: 'Samira heeft geantwoord', detail: 'Fase werd In gesprek', when: 'Dinsdag, 9.40 uur' },
  { id: '3', title: 'Gezien, nog geen antwoord', when: 'Maandag, 16.30 uur', mark: 'warning' },
];

export const TODOS: readonly ToDo[] = [
  {
    id: '1',
    count: 2,
    title: 'Vrijwilligers wachten langer dan 7 dagen',
    detail: 'VV Veldhaven (16 dagen), Zorgcentrum De Linden (8 dagen)',
    href: '/applications',
    action: 'Bel de organisatie',
    urgency: 'late',
  },
  {
    id: '2',
    count: 4,
    title: 'Vacatures om te beoordelen',
    detail: 'De oudste wacht sinds donderdag',
    href: '/vacancies',
    action: 'Beoordeel',
    urgency: 'soon',
  },
];

export const NUMBERS: readonly KeyNumber[] = [
  { href: '/vacancies', value: 214, label: 'vacatures online', detail: '9 meer dan vorige maand' },
  { href: '/applications', value: 52, label: 'aanmeldingen', detail: 'deze week' },
];

export const TOASTS: readonly ToastItem[] = [
  {
    id: '1',
    title: 'Notitie bewaard',
    message: 'Alleen collega’s zien dit.',
    color: 'success',
    closable: true,
    progress: 0.62,
  },
  {
    id: '2',
    title: 'Geen verbinding',
    message: 'Wat je typt, blijft op dit apparaat.',
    color: 'danger',
    closable: true,
    progress: 0,
  },
];

export const LABELS: readonly Choice[] = [
  { value: 'taal', label: 'Taal' },
  { value: 'zorg', label: 'Zorg' },
  { value: 'buiten', label: 'Buiten' },
];

export const HOW_OFTEN: readonly Choice[] = [
  { value: 'once', label: 'Eén keer', hint: 'Bijvoorbeeld een markt' },
  { value: 'regular', label: 'Regelmatig', hint: 'Elke week of maand' },
  { value: 'flexible', label: 'Vrij te kiezen', hint: 'De vrijwilliger kiest' },
];

export const CONSTRAINTS: FormConstraints = {
  title: { required: true, minLength: 5, maxLength: 100 },
  email: { required: true },
  hours: { required: true, type: 'number', minimum: 0.5, maximum: 20 },
  access: { maxLength: 500 },
  often: { required: true },
  ends: { required: true },
  consent: { required: true },
};

export interface SampleRow {
  id: string;
  title: string;
  organisation: string;
  applications: number;
  fresh: number;
  silence: number;
  ends: string;
}

export const ROWS: readonly SampleRow[] = [
  row('1', 'Taalmaatje: oefen samen Nederlands', 'Taalhuis Lindewaard', 9, 3, 0, '2 dec'),
  row('2', 'Gastvrouw of gastheer in de ontmoetingskamer', 'Zorgcentrum De Linden', 4, 1, 8, '3 dec'),
  row('3', 'Chauffeur op de buurtbus', 'Buurtbus Lindewaard', 2, 0, 0, '3 dec'),
  row('4', 'Trainer jeugdvoetbal, zaterdag', 'VV Veldhaven', 1, 0, 16, '4 dec'),
];

function row(
  id: string,
  title: string,
  organisation: string,
  applications: number,
  fresh: number,
  silence: number,
  ends: string,
): SampleRow {
  return { id, title, organisation, applications, fresh, silence, ends };
}
