// Search, and the entry that the address names stands open. Without this script the page can be read as it is.
const entries = [...document.querySelectorAll('.entry')];
const texts = entries.map((entry) => `${entry.id} ${entry.querySelector('summary').textContent}`.toLowerCase());
const input = document.getElementById('search');
const found = document.getElementById('found');

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  entries.forEach((entry, index) => {
    entry.hidden = !words.every((word) => texts[index].includes(word));
    if (!entry.hidden) count += 1;
  });
  for (const section of document.querySelectorAll('section'))
    section.hidden = !section.querySelector('.entry:not([hidden])');
  found.textContent = words.length > 0 ? `${count} found` : '';
}

function open() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named?.classList.contains('entry')) return;
  if (named.hidden) {
    input.value = '';
    search();
  }
  named.open = true;
  named.scrollIntoView();
}

input.parentElement.hidden = false;
input.addEventListener('input', search);
window.addEventListener('hashchange', open);
open();
