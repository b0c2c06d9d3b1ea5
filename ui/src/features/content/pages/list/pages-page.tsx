// All pages of the centre's site.
import { PageList } from './page-list.tsx';

export default function PagesPage() {
  return <PageList kind="pages" />;
}
