// Switches on what runs before each commit, or off again: npm run hook, npm run hook -- off
import { fail, ROOT, run } from './run.mjs';

const FOLDER = 'scripts/hooks';
const [word = 'on'] = process.argv.slice(2);

if (word === 'on') {
  if (!run('git', ['config', 'core.hooksPath', FOLDER]))
    fail(`git takes no setting in ${ROOT}: is this a clone? The hook is for who commits.`);
  console.log(
    'Before each commit "npm run check" looks at what changed. Once without: git commit --no-verify. Off: npm run hook -- off',
  );
} else if (word === 'off') {
  run('git', ['config', '--unset', 'core.hooksPath']);
  console.log('Nothing runs before a commit any more.');
} else {
  fail(`"${word}" is not understood: npm run hook, or npm run hook -- off`);
}
