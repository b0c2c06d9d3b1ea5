import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderComponent } from '../../testing/testing.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Dialog open={isOpen} title="Leuk dat je wilt helpen!" onClose={() => setIsOpen(false)}>
        <p>Vier velden.</p>
      </Dialog>
    </>
  );
}

/** What is done in the dialog takes the button away that opened it. */
function Leaving() {
  const [step, setStep] = useState<'before' | 'open' | 'done'>('before');
  return (
    <>
      {step === 'done' ? null : (
        <button type="button" onClick={() => setStep('open')}>
          Open
        </button>
      )}
      <Dialog
        open={step === 'open'}
        title="Wil je je aanmelding intrekken?"
        onClose={() => setStep('done')}
      />
    </>
  );
}

describe('a dialog', () => {
  it('takes the focus to its title and gives it back', async () => {
    const user = userEvent.setup();
    await renderComponent(<Opener />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(document.activeElement?.textContent).toBe('Leuk dat je wilt helpen!');
    await user.click(screen.getByRole('button', { name: 'Sluiten' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Open');
  });

  it('takes the focus to the title of the page where its opener is gone', async () => {
    const user = userEvent.setup();
    await renderComponent(
      <main id="content">
        <h1>Mijn aanmelding</h1>
        <Leaving />
      </main>,
    );
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(screen.getByRole('button', { name: 'Sluiten' }));
    expect(document.activeElement?.textContent).toBe('Mijn aanmelding');
  });

  it('closes on Escape, as the browser tells it', async () => {
    const onClose = vi.fn();
    await renderComponent(
      <Dialog open title="Titel" onClose={onClose}>
        <p>Tekst.</p>
      </Dialog>,
    );
    screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

it('a confirmation names what will happen and to how many', async () => {
  const onConfirm = vi.fn();
  await renderComponent(
    <ConfirmDialog
      open
      title="12 vacatures archiveren?"
      confirmLabel="Archiveer 12 vacatures"
      onConfirm={onConfirm}
      onCancel={vi.fn()}
    />,
  );
  expect(screen.getByRole('dialog', { name: '12 vacatures archiveren?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Archiveer 12 vacatures' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});
