import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { loadWords, startWords } from '../../lib/locale/i18n.ts';
import type { ChosenPicture, SentPicture } from '../../lib/pictures/picture-types.ts';
import { renderComponent } from '../../testing/testing.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { LARGEST } from './picture-file.ts';

async function open(
  send = vi.fn(
    async (_: ChosenPicture): Promise<SentPicture> => ({ ok: true, url: '/uploads/a', alt: 'Een tuin' }),
  ),
) {
  await startWords();
  await loadWords(['picture']);
  const chosen = vi.fn();
  await renderComponent(<PictureDialog hasAlt send={send} onChosen={chosen} onClose={() => {}} />);
  const choose = (file: File) =>
    fireEvent.change(screen.getByTestId('picture-file'), { target: { files: [file] } });
  const use = () => fireEvent.click(screen.getByRole('button', { name: 'Foto gebruiken' }));
  return { send, chosen, choose, use };
}

const photo = (bytes = 10, type = 'image/jpeg') => new File([new Uint8Array(bytes)], 'tuin.jpg', { type });

test('what a picture shows is asked before it is sent, unless it is decoration', async () => {
  const { send, chosen, choose, use } = await open();
  choose(photo());
  await screen.findByAltText('De foto die je hebt gekozen');
  use();
  expect(await screen.findByText(/^Beschrijf wat er te zien is/)).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText('Wat is er te zien?'), { target: { value: ' Een tuin ' } });
  use();
  await waitFor(() => expect(chosen).toHaveBeenCalledWith(expect.objectContaining({ url: '/uploads/a' })));
  expect(send.mock.calls[0]?.[0]).toMatchObject({
    alt: 'Een tuin',
    crop: { x: 0, y: 0, width: 1, height: 1 },
    focus: { x: 50, y: 50 },
  });
});

test('the point that stays in view moves with the arrow keys', async () => {
  const { send, choose, use } = await open();
  choose(photo());
  const point = await screen.findByRole('button', { name: /^Middelpunt verplaatsen/ });
  fireEvent.keyDown(point, { key: 'ArrowUp' });
  fireEvent.keyDown(point, { key: 'ArrowLeft' });
  fireEvent.click(screen.getByLabelText('Alleen versiering'));
  use();
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send.mock.calls[0]?.[0]).toMatchObject({ alt: '', focus: { x: 48, y: 48 } });
});

test('what is too large or no picture is said at once, what the server refuses in its words', async () => {
  const { choose, use } = await open(
    vi.fn(async () => ({ ok: false as const, problem: 'Deze foto heeft te veel pixels.' })),
  );
  choose(photo(LARGEST));
  expect(await screen.findByText('De grootte van de foto moet kleiner zijn dan 5 MB')).toBeTruthy();
  choose(photo(10, 'text/plain'));
  expect(await screen.findByText(/geen foto die we kunnen lezen/)).toBeTruthy();
  choose(photo());
  await screen.findByAltText('De foto die je hebt gekozen');
  fireEvent.click(screen.getByLabelText('Alleen versiering'));
  use();
  expect(await screen.findByText('Deze foto heeft te veel pixels.')).toBeTruthy();
});

test('a logo is asked for as a logo, with the files that are taken', async () => {
  await startWords();
  await loadWords(['picture']);
  await renderComponent(
    <PictureDialog
      hasAlt={false}
      subject="logo"
      drawings
      send={vi.fn()}
      onChosen={() => {}}
      onClose={() => {}}
    />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Logo kiezen' });
  expect(dialog.textContent).toContain('SVG, PNG, WebP, JPEG of AVIF, kleiner dan 5 MB');
  expect(dialog.textContent).not.toMatch(/foto/i);
  fireEvent.change(screen.getByTestId('picture-file'), { target: { files: [photo(LARGEST)] } });
  expect(await screen.findByText('Het logo moet kleiner zijn dan 5 MB')).toBeTruthy();
});
