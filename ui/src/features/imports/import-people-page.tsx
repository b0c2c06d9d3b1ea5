import { ImportPage } from './import-page.tsx';

export default function ImportPeoplePage() {
  return <ImportPage kind="users" />;
}
