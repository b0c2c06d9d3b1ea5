// Mounts. Nothing else.
import './css/app.css';
import { start } from './app/start.tsx';

const root = document.getElementById('root');
if (root) void start(root);
