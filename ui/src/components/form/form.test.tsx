import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderComponent } from '../../testing/testing.tsx';
import { Field } from './field.tsx';
import { Form, type FormProps, SubmitButton } from './form.tsx';
import { ConstraintsContext } from './form-context.ts';

const CONSTRAINTS = {
  vacancies: {
    title: { required: true, minLength: 5, maxLength: 20 },
    hours_per_week: { maximum: 20, type: 'number' },
  },
};

async function renderForm({ children, ...props }: Partial<FormProps> = {}) {
  const onSubmit = vi.fn();
  await renderComponent(
    <ConstraintsContext value={CONSTRAINTS}>
      <Form of="vacancies" onSubmit={onSubmit} {...props}>
        <Field name="title" label="Titel" hint="In een paar woorden." />
        <Field name="hoursPerWeek" kind="number" label="Hoeveel uur per week?" />
        <Field name="email" kind="email" label="E-mailadres" />
        {children}
        <SubmitButton />
      </Form>
    </ConstraintsContext>,
  );
  return { onSubmit, user: userEvent.setup() };
}

const submit = () => screen.getByRole('button', { name: 'Versturen' });

describe('a field', () => {
  it('is tied to its label and its hint', async () => {
    await renderForm();
    const title = screen.getByRole('textbox', { name: 'Titel' });
    expect(title.getAttribute('aria-required')).toBe('true');
    expect(document.getElementById(title.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'In een paar woorden.',
    );
  });

  it('says nothing while one types and is checked when one leaves it', async () => {
    const { user } = await renderForm();
    await user.type(screen.getByLabelText('Titel'), 'Kort');
    expect(screen.queryByText(/minstens/)).toBeNull();
    await user.tab();
    expect(screen.getByText('Vul minstens 5 tekens in.')).toBeTruthy();
    expect(screen.getByLabelText('Titel').getAttribute('aria-invalid')).toBe('true');
  });

  it('hides a password until one asks, and takes a pasted one and one of a password manager', async () => {
    const { user } = await renderForm({
      children: <Field name="password" kind="password" label="Wachtwoord" />,
    });
    const password = screen.getByLabelText<HTMLInputElement>(/Wachtwoord/, { selector: 'input' });
    expect([password.type, password.autocomplete]).toEqual(['password', 'current-password']);
    await user.click(password);
    await user.paste('paard batterij nietje');
    expect(password.value).toBe('paard batterij nietje');
    await user.click(screen.getByRole('button', { name: 'Wachtwoord tonen' }));
    expect(password.type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Wachtwoord verbergen' }));
    expect(password.type).toBe('password');
  });

  it('forgets its error when it is mended', async () => {
    const { user } = await renderForm();
    await user.click(screen.getByLabelText('Titel'));
    await user.tab();
    expect(screen.getByText('Vul dit in.')).toBeTruthy();
    await user.type(screen.getByLabelText('Titel'), 'Taalmaatje');
    await user.tab();
    expect(screen.queryByText('Vul dit in.')).toBeNull();
  });

  it('waits with its sentence while something else is pressed, so that this stays where it is', async () => {
    const { user } = await renderForm();
    await user.click(screen.getByLabelText('Titel'));
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByLabelText(/E-mailadres/) });
    expect(screen.queryByText('Vul dit in.')).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]' });
    expect(await screen.findByText('Vul dit in.')).toBeTruthy();
  });

  it('refuses what is not an email address', async () => {
    const { user } = await renderForm();
    await user.type(screen.getByLabelText(/E-mailadres/), 'joke@');
    await user.tab();
    expect(screen.getByText(/Vul een e-mailadres in/)).toBeTruthy();
  });

  it('takes a comma in a number and knows the names of the api', async () => {
    const { user, onSubmit } = await renderForm({ value: { title: 'Taalmaatje' } });
    const hours = screen.getByLabelText(/Hoeveel uur/);
    await user.type(hours, '24');
    await user.tab();
    expect(screen.getByText('Vul 20 of minder in.')).toBeTruthy();
    await user.clear(hours);
    await user.type(hours, '2,5');
    await user.click(submit());
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ title: 'Taalmaatje', hoursPerWeek: 2.5 });
  });
});

it('a box that is ticked is right at once', async () => {
  const user = userEvent.setup();
  await renderComponent(
    <Form onSubmit={() => undefined}>
      <Field
        name="agree"
        kind="checkbox"
        label="Ik ga akkoord"
        check={(value) => (value ? null : 'Vink dit aan.')}
      />
      <SubmitButton />
    </Form>,
  );
  await user.click(submit());
  const box = screen.getByRole('checkbox', { name: /Ik ga akkoord/ });
  expect(box.getAttribute('aria-invalid')).toBe('true');
  await user.click(box);
  expect(box.getAttribute('aria-invalid')).not.toBe('true');
});

describe('a submit', () => {
  it('with errors lists them, puts the focus there and sends nothing', async () => {
    const { user, onSubmit } = await renderForm({ value: { email: 'geen' } });
    await user.click(submit());
    const summary = screen.getByRole('alert');
    expect(summary.textContent).toContain('Controleer 2 velden');
    expect(document.activeElement).toBe(summary);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Titel: Vul dit in.',
      expect.stringContaining('E-mailadres: Vul een e-mailadres in'),
    ]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('links each error to its field', async () => {
    const { user } = await renderForm();
    await user.click(submit());
    await user.click(screen.getByRole('link', { name: 'Titel: Vul dit in.' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Titel'));
  });

  it('puts what the server refuses at its field, by pointer', async () => {
    const onSubmit = () => [
      { detail: 'Deze titel bestaat al.', source: { pointer: '/data/attributes/title' } },
      { detail: 'De vacature is vol.' },
    ];
    const { user } = await renderForm({ value: { title: 'Taalmaatje' }, onSubmit });
    await user.click(submit());
    await waitFor(() => expect(screen.getByLabelText('Titel').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('link', { name: 'Titel: Deze titel bestaat al.' })).toBeTruthy();
    expect(screen.getByText('De vacature is vol.')).toBeTruthy();
  });

  it('reads the problems of an error that is thrown', async () => {
    const onSubmit = () => Promise.reject({ problems: [{ field: 'title', detail: 'Te algemeen.' }] });
    const { user } = await renderForm({ value: { title: 'Taalmaatje' }, onSubmit });
    await user.click(submit());
    expect(await screen.findByRole('link', { name: 'Titel: Te algemeen.' })).toBeTruthy();
  });

  it('that fails otherwise keeps what was typed and says so', async () => {
    const { user } = await renderForm({
      value: { title: 'Taalmaatje' },
      onSubmit: () => Promise.reject(new Error('x')),
    });
    await user.click(submit());
    expect(await screen.findByText(/Dat is niet gelukt/)).toBeTruthy();
    expect(screen.getByLabelText('Titel')).toHaveProperty('value', 'Taalmaatje');
  });

  it('that finds no connection blames the connection, not what was typed', async () => {
    const { user } = await renderForm({
      value: { title: 'Taalmaatje' },
      onSubmit: () => Promise.reject(Object.assign(new Error('x'), { isOffline: true })),
    });
    await user.click(submit());
    const alert = await screen.findByRole('alert', { name: 'Dat is niet gelukt' });
    expect(alert.textContent).toContain('Je hebt geen verbinding');
    expect(screen.getByLabelText('Titel')).toHaveProperty('value', 'Taalmaatje');
  });

  it('shows that it works and is not sent twice', async () => {
    let finish = () => {};
    const onSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { user } = await renderForm({ value: { title: 'Taalmaatje' }, onSubmit });
    await user.click(submit());
    const busy = await screen.findByRole('button', { name: 'Bezig…' });
    await user.click(busy);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    finish();
    expect(await screen.findByRole('button', { name: 'Versturen' })).toBeTruthy();
  });

  it('leaves what was wrong where it is until there is an answer, so that a second press hits the same', async () => {
    let answer: (problems: { detail: string }[]) => void = () => undefined;
    const onSubmit = () =>
      new Promise<{ detail: string }[]>((resolve) => {
        answer = resolve;
      });
    const { user } = await renderForm({ value: { title: 'Taalmaatje' }, onSubmit });
    await user.click(submit());
    await act(async () => answer([{ detail: 'De vacature is vol.' }]));
    expect(screen.getByRole('alert').textContent).toContain('De vacature is vol.');
    await user.click(submit());
    expect(screen.getByRole('alert').textContent).toContain('De vacature is vol.');
    await act(async () => answer([]));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tells when the form becomes unsaved and when it is saved', async () => {
    const onUnsaved = vi.fn();
    const { user } = await renderForm({ onUnsaved });
    await user.type(screen.getByLabelText('Titel'), 'Taalmaatje');
    expect(onUnsaved).toHaveBeenLastCalledWith(true);
    await user.click(submit());
    await waitFor(() => expect(onUnsaved).toHaveBeenLastCalledWith(false));
  });
});
