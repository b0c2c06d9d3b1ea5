import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { sendAll } from '../../lib/decisions/pending-decisions.ts';
import { readDraft } from '../../lib/unsaved/drafts.ts';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { isWebAddress, signupAttributes, stepOf, webAddress } from './signup/signup-values.ts';

const SIGNUP = '/organizations/signup';

async function fillFirstStep() {
  await userEvent.type(await screen.findByLabelText('Naam van de organisatie'), 'Buurttuin Heikamp');
  await userEvent.click(screen.getByLabelText(/Nee, wij zijn een buurtinitiatief/));
  await userEvent.click(screen.getByRole('button', { name: 'Volgende: adres' }));
  await screen.findByLabelText('Straat');
}

describe('signing up an organisation', () => {
  test('what was typed stays through the steps and on the way back', async () => {
    const { router } = await render(SIGNUP);
    await fillFirstStep();
    expect(location.search).toBe('?step=address');
    await userEvent.type(screen.getByLabelText('Straat'), 'Heikampseweg');
    await userEvent.click(screen.getByRole('link', { name: 'Vorige' }));
    const name = await screen.findByLabelText<HTMLInputElement>('Naam van de organisatie');
    expect(name.value).toBe('Buurttuin Heikamp');
    await userEvent.click(screen.getByRole('button', { name: 'Volgende: adres' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Straat')).value).toBe('Heikampseweg');
    router.dispose();
  });

  test('it is kept on this device, but never the password', async () => {
    localStorage.setItem(
      'voluntr-draft:organizations/signup',
      JSON.stringify({ savedAt: Date.now(), values: { name: 'Buurttuin', registration: 'initiative' } }),
    );
    await render(`${SIGNUP}?step=contact`);
    expect(await screen.findByText(/We hebben bewaard wat je eerder had getypt/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Voornaam'), 'Iris');
    await userEvent.type(screen.getByLabelText('Wachtwoord'), 'geheime tuin vol');
    const kept = readDraft<Record<string, unknown>>('organizations/signup');
    expect(kept?.['contact.firstName']).toBe('Iris');
    expect(JSON.stringify(kept)).not.toContain('geheime');
  });

  test('a step with a mistake does not go on', async () => {
    await render(SIGNUP);
    await userEvent.type(await screen.findByLabelText('Naam van de organisatie'), 'Tuin');
    await userEvent.click(screen.getByLabelText(/^Ja/));
    await userEvent.type(screen.getByLabelText('KvK-nummer'), '123');
    await userEvent.click(screen.getByRole('button', { name: 'Volgende: adres' }));
    expect(await screen.findAllByText(/Vul een KvK-nummer van 8 cijfers in/)).not.toHaveLength(0);
    expect(location.search).toBe('');
  });

  test('who is signed in is the contact person already', () => {
    const value = {
      name: 'Tuin',
      registration: 'kvk',
      kvkNumber: '1234 5678',
      website: 'www.tuin.nl',
      acceptTerms: true,
    };
    const attributes = signupAttributes(value, { isSignedIn: true, locale: 'nl' });
    expect(attributes).toMatchObject({
      kvkNumber: '12345678',
      website: 'https://www.tuin.nl',
      acceptTerms: true,
    });
    expect(attributes).not.toHaveProperty('contact');
    expect(signupAttributes(value, { isSignedIn: false, locale: 'nl' })).toHaveProperty('contact');
  });

  test('a problem belongs to a step', () => {
    expect(['name', 'kvkNumber', 'address.postalCode', 'contact.email', 'acceptTerms'].map(stepOf)).toEqual([
      'organization',
      'organization',
      'address',
      'contact',
      'contact',
    ]);
  });

  test.each([
    ['www.tuin.nl', 'https://www.tuin.nl', true],
    ['http://tuin.nl', 'http://tuin.nl', true],
    ['een tuin', 'https://een tuin', false],
  ])('%s as an address', (typed, whole, isFine) => {
    expect(webAddress(typed)).toBe(whole);
    expect(isWebAddress(typed)).toBe(isFine);
  });
});

describe('deciding about an organisation', () => {
  const tuin = (transitions: string[]) =>
    wire(
      'organizations',
      '42',
      {
        name: 'Buurttuin',
        email: 'iris@example.org',
        status: 'pending',
        created_at: '2026-11-02T10:00:00Z',
        waiting_days: 5,
      },
      { meta: { can: ['approve'], transitions } },
    );

  async function open(transitions: string[]) {
    const server = fakeServer({
      '/api/v1/organizations': listOf([tuin(transitions)]),
      '/api/v1/organizations/42/duplicates': listOf([
        wire('organizations', '7', { name: 'Tuin Oost' }, { meta: { reasons: ['kvk_number'] } as never }),
      ]),
      'PUT /api/v1/organizations/42/approve': oneOf(tuin([])),
    });
    await render('/organizations/approve?open=42', { as: 'coordinator', server });
    await screen.findByRole('heading', { name: /Buurttuin/ });
    return server;
  }

  test('denying asks for a reason and an explanation, and can be undone before it is sent', async () => {
    const server = await open(['approve', 'deny']);
    const sent = () => server.calls.filter((call) => call.method === 'PUT');
    await userEvent.keyboard('r');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/De contactpersoon krijgt een mail/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Afwijzen en mailen' }));
    expect(await dialog.findByText('Kies een reden.')).toBeTruthy();
    await userEvent.click(dialog.getByLabelText(/De organisatie heeft winst als doel/));
    await userEvent.click(dialog.getByRole('button', { name: 'Afwijzen en mailen' }));
    expect(await dialog.findByText('Leg uit waarom.')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Leg uit waarom'), 'Dit is een winkel.');
    await userEvent.click(dialog.getByRole('button', { name: 'Afwijzen en mailen' }));
    expect((await screen.findAllByText('Buurttuin is afgewezen')).length).toBeGreaterThan(0);
    expect(sent()).toHaveLength(0);
    await act(() => sendAll());
    expect(sent()[0]?.body).toEqual({
      data: {
        type: 'organizations',
        id: '42',
        attributes: { status: 'denied', reason_code: 'for_profit', reason_text: 'Dit is een winkel.' },
      },
    });
  });

  test('approving several at once is one decision, and can be undone before any mail leaves', async () => {
    const two = ['42', '43'].map((id) =>
      wire(
        'organizations',
        id,
        { name: `Tuin ${id}`, status: 'pending', created_at: '2026-11-02T10:00:00Z', waiting_days: 5 },
        { meta: { can: ['approve'], transitions: ['approve', 'deny'] } },
      ),
    );
    const server = fakeServer({ '/api/v1/organizations': listOf(two) });
    await render('/organizations/approve', { as: 'coordinator', server });
    await screen.findByText('Tuin 43');
    await userEvent.keyboard('jxjxa');
    expect((await screen.findAllByText('2 organisaties zijn goedgekeurd')).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: /Ongedaan maken/ }));
    await act(() => sendAll());
    expect(server.calls.filter((call) => call.method === 'PUT')).toEqual([]);
  });

  test('what looks like it is shown, with why', async () => {
    await open(['approve', 'deny']);
    expect(await screen.findByText('Er is al een organisatie die hierop lijkt')).toBeTruthy();
    expect(screen.getByText(/zelfde KvK-nummer/)).toBeTruthy();
  });

  test('the mail of a denial can be read first, and a question asked', async () => {
    const server = await open(['approve', 'deny']);
    server.answer('PUT /api/v1/organizations/42/decision_preview', {
      document: {
        data: {
          type: 'organization_decision_mails',
          id: '42',
          attributes: { subject: 'Buurttuin is afgewezen', text: 'Beste Iris' },
        },
      },
    });
    server.answer('POST /api/v1/organizations/42/question', oneOf(tuin(['approve', 'deny'])));
    await userEvent.keyboard('r');
    const denial = within(await screen.findByRole('dialog'));
    await userEvent.click(denial.getByLabelText(/De organisatie heeft winst als doel/));
    await userEvent.type(denial.getByLabelText('Leg uit waarom'), 'Dit is een winkel.');
    await userEvent.click(denial.getByRole('button', { name: 'Mail bekijken' }));
    expect(await denial.findByText('Beste Iris')).toBeTruthy();
    await userEvent.click(denial.getByRole('button', { name: 'Annuleren' }));
    await userEvent.click(screen.getByRole('button', { name: /Vraag stellen/ }));
    const question = within(await screen.findByRole('dialog'));
    await userEvent.type(question.getByRole('textbox', { name: 'Je vraag' }), 'Wanneer zijn jullie open?');
    await userEvent.click(question.getByRole('button', { name: 'Vraag versturen' }));
    await waitFor(() =>
      expect(server.calls.find(({ address }) => address.includes('/question'))?.body).toEqual({
        data: { attributes: { message: 'Wanneer zijn jullie open?' } },
      }),
    );
  });

  test('only what is allowed is offered', async () => {
    await open(['approve']);
    expect(screen.getByRole('button', { name: 'Goedkeuren' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Afwijzen' })).toBeNull();
  });
});
