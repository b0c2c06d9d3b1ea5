// The scenes: what is on each picture, and what it is called in the list.

const SKIN = { light: '#f6d3b8', tan: '#e8b48c', olive: '#c98f62', brown: '#8d5a3b', dark: '#5d3a29' };

const FACE =
  '<path d="M-16-124q4.500-5 9 0M7-124q4.500-5 9 0M-9-108q9 9 18 0" fill="none" stroke="#2a1a12" stroke-width="2.600" stroke-linecap="round"/><circle cx="-19" cy="-113" r="4.500" fill="#e2603a" opacity=".28"/><circle cx="19" cy="-113" r="4.500" fill="#e2603a" opacity=".28"/>';
const GLASSES =
  '<g fill="#ffffff30" stroke="#2a1a12" stroke-width="2.200"><circle cx="-12" cy="-124" r="9.500"/><circle cx="12" cy="-124" r="9.500"/><path d="M-2.500-124h5" fill="none"/></g>';

/** Behind and before the head. */
const HAIR = {
  none: () => ['', ''],
  short: (c) => ['', `<path d="M-31-124q-3-40 31-40t31 40q-4-16-14-20-18 6-34 0-10 4-14 20z" fill="${c}"/>`],
  bob: (c) => [
    `<path d="M-38-84v-36q0-46 38-46t38 46v36z" fill="${c}"/>`,
    `<path d="M-31-124q-2-36 31-36t31 36q-8-20-20-22-16 12-42 22z" fill="${c}"/>`,
  ],
  long: (c) => [
    `<path d="M-38-40v-80q0-46 38-46t38 46v80z" fill="${c}"/>`,
    `<path d="M-31-124q-2-36 31-36t31 36q-12-18-31-18t-31 18z" fill="${c}"/>`,
  ],
  bun: (c) => [
    `<circle cy="-168" r="15" fill="${c}"/>`,
    `<path d="M-31-124q-3-40 31-40t31 40q-10-20-31-20t-31 20z" fill="${c}"/>`,
  ],
  curls: (c) => [
    [-36, -24, 0, 24, 36]
      .map((x, at) => `<circle cx="${x}" cy="${[-128, -148, -158, -148, -128][at]}" r="19" fill="${c}"/>`)
      .join(''),
    `<path d="M-31-126q0-34 31-34t31 34q-12-16-31-16t-31 16z" fill="${c}"/>`,
  ],
  cap: (c) => [
    '',
    `<path d="M-32-134q0-32 32-32t32 32z" fill="${c}"/><path d="M10-138h38q8 0 8 8h-46z" fill="${c}"/>`,
  ],
  scarf: (c) => [
    `<path d="M-42-70v-54q0-46 42-46t42 46v54z" fill="${c}"/>`,
    `<path d="M-33-118q-2-44 33-44t33 44q-10-24-33-24t-33 24z" fill="${c}"/>`,
  ],
};

function person({
  x,
  y = 330,
  size = 1.3,
  skin = 'tan',
  shirt = '#0d7a70',
  hair = 'short',
  color = '#2b1d16',
  glasses,
  beard,
  apron,
  scarf,
  lanyard,
}) {
  const face = SKIN[skin];
  const [behind, before] = HAIR[hair](color);
  return `<g transform="translate(${x} ${y}) scale(${size})">${behind}<path d="M-55 90v-134a55 46 0 0 1 110 0v134z" fill="${shirt}"/>
${apron ? `<path d="M-30 90v-142q30 16 60 0v142z" fill="${apron}"/><path d="M-30-52l-4-30h8l4 34zM30-52l4-30h-8l-4 34z" fill="${apron}"/>` : ''}
<path d="M-13-108h26v22a13 13 0 0 1-26 0z" fill="${face}"/><path d="M-13-98q13 12 26 0v6q-13 12-26 0z" fill="#0002"/>
<circle cx="-29" cy="-122" r="6" fill="${face}"/><circle cx="29" cy="-122" r="6" fill="${face}"/><ellipse cy="-124" rx="29" ry="33" fill="${face}"/>
${beard ? `<path d="M-29-122q0 34 29 34t29-34q-4 14-12 16-17-8-34 0-8-2-12-16z" fill="${beard}"/>` : ''}${FACE}${glasses ? GLASSES : ''}${before}
${scarf ? `<path d="M-34-82q34 22 68 0v18q-34 18-68 0z" fill="${scarf}"/><path d="M12-66h20v52h-20z" fill="${scarf}"/>` : ''}
${lanyard ? `<path d="M-18-80l18 44 18-44" fill="none" stroke="${lanyard}" stroke-width="5"/><rect x="-10" y="-38" width="20" height="26" rx="3" fill="#fff"/>` : ''}</g>`;
}

const ground = (sky, floor, y = 250) =>
  `<rect width="480" height="320" fill="${sky}"/><path d="M0 ${y}h480v${320 - y}h-480z" fill="${floor}"/>`;
const arc = (color, x = 240, r = 190) => `<circle cx="${x}" cy="320" r="${r}" fill="${color}"/>`;
const table = (color = '#b9733f', y = 268) =>
  `<rect y="${y}" width="480" height="60" fill="${color}"/><rect y="${y}" width="480" height="9" fill="#fff3"/>`;
const tree = (x, y, s = 1, c = '#3f7d54') =>
  `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-5 0h10v60h-10z" fill="#6a4a34"/><path d="M-34 6v-44a34 34 0 0 1 68 0v44z" fill="${c}"/></g>`;
const hills = (a, b) =>
  `<path d="M0 236q120-60 260-20t220-30v134h-480z" fill="${a}"/><path d="M0 278q180-36 480-6v48h-480z" fill="${b}"/>`;
const sun = (x, y, r = 40) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#f7c75a"/>`;
const window_ = (x, y) =>
  `<rect x="${x}" y="${y}" width="92" height="84" rx="6" fill="#fff"/><rect x="${x + 7}" y="${y + 7}" width="36" height="70" fill="#cfe5ee"/><rect x="${x + 49}" y="${y + 7}" width="36" height="70" fill="#cfe5ee"/>`;
const plant = (x, y, s = 1) =>
  `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-20 0h40l-6 38h-28z" fill="#c9553a"/><path d="M0 0q-4-46-34-54 4 34 34 54 4-60 30-66 2 44-30 66 0-56 0-80" fill="#3f7d54"/></g>`;
const cup = (x, y, c = '#d9452f') =>
  `<g transform="translate(${x} ${y})"><path d="M-13-24h26v18q0 10-13 10t-13-10z" fill="${c}"/><path d="M13-20h6q7 0 7 7t-7 7h-6" fill="none" stroke="${c}" stroke-width="4"/><path d="M-5-32q-4-7 0-13M5-32q4-7 0-13" stroke="#fff" stroke-width="3" fill="none" stroke-linecap="round"/></g>`;
const cards = (x, y) =>
  `<g transform="translate(${x} ${y})">${[-26, 0, 26].map((a, at) => `<rect x="-14" y="-44" width="28" height="40" rx="4" fill="#fff" stroke="#0003" transform="rotate(${a} 0 0)"/><circle cy="-26" r="6" fill="${['#d9452f', '#2b1d16', '#d9452f'][at]}" transform="rotate(${a} 0 0)"/>`).join('')}</g>`;
const guitar = (x, y) =>
  `<g transform="translate(${x} ${y}) rotate(50)"><path d="M-5-110h10v90h-10z" fill="#5a3a22"/><rect x="-9" y="-124" width="18" height="18" rx="3" fill="#2b1d16"/><circle cy="-12" r="26" fill="#d98a3a"/><circle cy="22" r="36" fill="#d98a3a"/><circle cy="4" r="10" fill="#5a3a22"/></g>`;
const note = (x, y, c) =>
  `<g transform="translate(${x} ${y})" fill="${c}"><ellipse rx="10" ry="7" transform="rotate(-20)"/><path d="M7-2v-38l18-6v12l-13 4v28z"/></g>`;
const easel = (x, y) =>
  `<g transform="translate(${x} ${y})"><path d="M-48 60l30-170M48 60l-30-170M0 50v-160" stroke="#7a5230" stroke-width="7"/><rect x="-56" y="-118" width="112" height="92" fill="#fff"/><path d="M-56-62q30-28 58-6t54-14v56h-112z" fill="#6aa57a"/><circle cx="24" cy="-92" r="13" fill="#f3a93c"/></g>`;
const box = (x, y, w, h, c) =>
  `<g transform="translate(${x} ${y})"><rect width="${w}" height="${h}" rx="4" fill="${c}"/><path d="M${w / 2 - 9} 0h18v${h}h-18z" fill="#fff4"/></g>`;
const wheelchair = (x, y) =>
  `<g transform="translate(${x} ${y})" fill="none" stroke="#2a3550" stroke-width="7"><circle r="44" fill="#ffffff60"/><circle r="5"/><path d="M-30-70v52h70l16 50"/><circle cx="58" cy="36" r="10"/></g>`;
const clothes = () =>
  `<path d="M40 92h400" stroke="#8a6a4a" stroke-width="7"/>${[
    ['#c9553a', 70],
    ['#0d7a70', 128],
    ['#f3a93c', 186],
    ['#5b4a8a', 300],
    ['#2f6f9a', 358],
  ]
    .map(([c, x]) => `<path d="M${x} 96l22 0 26 14-8 18-8-4v62h-46v-62l-8 4-8-18z" fill="${c}"/>`)
    .join('')}`;
const books = (y) =>
  `<rect y="${y}" width="480" height="8" fill="#a56a38"/>${Array.from({ length: 26 }, (_, at) => `<rect x="${12 + at * 18}" y="${y - 40 - ((at * 7) % 16)}" width="14" height="${40 + ((at * 7) % 16)}" fill="${['#c9553a', '#0d7a70', '#f3a93c', '#5b4a8a', '#2f6f9a', '#e8d3b0'][(at * 5) % 6]}"/>`).join('')}`;
const phone = (x, y) =>
  `<g transform="translate(${x} ${y})"><rect x="-44" y="-20" width="88" height="38" rx="10" fill="#2a3550"/><path d="M-50-26q0-26 50-26t50 26l-14 10-20-14h-32l-20 14z" fill="#1c2438"/><circle r="11" fill="#fff8"/></g>`;
const bag = (x, y, c) =>
  `<g transform="translate(${x} ${y})"><path d="M-30 0h60l6 70h-72z" fill="${c}"/><path d="M-14 0q0-26 14-26t14 26" fill="none" stroke="${c}" stroke-width="6"/><path d="M-10-2q-16-30 4-46 12 18 4 46zM6-2q0-30 18-36 6 24-8 36z" fill="#6aa57a"/></g>`;
const bin = (x, y) =>
  `<g transform="translate(${x} ${y})"><path d="M-34-70h68l-8 90h-52z" fill="#2f6f9a"/><rect x="-40" y="-82" width="80" height="14" rx="5" fill="#24587c"/><path d="M-8-40l8-12 8 12M8-20l-8 12-8-12" fill="none" stroke="#fff" stroke-width="5"/></g>`;
const bike = (x, y, c) =>
  `<g transform="translate(${x} ${y})" fill="none" stroke-width="7"><g stroke="#2a2a2a"><circle cx="-62" r="40"/><circle cx="62" r="40"/></g><path d="M-62 0l30-58h66l28 58M-32-58l34 58h60M34-58l-6-18h20M-38-70h-16" stroke="${c}"/><path d="M-62 0h64" stroke="${c}"/></g>`;
const cake = (x, y) =>
  `<g transform="translate(${x} ${y})"><rect x="-52" y="-44" width="104" height="44" rx="6" fill="#f4b6a0"/><path d="M-52-30q13 14 26 0t26 0 26 0 26 0v-14h-104z" fill="#fff"/>${[-28, 0, 28].map((cx) => `<path d="M${cx - 3}-66h6v22h-6z" fill="#2f6f9a"/><circle cx="${cx}" cy="-71" r="5" fill="#f3a93c"/>`).join('')}</g>`;
const stage = () =>
  `<path d="M0 0h480v44q-40 26-80 0t-80 0-80 0-80 0-80 0-80 0z" fill="#a83a3a"/><path d="M0 0h54v250q-34-20-54-90zM480 0h-54v250q34-20 54-90z" fill="#c24a44"/>`;
const garland = () =>
  `<path d="M0 34q240 70 480 0" fill="none" stroke="#8a6a4a" stroke-width="3"/>${Array.from(
    { length: 11 },
    (_, at) => {
      const x = 24 + at * 43;
      const y = 34 + 35 * (1 - ((x - 240) / 240) ** 2);
      return `<path d="M${x - 14} ${y}h28l-14 30z" fill="${['#c9553a', '#f3a93c', '#0d7a70', '#5b4a8a'][at % 4]}"/>`;
    },
  ).join('')}`;

const draw = (...parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320" viewBox="0 0 480 320">${parts.join('')}</svg>`;
const app = (file) => `ui/public/img/${file}.svg`;
const own = (file) => `scripts/starter-pictures/${file}.svg`;

export const SCENES = [
  {
    room: 'together',
    file: 'koffie',
    from: app('koffie'),
    name: 'Koffie drinken',
    shows: 'Twee mensen drinken samen koffie aan een tafel',
    keywords: ['koffie', 'ontmoeten', 'bezoek', 'eenzaamheid', 'coffee', 'visiting'],
  },
  {
    room: 'together',
    file: 'taal',
    from: app('taal'),
    name: 'Nederlands oefenen',
    shows: 'Twee vrouwen oefenen Nederlands, boven hen staat Hallo',
    keywords: ['taal', 'taalmaatje', 'nederlands', 'inburgeren', 'language', 'buddy'],
  },
  {
    room: 'together',
    file: 'wandelen',
    from: app('wandelen'),
    name: 'Samen wandelen',
    shows: 'Twee mensen wandelen met een hond langs de bomen',
    keywords: ['wandelen', 'hond', 'buiten', 'bewegen', 'walking', 'dog'],
  },
  {
    room: 'together',
    file: 'lezen',
    from: app('lezen'),
    name: 'Voorlezen',
    shows: 'Een vrouw leest twee kinderen voor uit een groot boek',
    keywords: ['lezen', 'voorlezen', 'kinderen', 'bibliotheek', 'reading', 'children'],
  },
  {
    room: 'together',
    file: 'deur',
    from: own('block-deur'),
    name: 'Aan de deur',
    shows: 'Een vrouw brengt een pan soep bij haar buurvrouw aan de deur',
    keywords: ['buren', 'burenhulp', 'soep', 'winter', 'neighbours', 'help'],
  },
  {
    room: 'together',
    file: 'kaarten',
    name: 'Spelletjesmiddag',
    shows: 'Drie mensen spelen kaart aan een tafel',
    keywords: ['spelletjes', 'kaarten', 'ouderen', 'ontmoeten', 'games', 'cards'],
    svg: draw(
      ground('#e4ecf7', '#cfdcec'),
      arc('#b9cdea'),
      person({ x: 110, skin: 'light', shirt: '#c9553a', hair: 'bun', color: '#d8d4cf', glasses: true }),
      person({ x: 240, skin: 'dark', shirt: '#0d7a70', hair: 'short', color: '#1c1411' }),
      person({ x: 370, skin: 'tan', shirt: '#5b4a8a', hair: 'bob', color: '#8a5a34' }),
      table(),
      cards(120, 272),
      cards(240, 278),
      cards(362, 272),
    ),
  },
  {
    room: 'together',
    file: 'feest',
    name: 'Feest in de buurt',
    shows: 'Buren met taart onder gekleurde vlaggetjes',
    keywords: ['feest', 'buurt', 'taart', 'jubileum', 'vrijwilligers bedanken', 'party'],
    svg: draw(
      ground('#fdeed8', '#f6d9ac'),
      arc('#f9e0b4'),
      garland(),
      person({ x: 100, skin: 'brown', shirt: '#f3a93c', hair: 'curls', color: '#1c1411' }),
      person({ x: 236, skin: 'light', shirt: '#2f6f9a', hair: 'short', color: '#b5652f', beard: '#b5652f' }),
      person({ x: 372, skin: 'olive', shirt: '#0d7a70', hair: 'scarf', color: '#c9553a' }),
      table('#b9733f', 272),
      cake(166, 276),
      cup(306, 282, '#0d7a70'),
    ),
  },
  {
    room: 'together',
    file: 'bellen',
    name: 'Een luisterend oor',
    shows: 'Een vrouw luistert aan de telefoon en maakt aantekeningen',
    keywords: ['bellen', 'telefoon', 'luisteren', 'hulplijn', 'phone', 'listening'],
    svg: draw(
      ground('#e5f1ec', '#cfe3da'),
      arc('#bfdccf'),
      window_(54, 40),
      plant(420, 226, 1.1),
      person({
        x: 232,
        size: 1.5,
        skin: 'olive',
        shirt: '#5b4a8a',
        hair: 'long',
        color: '#3a2416',
        lanyard: '#f3a93c',
      }),
      table('#a9683a'),
      phone(118, 282),
      `<rect x="300" y="262" width="96" height="30" rx="3" fill="#fff" transform="skewX(-12) translate(56 0)"/>`,
    ),
  },
  {
    room: 'together',
    file: 'rolstoel',
    name: 'Samen naar buiten',
    shows: 'Een man duwt de rolstoel van een oudere vrouw in het park',
    keywords: ['rolstoel', 'ouderen', 'zorg', 'uitje', 'wheelchair', 'care'],
    svg: draw(
      ground('#d9edf0', '#8fbb86', 236),
      sun(78, 74),
      hills('#a9cf9c', '#8fbb86'),
      tree(420, 196, 1.2),
      tree(352, 206, 0.9, '#54936a'),
      person({
        x: 214,
        y: 290,
        size: 1.05,
        skin: 'light',
        shirt: '#c24a7a',
        hair: 'bun',
        color: '#dcd7d2',
        glasses: true,
        scarf: '#f3a93c',
      }),
      wheelchair(208, 262),
      person({
        x: 104,
        y: 280,
        size: 1.25,
        skin: 'brown',
        shirt: '#2f6f9a',
        hair: 'short',
        color: '#1c1411',
        lanyard: '#f3a93c',
      }),
    ),
  },
  {
    room: 'doing',
    file: 'computer',
    from: app('computer'),
    name: 'Hulp met de computer',
    shows: 'Een jonge vrouw helpt een oudere man achter een laptop',
    keywords: ['computer', 'laptop', 'digitaal', 'internet', 'digital help'],
  },
  {
    room: 'doing',
    file: 'repair',
    from: app('repair'),
    name: 'Repaircafé',
    shows: 'Twee mensen repareren een broodrooster aan een werkbank',
    keywords: ['repareren', 'repair café', 'techniek', 'duurzaam', 'repair'],
  },
  {
    room: 'doing',
    file: 'soep',
    from: own('block-soep'),
    name: 'Samen koken',
    shows: 'Twee mensen scheppen soep uit een grote pan',
    keywords: ['koken', 'soep', 'buurtkeuken', 'eten', 'cooking'],
  },
  {
    room: 'doing',
    file: 'kok',
    from: own('block-portret'),
    name: 'De kok',
    shows: 'Een oudere man met een schort en een houten lepel',
    keywords: ['koken', 'portret', 'vrijwilliger', 'eten', 'cook', 'portrait'],
  },
  {
    room: 'doing',
    file: 'voedsel',
    from: app('voedsel'),
    name: 'Voedselbank',
    shows: 'Een man vult een krat met groente en fruit',
    keywords: ['voedselbank', 'groente', 'armoede', 'uitdelen', 'food bank'],
  },
  {
    room: 'doing',
    file: 'bus',
    from: app('bus'),
    name: 'Met de bus mee',
    shows: 'Een buurtbus met een chauffeur en twee reizigers',
    keywords: ['vervoer', 'buurtbus', 'chauffeur', 'rijden', 'transport', 'driver'],
  },
  {
    room: 'doing',
    file: 'kledingwinkel',
    name: 'Kledingwinkel',
    shows: 'Een vrouw achter een rek met gekleurde kleding',
    keywords: ['kleding', 'kringloop', 'winkel', 'tweedehands', 'clothes', 'shop'],
    svg: draw(
      ground('#f6ead9', '#e3cba6'),
      clothes(),
      person({
        x: 250,
        y: 340,
        size: 1.3,
        skin: 'light',
        shirt: '#2f6f9a',
        hair: 'long',
        color: '#b5652f',
        lanyard: '#f3a93c',
      }),
      table('#8a5a34', 280),
      box(60, 236, 84, 46, '#c9945a'),
      box(360, 244, 70, 38, '#d8a86a'),
    ),
  },
  {
    room: 'doing',
    file: 'bibliotheek',
    name: 'In de bibliotheek',
    shows: 'Een man met bril staat voor kasten vol boeken',
    keywords: ['bibliotheek', 'boeken', 'lezen', 'gastheer', 'library', 'books'],
    svg: draw(
      ground('#efe2cc', '#d8c19a'),
      books(64),
      books(138),
      books(212),
      person({
        x: 330,
        size: 1.45,
        skin: 'olive',
        shirt: '#5b4a8a',
        hair: 'short',
        color: '#6b6560',
        glasses: true,
        beard: '#6b6560',
        lanyard: '#f3a93c',
      }),
    ),
  },
  {
    room: 'doing',
    file: 'boodschappen',
    name: 'Boodschappen brengen',
    shows: 'Een jongen met een pet brengt twee tassen met boodschappen',
    keywords: ['boodschappen', 'burenhulp', 'bezorgen', 'jongeren', 'groceries'],
    svg: draw(
      ground('#fde6de', '#f2c8b6'),
      arc('#f8d3c4'),
      window_(40, 44),
      window_(346, 44),
      person({ x: 240, size: 1.45, skin: 'brown', shirt: '#0d7a70', hair: 'cap', color: '#c9553a' }),
      bag(108, 250, '#f3a93c'),
      bag(372, 250, '#5b4a8a'),
    ),
  },
  {
    room: 'doing',
    file: 'inpakken',
    name: 'Pakketten inpakken',
    shows: 'Twee mensen stapelen dozen op een tafel',
    keywords: ['inpakken', 'pakketten', 'actie', 'inzamelen', 'boxes', 'packing'],
    svg: draw(
      ground('#e7e2f1', '#cdc3e2'),
      arc('#d5cbe8'),
      person({ x: 122, skin: 'dark', shirt: '#f3a93c', hair: 'curls', color: '#1c1411' }),
      person({ x: 362, skin: 'light', shirt: '#0d7a70', hair: 'short', color: '#8a5a34', glasses: true }),
      table('#8a6a4a', 276),
      box(186, 196, 108, 82, '#c9945a'),
      box(204, 132, 72, 64, '#d8a86a'),
      box(60, 236, 60, 42, '#d8a86a'),
      box(352, 240, 66, 38, '#c9945a'),
    ),
  },
  {
    room: 'outside',
    file: 'tuin',
    from: app('tuin'),
    name: 'In de tuin',
    shows: 'Een man met een strohoed tussen de zonnebloemen',
    keywords: ['tuin', 'groen', 'bloemen', 'moestuin', 'garden'],
  },
  {
    room: 'outside',
    file: 'sport',
    from: app('sport'),
    name: 'Trainer op het veld',
    shows: 'Een trainer met twee kinderen op een voetbalveld',
    keywords: ['sport', 'voetbal', 'kinderen', 'trainer', 'jeugd', 'football'],
  },
  {
    room: 'outside',
    file: 'zwerfvuil',
    name: 'Zwerfvuil rapen',
    shows: 'Twee mensen ruimen afval op bij een blauwe bak',
    keywords: ['zwerfvuil', 'afval', 'schoon', 'natuur', 'milieu', 'litter'],
    svg: draw(
      ground('#dcecf3', '#8fbb86'),
      hills('#b5d6a6', '#8fbb86'),
      tree(60, 190, 1.1),
      person({ x: 152, skin: 'light', shirt: '#f3a93c', hair: 'long', color: '#d9a441' }),
      person({ x: 290, skin: 'brown', shirt: '#c9553a', hair: 'cap', color: '#0d7a70' }),
      bin(408, 288),
    ),
  },
  {
    room: 'outside',
    file: 'fietsen',
    name: 'Fietsles',
    shows: 'Een vrouw met een hoofddoek naast een rode fiets',
    keywords: ['fiets', 'fietsles', 'leren', 'bewegen', 'cycling', 'lessons'],
    svg: draw(
      ground('#e6f2f7', '#b9c7cf', 262),
      sun(408, 76),
      hills('#bcdcc2', '#a9cfae'),
      `<rect y="262" width="480" height="58" fill="#9aa5ad"/><path d="M20 292h70M150 292h70M280 292h70M410 292h70" stroke="#fff" stroke-width="5"/>`,
      person({
        x: 138,
        y: 300,
        size: 1.35,
        skin: 'olive',
        shirt: '#0d7a70',
        hair: 'scarf',
        color: '#5b4a8a',
      }),
      bike(314, 262, '#d9452f'),
    ),
  },
  {
    room: 'outside',
    file: 'boswachter',
    name: 'In het bos',
    shows: 'Een vrouw met een pet tussen de bomen',
    keywords: ['bos', 'natuur', 'natuurbeheer', 'bomen', 'forest', 'nature'],
    svg: draw(
      ground('#e3f0e3', '#8fbb86'),
      tree(50, 180, 1.7),
      tree(140, 204, 1.2, '#54936a'),
      tree(436, 176, 1.8),
      tree(352, 206, 1.1, '#54936a'),
      hills('#00000000', '#7dab74'),
      person({ x: 240, size: 1.4, skin: 'tan', shirt: '#5a6b3a', hair: 'bob', color: '#3a2416' }),
      `<g transform="translate(240 330) scale(1.4)">${HAIR.cap('#3f5a2e')[1]}</g>`,
    ),
  },
  {
    room: 'culture',
    file: 'muziek',
    name: 'Muziek maken',
    shows: 'Een man met een gitaar en een vrouw die zingt',
    keywords: ['muziek', 'gitaar', 'zingen', 'koor', 'music', 'singing'],
    svg: draw(
      ground('#efe4f3', '#d9c6e2'),
      arc('#e2d0ea'),
      person({ x: 152, skin: 'tan', shirt: '#c9553a', hair: 'short', color: '#2b1d16', beard: '#2b1d16' }),
      guitar(136, 276),
      person({ x: 342, skin: 'dark', shirt: '#0d7a70', hair: 'curls', color: '#1c1411', scarf: '#f3a93c' }),
      note(248, 92, '#5b4a8a'),
      note(424, 84, '#c9553a'),
      note(60, 96, '#0d7a70'),
    ),
  },
  {
    room: 'culture',
    file: 'schilderen',
    name: 'Schilderles',
    shows: 'Een oudere vrouw schildert een landschap op een ezel',
    keywords: ['schilderen', 'kunst', 'creatief', 'cursus', 'painting', 'art'],
    svg: draw(
      ground('#fbf0dc', '#ecd6ac'),
      arc('#f6e0b8', 160),
      window_(40, 36),
      person({
        x: 150,
        size: 1.4,
        skin: 'light',
        shirt: '#2f6f9a',
        hair: 'bob',
        color: '#dcd7d2',
        glasses: true,
        apron: '#f7efe2',
      }),
      easel(346, 226),
    ),
  },
  {
    room: 'culture',
    file: 'toneel',
    name: 'Op het toneel',
    shows: 'Twee mensen staan op een toneel tussen rode gordijnen',
    keywords: ['toneel', 'theater', 'cultuur', 'optreden', 'theatre', 'stage'],
    svg: draw(
      ground('#3b2a4a', '#8a5a34', 262),
      `<path d="M240-40l150 320h-300z" fill="#fff2"/>`,
      stage(),
      person({ x: 176, size: 1.2, skin: 'tan', shirt: '#f3a93c', hair: 'long', color: '#8a3a24' }),
      person({ x: 306, size: 1.2, skin: 'brown', shirt: '#0d7a70', hair: 'short', color: '#1c1411' }),
      `<rect y="292" width="480" height="28" fill="#6d452a"/>`,
    ),
  },
  {
    room: 'culture',
    file: 'vergadering',
    name: 'Bestuur',
    shows: 'Vier mensen vergaderen aan een lange tafel',
    keywords: ['bestuur', 'vergaderen', 'overleg', 'penningmeester', 'board', 'meeting'],
    svg: draw(
      ground('#e1eef0', '#c6dde0'),
      `<rect x="150" y="26" width="180" height="92" rx="6" fill="#fff"/><path d="M172 96l32-28 30 14 40-38 34 18" fill="none" stroke="#0d7a70" stroke-width="6"/>`,
      person({ x: 76, size: 1.1, skin: 'light', shirt: '#5b4a8a', hair: 'bob', color: '#8a5a34' }),
      person({
        x: 186,
        size: 1.1,
        skin: 'brown',
        shirt: '#2f6f9a',
        hair: 'short',
        color: '#1c1411',
        glasses: true,
      }),
      person({ x: 296, size: 1.1, skin: 'olive', shirt: '#c9553a', hair: 'long', color: '#2b1d16' }),
      person({ x: 406, size: 1.1, skin: 'light', shirt: '#0d7a70', hair: 'none', beard: '#b9b2aa' }),
      table('#a9683a', 262),
      cup(132, 286, '#f3a93c'),
      cup(352, 286, '#5b4a8a'),
      `<rect x="206" y="272" width="70" height="24" rx="3" fill="#fff"/>`,
    ),
  },
];
