// Templates of an organisation: what it starts new vacancies from.
import { createResource, listResource, removeResource } from '../../../api/requests.ts';
import type { VacancyTemplate } from '../../../api/schema.d.ts';
import { toTemplateContent } from '../../../api/template-content.ts';
import type { FormValue } from '../../../components/form/form-context.ts';
import { newAttributes } from './vacancy-form-values.ts';

export async function loadTemplates(organizationId: string): Promise<readonly VacancyTemplate[]> {
  const { items } = await listResource('vacancy_templates', {
    filter: { organizationIdEq: organizationId },
    page: { size: 30 },
    sort: 'name',
  });
  return items;
}

export async function saveTemplate(organizationId: string, name: string, value: FormValue): Promise<void> {
  const { organizationId: _, ...content } = newAttributes(value);
  await createResource('vacancy_templates', { organizationId, name, content: toTemplateContent(content) });
}

export const dropTemplate = (id: string): Promise<void> => removeResource('vacancy_templates', id);
