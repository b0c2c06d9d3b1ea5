// Applications: for who works here the work list, for everybody else (and on request) their own.
import { useQuery } from '../../../lib/navigation/query.ts';
import { isForOneself, menu } from '../../../lib/session/session.ts';
import { OwnList } from './own-list.tsx';
import { WorkApplications } from './work-list.tsx';
import '../applications.css';

export default function ApplicationsPage() {
  const params = useQuery();
  const worksHere = menu.value.includes('applications');
  return worksHere && !params.has('own') && !isForOneself.value ? (
    <WorkApplications />
  ) : (
    <OwnList canWork={worksHere} />
  );
}
