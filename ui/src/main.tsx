// Mounts. Nothing else.
import './css/app.css';
// The readable page that the server makes of any screen has a title.
import './components/layout/page-title.css';
import { start } from './app/start.tsx';

const root = document.getElementById('root');
if (root) void start(root);
