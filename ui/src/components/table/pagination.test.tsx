import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderComponent } from '../../testing/testing.tsx';
import { Pagination, pageNumbers } from './pagination.tsx';

describe('pagination', () => {
  it('shows the first, the last and those around this page', () => {
    expect(pageNumbers(5, 9)).toEqual([1, 4, 5, 6, 9]);
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(2, 3)).toEqual([1, 2, 3]);
  });

  it('is links, and says which page this is', async () => {
    await renderComponent(<Pagination page={2} pages={3} hrefFor={(page) => `/vacancies?page=${page}`} />);
    expect(screen.getByRole('link', { name: 'Pagina 2' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Volgende' }).getAttribute('href')).toBe('/vacancies?page=3');
    expect(screen.getByRole('link', { name: 'Vorige' }).getAttribute('href')).toBe('/vacancies?page=1');
  });

  it('has no next on the last page and is not there for one page', async () => {
    const { rerender } = await renderComponent(<Pagination page={3} pages={3} hrefFor={String} />);
    expect(screen.queryByRole('link', { name: 'Volgende' })).toBeNull();
    rerender(<Pagination page={1} pages={1} hrefFor={String} />);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('tells how many a page are wanted', async () => {
    const onSize = vi.fn();
    await renderComponent(<Pagination page={1} pages={3} hrefFor={String} size={20} onSize={onSize} />);
    await userEvent.selectOptions(screen.getByLabelText('Per pagina'), '50');
    expect(onSize).toHaveBeenCalledWith(50);
  });
});
