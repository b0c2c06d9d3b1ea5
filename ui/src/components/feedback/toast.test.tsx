import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderComponent } from '../../testing/testing.tsx';
import { type ToastItem, ToastRegion } from './toast.tsx';

const TOAST: ToastItem = { id: '1', title: 'Bewaard', color: 'success', closable: true, progress: 0.5 };

async function renderToast(toast: Partial<ToastItem> = {}) {
  const handlers = { onPause: vi.fn(), onResume: vi.fn(), onClose: vi.fn() };
  await renderComponent(<ToastRegion toasts={[{ ...TOAST, ...toast }]} {...handlers} />);
  return { ...handlers, view: screen.getByRole('status') };
}

it('a toast pauses while the pointer is over it', async () => {
  const { view, onPause, onResume } = await renderToast();
  fireEvent.pointerEnter(view);
  expect(onPause).toHaveBeenCalledWith('1');
  fireEvent.pointerLeave(view);
  expect(onResume).toHaveBeenCalledWith('1');
});

it('a toast pauses while the focus is in it, not when it moves within', async () => {
  const undo = vi.fn();
  const { onPause, onResume } = await renderToast({ action: { label: 'Maak ongedaan', onClick: undo } });
  await userEvent.tab();
  expect(onPause).toHaveBeenCalledWith('1');
  await userEvent.tab();
  expect(onResume).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onResume).toHaveBeenCalledWith('1');
});

it('a toast shows how far it is and can be closed', async () => {
  const { view, onClose } = await renderToast();
  expect(view.style.getPropertyValue('--progress')).toBe('0.5');
  await userEvent.click(screen.getByRole('button', { name: 'Melding sluiten' }));
  expect(onClose).toHaveBeenCalledWith('1');
});

it('a toast that may not be closed has no button, and danger is an alert', async () => {
  await renderComponent(
    <ToastRegion
      toasts={[{ ...TOAST, color: 'danger', closable: false }]}
      onPause={vi.fn()}
      onResume={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

/** Something to work in, and a toast over it. */
function Page() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <main id="content" tabIndex={-1}>
        <input aria-label="Naam" />
      </main>
      <ToastRegion
        toasts={isShown ? [TOAST] : []}
        onPause={vi.fn()}
        onResume={vi.fn()}
        onClose={() => setShown(false)}
      />
    </>
  );
}

it('after a toast is closed the focus is where work was', async () => {
  await renderComponent(<Page />);
  screen.getByLabelText('Naam').focus();
  await userEvent.click(screen.getByRole('button', { name: 'Melding sluiten' }));
  expect(screen.queryByRole('status')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Naam'));
});
