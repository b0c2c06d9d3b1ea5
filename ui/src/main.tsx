// Mounts. Nothing else.
import './css/app.css';
import './css/fonts.css';
import './app/shell/shell.css';
import { start } from './app/start.tsx';

const root = document.getElementById('root');
if (root) void start(root);
