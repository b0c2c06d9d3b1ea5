// The gallery shows every component.
import { expect, test } from 'vitest';

const components = import.meta.glob<string>(
  ['../../../components/**/*.tsx', '!../../../components/**/*.test.tsx'],
  { eager: true, query: '?raw', import: 'default' },
);
const gallery = Object.values(
  import.meta.glob<string>('./*.tsx', { eager: true, query: '?raw', import: 'default' }),
).join('\n');

/** Not shown by themselves, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'actions/app-link.tsx': 'a bare link; links stand in other components',
  'actions/view-choice.tsx': 'how a preview is shown; notification-templates.spec.ts shows it',
  'checks/check-badge.tsx': 'shown with a check; checks.spec.ts shows it',
  'checks/check-dialog.tsx': 'writes down a check; checks.spec.ts shows it',
  'checks/own-gate.tsx': 'of an application that waits for a paper; checks.spec.ts shows it',
  'checks/work-gate.tsx': 'of an application that waits for a paper; checks.spec.ts shows it',
  'content/bar-list.tsx': 'numbers of answers; forms.spec.ts shows it',
  'content/date-arch.tsx': 'shown with a date of the calendar; calendar.spec.ts shows it',
  'content/match-reasons.tsx': 'shown with what fits; matching.spec.ts shows it',
  'content/letter-frame.tsx': 'a mail as the server makes it; notification-templates.spec.ts shows it',
  'content/message-form.tsx': 'stores what is typed; application-life.spec.ts shows it',
  'content/marked-text.tsx': 'shown with changes that wait; vacancy-life.spec.ts shows it',
  'conversations/message-dialog.tsx': 'sends the first message; conversations.spec.ts shows it',
  'conversations/start-conversation.tsx':
    'a link to the dialog of the conversations; conversations.spec.ts shows it',
  'conversations/use-write-many.tsx': 'opens the dialog to write to many; conversations.spec.ts shows it',
  'conversations/write-many-dialog.tsx': 'asks the server who gets it; conversations.spec.ts shows it',
  'content/safety-rules.tsx': 'words of help between people; help-request.spec.ts shows it',
  'form/template-dialogs.tsx': 'asks for what it offers; activity-form.test.tsx shows it',
  'content/breakable.tsx': 'a text with places to break; it looks like any other',
  'content/key.tsx': 'shown by the work list and the command palette',
  'feedback/error-screen.tsx': 'a page of its own, with a main and a first heading',
  'pool/pool-card.tsx': 'shown with somebody of the pool; pool.spec.ts shows it',
  'pool/week-grid.tsx': 'shown with the profile and the filters of the pool; pool.spec.ts shows it',
  'picture/picture-dialog.tsx': 'asks for a file before it shows anything; photo.spec.ts shows it',
  'picture/picture-field.tsx': 'its dialog sends to the server; photo.spec.ts shows it',
  'report/report-dialog.tsx': 'sends what is reported; reports.spec.ts shows it',
  'report/message-report.tsx': 'shown with a message; reports.spec.ts shows it',
  'report/report-link.tsx': 'opens the dialog of reports; reports.spec.ts shows it',
  'rich-text/rich-text.tsx': 'an editor that is fetched when a text is opened; writing.spec.ts shows it',
  'content/written-in.tsx': 'a line above a text in another language; dutch-only.spec.ts shows it',
  'content/text-sections.tsx': 'the legal texts, which their own pages show',
  'picture/stock-picker.tsx': 'its pictures come from the server; menus.spec.ts shows it',
  'picture/crop-stage.tsx': 'in the dialog, once a file is chosen',
  'picture/picture-preview.tsx': 'in the dialog, once a file is chosen',
  'form/questions/question-fields.tsx': 'the questions of a form; forms.spec.ts shows it',
  'mail/mail-field.tsx': 'a text of a mail; notification-templates.spec.ts shows it',
  'mail/mail-view.tsx': 'a mail as the server makes it; notification-templates.spec.ts shows it',
  'layout/question-panel.tsx': 'takes the title of the page',
  'contact/contact-card.tsx': 'asks for the centre; shown by the settings',
  'contact/contact-help.tsx': 'asks for the centre; shown by the settings',
  'layout/footer-columns.tsx': 'what the centre wrote; shown by the settings',
  'map/map-view.tsx': 'shown by MapCard',
  'form/controls/text-controls.tsx': 'shown by Field',
  'form/controls/date-control.tsx': 'shown by Field',
  'form/controls/hours-field.tsx':
    'hours in quarters, of hours that are written down; hours.spec.ts shows it',
  'content/sentence.tsx': 'has no looks of its own',
  'form/controls/choice-controls.tsx': 'shown by Field',
  'form/controls/tag-picker.tsx': 'shown by Field',
  'form/controls/suggested-choice.tsx': 'SuggestField inside a form',
  'form/row-form.tsx': 'Form with a row',
  'form/rich-text-field.tsx': 'the editor as a field of a form; changelog.spec.ts shows it',
  'form/repeated-groups.tsx': 'fields of a form, once for each group; writing.spec.ts shows it',
  'form/place-fields.tsx': 'fields of a form; the screen of places shows them',
  'form/questions/asked-questions-card.tsx':
    'fields of a form; the forms of vacancies and activities show them',
  'picture/image-choice.tsx': 'its dialog sends to the server; the forms of vacancies and activities show it',
  'second-factor/set-up.tsx': 'asks the server when it is shown',
  'second-factor/totp-set-up.tsx': 'asks the server when it is shown',
  'second-factor/passkey-set-up.tsx': 'asks the server when it is shown',
  'second-factor/recovery-codes.tsx': 'takes the focus when it is shown',
  'work-list/mail-preview.tsx': 'its mail comes from the server; vacancy-life.spec.ts shows it',
  'work-list/decision-dialog.tsx':
    'the list of staff takes its state from the address; work-list.spec.ts shows it',
  'work-list/list-parts.tsx':
    'the list of staff takes its state from the address; work-list.spec.ts shows it',
  'work-list/panel-parts.tsx':
    'the list of staff takes its state from the address; work-list.spec.ts shows it',
  'work-list/view-tabs.tsx': 'the list of staff takes its state from the address; work-list.spec.ts shows it',
  'work-list/work-list.tsx': 'the list of staff takes its state from the address; work-list.spec.ts shows it',
  'work-list/work-panel.tsx':
    'the list of staff takes its state from the address; work-list.spec.ts shows it',
  'work-list/work-table.tsx':
    'the list of staff takes its state from the address; work-list.spec.ts shows it',
};

const names = Object.keys(components).map((path) => path.replace('../../../components/', ''));

test('each component stands in the gallery, or is said not to and why', () => {
  const shown = (name: string): boolean => gallery.includes(`/components/${name}'`);
  expect(names.filter((name) => !shown(name)).sort()).toEqual(Object.keys(ELSEWHERE).sort());
});
