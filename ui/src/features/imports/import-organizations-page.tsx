import { ImportPage } from './import-page.tsx';

export default function ImportOrganizationsPage() {
  return <ImportPage kind="organizations" />;
}
