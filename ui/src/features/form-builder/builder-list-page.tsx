// All forms that somebody may build.
import { FormList } from './form-list.tsx';

export default function BuilderListPage() {
  return <FormList />;
}
