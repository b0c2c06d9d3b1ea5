// The desk: somebody without an email address stands before you. Found or registered, then helped; by keyboard alone.
import { useQuery } from '../../lib/navigation/query.ts';
import { personIn } from './desk-words.ts';
import { FindStep } from './find-step.tsx';
import { PersonStep } from './person-step.tsx';
import './desk.css';

export default function DeskPage() {
  const id = personIn(useQuery());
  return <div className="desk">{id === null ? <FindStep /> : <PersonStep key={id} id={id} />}</div>;
}
