// The forms of the centre, as a part of its site.
import { FormList } from './form-list.tsx';

export default function ContentFormsPage() {
  return <FormList isContent />;
}
