// Server and app side by side while one works on them: the app on http://localhost:5173, the server behind it.
import { spawn } from 'node:child_process';
import { installPackages, makeAppFolder, needCargo, ROOT } from './run.mjs';

needCargo();
installPackages();
makeAppFolder();
const children = [
  spawn('cargo', ['run', '--quiet', '--', '--data', 'data', 'serve', '--demo'], {
    cwd: ROOT,
    stdio: 'inherit',
  }),
  spawn('npx', ['vite', '--config', 'ui/vite.config.ts'], { cwd: ROOT, stdio: 'inherit' }),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
