// All news of the centre.
import { PageList } from './page-list.tsx';

export default function NewsPage() {
  return <PageList kind="news" />;
}
