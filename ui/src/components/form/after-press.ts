// Leaving a field by pressing something else checks the field; a sentence that comes or goes would move what is
// pressed away from under the finger. So while something is pressed the check waits.

let isPressed = false;
let waiting: (() => void)[] = [];

function handleDown(): void {
  isPressed = true;
}

/** The click event follows this one; the deferred work runs after the click. */
function handleUp(): void {
  isPressed = false;
  const work = waiting;
  waiting = [];
  if (work.length === 0) return;
  setTimeout(() => {
    for (const each of work) each();
  });
}

let followers = 0;

/** For as long as there is a form. */
export function followPresses(): () => void {
  followers += 1;
  if (followers === 1) {
    document.addEventListener('pointerdown', handleDown, true);
    document.addEventListener('pointerup', handleUp, true);
    document.addEventListener('pointercancel', handleUp, true);
  }
  return () => {
    followers -= 1;
    if (followers > 0) return;
    document.removeEventListener('pointerdown', handleDown, true);
    document.removeEventListener('pointerup', handleUp, true);
    document.removeEventListener('pointercancel', handleUp, true);
    isPressed = false;
    waiting = [];
  };
}

export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
