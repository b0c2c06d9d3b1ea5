// What a new form begins with. Texts of the form itself, in both languages: the maker changes them.
import type { FormInput } from '../../api/schema.d.ts';

export const TEMPLATES = ['empty', 'contact', 'intake', 'evaluation', 'course'] as const;
export type Template = (typeof TEMPLATES)[number];

const question = (
  key: string,
  text: string,
  textEn: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({ key, text, textEn, questionType: 'text', ...more });

const NAME = question('name', 'Hoe heet je?', 'What is your name?', { required: true });
const EMAIL = question('email', 'Wat is je e-mailadres?', 'What is your email address?', {
  questionType: 'email',
  required: true,
});
const PHONE = question('phone', 'Wat is je telefoonnummer?', 'What is your phone number?', {
  questionType: 'phone',
});

const FORMS: Readonly<Record<Template, Record<string, unknown>>> = {
  empty: { title: 'Nieuw formulier', titleEn: 'New form', questions: [] },
  contact: {
    title: 'Contact',
    titleEn: 'Contact',
    sendsReceipt: true,
    questions: [
      NAME,
      EMAIL,
      question('message', 'Wat wil je vragen of vertellen?', 'What would you like to ask or tell us?', {
        required: true,
        longAnswer: true,
      }),
    ],
  },
  intake: {
    title: 'Kennismaken',
    titleEn: 'Getting to know you',
    questions: [
      NAME,
      EMAIL,
      PHONE,
      question('when', 'Wanneer kun je?', 'When are you available?', {
        questionType: 'checkbox',
        options: ['Overdag', '’s Avonds', 'In het weekend'],
        optionsEn: ['During the day', 'In the evening', 'At the weekend'],
      }),
      question('hours', 'Hoeveel uur per week?', 'How many hours a week?', { questionType: 'number' }),
      question('before', 'Heb je al eens vrijwilligerswerk gedaan?', 'Have you volunteered before?', {
        questionType: 'multiple_choice',
        options: ['Ja', 'Nee'],
        optionsEn: ['Yes', 'No'],
      }),
      question('what', 'Wat heb je gedaan?', 'What did you do?', {
        longAnswer: true,
        showIfKey: 'before',
        showIfOperator: 'is',
        showIfValue: 'Ja',
      }),
    ],
  },
  evaluation: {
    title: 'Wat vond je ervan?',
    titleEn: 'What did you think of it?',
    questions: [
      question('mark', 'Welk cijfer geef je?', 'What mark do you give?', {
        questionType: 'multiple_choice',
        required: true,
        options: ['1', '2', '3', '4', '5'],
        hint: '1 is slecht, 5 is heel goed.',
        hintEn: '1 is poor, 5 is very good.',
      }),
      question('good', 'Wat ging goed?', 'What went well?', { longAnswer: true }),
      question('better', 'Wat kan beter?', 'What could be better?', { longAnswer: true }),
    ],
  },
  course: {
    title: 'Aanmelden voor een training',
    titleEn: 'Sign up for a course',
    sendsReceipt: true,
    questions: [
      question('info', 'De training', 'The course', {
        questionType: 'info_section',
        hint: 'Schrijf hier wanneer en waar de training is.',
        hintEn: 'Write here when and where the course is.',
      }),
      NAME,
      EMAIL,
      PHONE,
    ],
  },
};

/** The English title that goes along when the Dutch one changes: that of a template is not of a form with another name. */
export function englishTitle(before: { title: string; titleEn: string }, title: string): string {
  const isOfTemplate = Object.values(FORMS).some(
    (form) => form.title === before.title && form.titleEn === before.titleEn,
  );
  return isOfTemplate && title !== before.title ? '' : before.titleEn;
}

export const templateForm = (template: Template): FormInput => FORMS[template] as FormInput;
