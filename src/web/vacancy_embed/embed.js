// Shows vacancies, activities, or the social map, in a page of another site:
//
//   <div data-voluntr-vacancies="types=3&near=5310" data-lang="nl"></div>
//   <div data-voluntr-activities="soort=meet&gratis=1"></div>
//   <div data-voluntr-social-map="near=5310&radius=15"></div>
//   <script src="https://…/embed.js" async></script>
//
// The attribute is the query of the page whose list it is. The frame gets the height that the list asks for.
(() => {
  const { origin } = new URL(document.currentScript.src);
  const frames = new Map();
  const lists = [
    ['voluntrVacancies', 'vacancies', 'Vrijwilligersvacatures', 'Volunteer roles'],
    ['voluntrActivities', 'activities', 'Activiteiten', 'Activities'],
    ['voluntrSocialMap', 'sociale-kaart', 'Sociale kaart', 'Social map'],
  ];
  const show = (place) => {
    const list = lists.find(([name]) => place.dataset[name] !== undefined);
    if (!list || place.querySelector('iframe')) return;
    const [name, path, dutch, english] = list;
    const query = new URLSearchParams(place.dataset[name]);
    if (place.dataset.lang) query.set('lang', place.dataset.lang);
    const frame = document.createElement('iframe');
    frame.src = `${origin}/embed/${path}?${query}`;
    frame.title = place.dataset.title || (query.get('lang') === 'en' ? english : dutch);
    frame.loading = 'lazy';
    frame.style.cssText = 'width:100%;border:0;min-height:20rem';
    place.append(frame);
    frames.set(frame, place);
  };
  addEventListener('message', ({ data, origin: sender, source }) => {
    if (sender !== origin || data?.type !== 'voluntr-height' || !(data.height > 0)) return;
    for (const frame of frames.keys())
      if (frame.contentWindow === source) frame.style.height = `${Math.min(data.height, 20000)}px`;
  });
  const all = () => document.querySelectorAll('[data-voluntr-vacancies], [data-voluntr-activities], [data-voluntr-social-map]').forEach(show);
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', all);
  else all();
})();
