// Who the centre works with: its page at this address.
import { PageOf } from './content-page.tsx';

export default function PartnersPage() {
  return <PageOf slug="partners" />;
}
