// Where one begins after signing in.
import { menu } from './session.ts';

/** Who has vacancies to look after begins there, everybody else at the front page. */
export const startPath = (): string => (menu.peek().includes('my_vacancies') ? '/vacancies' : '/');
