// A definition with every type of question, and one that depends on an earlier answer.
import type { Question } from '../../components/form/questions/question.ts';

type Typed = Pick<Question, 'key' | 'text' | 'questionType'> & Partial<Question>;

export const SAMPLE: readonly Typed[] = [
  {
    key: 'intro',
    questionType: 'info_section',
    text: 'Over jou',
    textEn: 'About you',
    hint: 'Elke soort vraag staat hier één keer.',
    hintEn: 'Each type of question is here once.',
  },
  { key: 'name', questionType: 'text', text: 'Hoe heet je?', textEn: 'What is your name?', required: true },
  {
    key: 'story',
    questionType: 'text',
    longAnswer: true,
    text: 'Vertel over jezelf',
    textEn: 'About yourself',
  },
  {
    key: 'again',
    questionType: 'multiple_choice',
    text: 'Heb je dit eerder gedaan?',
    textEn: 'Have you done this before?',
    options: ['Ja', 'Nee'],
    optionsEn: ['Yes', 'No'],
    required: true,
  },
  {
    key: 'where',
    questionType: 'text',
    text: 'Waar was dat?',
    textEn: 'Where was that?',
    showIfKey: 'again',
    showIfOperator: 'is',
    showIfValue: 'Ja',
  },
  {
    key: 'days',
    questionType: 'checkbox',
    text: 'Op welke dagen kun je?',
    textEn: 'On which days are you free?',
    options: ['Maandag', 'Dinsdag'],
    optionsEn: ['Monday', 'Tuesday'],
  },
  { key: 'agree', questionType: 'checkbox', text: 'Ik doe mee', textEn: 'I will join' },
  { key: 'day', questionType: 'date', text: 'Vanaf welke dag?', textEn: 'From which day?' },
  { key: 'hour', questionType: 'time', text: 'Hoe laat?', textEn: 'At what time?' },
  { key: 'hours', questionType: 'number', text: 'Hoeveel uur per week?', textEn: 'How many hours a week?' },
  { key: 'email', questionType: 'email', text: 'E-mailadres', textEn: 'Email address' },
  { key: 'phone', questionType: 'phone', text: 'Telefoonnummer', textEn: 'Phone number' },
  { key: 'site', questionType: 'url', text: 'Website', textEn: 'Website' },
];
