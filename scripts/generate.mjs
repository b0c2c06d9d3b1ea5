// From docs/openapi.json: ui/src/api/schema.d.ts (the resources with their filters, sorts and includes, and the other
// operations with what they are sent, all as on the wire but camelCase) and ui/src/api/constraints.ts (what a form
// checks). Run after the server's tests wrote a new openapi.json. From the files of words: ui/src/i18n/words-*.ts. Run
// after one came or went. From src/error/field_names.rs: the names of fields that the audit log says. From the table of
// screens: what screens.mjs says.
// Our own emitter, because openapi-typescript needs the programming interface of TypeScript 5, which 7 does not have.
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fail } from './run.mjs';
import { readScreenFiles } from './screens.mjs';

const ROOT = new URL('..', import.meta.url).pathname;
const SOURCE = `${ROOT}docs/openapi.json`;
const OUT = `${ROOT}ui/src/api/`;
const CONSTRAINTS = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'format',
  'pattern',
  'minItems',
  'maxItems',
];

export const camelCase = (name) =>
  name.replace(/(?<=[a-z0-9])_+([a-z0-9])/g, (_, letter) => letter.toUpperCase());

function resolver(schemas) {
  return function resolve(schema) {
    const { $ref, ...besides } = schema ?? {};
    return $ref ? { ...resolve(schemas[$ref.split('/').at(-1)]), ...besides } : besides;
  };
}

/** The one type a nullable schema is about. */
function plain(schema, resolve) {
  const whole = resolve(schema);
  const choices = whole.anyOf ?? whole.oneOf;
  const [only, ...more] = (choices ?? []).filter((each) => resolve(each).type !== 'null');
  if (choices && more.length === 0) return { ...whole, ...resolve(only), isNullable: true };
  if (Array.isArray(whole.type)) {
    const types = whole.type.filter((type) => type !== 'null');
    return { ...whole, type: types[0], isNullable: types.length < whole.type.length };
  }
  return { ...whole, isNullable: whole.nullable === true };
}

function enumOf(schema, resolve) {
  if (schema.enum) return schema.enum.filter((value) => value !== null);
  const values = (schema.oneOf ?? schema.anyOf ?? []).flatMap((each) => {
    const one = resolve(each);
    return one.const === undefined ? (one.enum ?? []) : [one.const];
  });
  return values.length > 0 ? values : undefined;
}

/** As TypeScript writes it. What is sent may be read-only here, and leaves out what the server fills in. */
function typeText(schema, resolve, isSent = false) {
  const one = plain(schema, resolve);
  const text = bareType(one, resolve, isSent);
  return one.isNullable ? `${text} | null` : text;
}

function bareType(one, resolve, isSent) {
  const values = enumOf(one, resolve);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (one.type === 'array')
    return `${isSent ? 'readonly ' : ''}(${typeText(one.items ?? {}, resolve, isSent)})[]`;
  if (one.type === 'integer' || one.type === 'number') return 'number';
  if (one.type === 'string' || one.type === 'boolean') return one.type;
  if (one.properties) return objectText(one, resolve, '    ', isSent);
  if (one.type === 'object')
    return `Record<string, ${typeof one.additionalProperties === 'object' ? typeText(one.additionalProperties, resolve) : 'unknown'}>`;
  return 'unknown';
}

function objectText(schema, resolve, indent, isSent) {
  if (!isSent)
    return blockText(
      linesOf(
        keep(schema.properties, ({ writeOnly }) => !writeOnly),
        resolve,
      ),
      indent,
    );
  const required = new Set(schema.required ?? []);
  return blockText(
    sentLines(schema.properties, resolve, (name) => !required.has(name)),
    indent,
  );
}

const sentLines = (properties, resolve, isOptional) =>
  linesOf(
    keep(properties, (property) => !property.readOnly),
    resolve,
    isOptional,
    true,
  );

/** `name: type;` of each property; `isOptional` says which may be left out. */
function linesOf(properties, resolve, isOptional = () => false, isSent = false) {
  return Object.entries(properties ?? {}).map(([name, property]) => {
    const mark = isOptional(name) ? '?' : '';
    return `${described(resolve(property))}${camelCase(name)}${mark}: ${typeText(property, resolve, isSent)};`;
  });
}

const described = ({ description }) => (description ? `/** ${description.replaceAll(/\s+/g, ' ')} */ ` : '');

function blockText(lines, indent) {
  if (lines.length === 0) return '{}';
  return `{\n${lines.map((line) => indent + line).join('\n')}\n${indent.slice(2)}}`;
}

/** `vacancies` is Vacancy, `addresses` Address, `saved_searches` SavedSearch, `volunteer_centers` VolunteerCenter. */
export function singularOf(type) {
  const one = type
    .replace(/(ss|ch|sh)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');
  return one.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
}

const keep = (properties, isKept) =>
  Object.fromEntries(Object.entries(properties ?? {}).filter(([, property]) => isKept(property)));

const unionOf = (names) =>
  names.length === 0 ? 'never' : names.map((name) => JSON.stringify(name)).join(' | ');

/** The names in brackets of parameters: `filter[status_eq]`. */
function bracketed(parameters, word) {
  return parameters.flatMap((parameter) => {
    const [, name] = new RegExp(`^${word}\\[(.+)\\]$`).exec(parameter.name) ?? [];
    return name ? [[name, parameter.schema]] : [];
  });
}

function choicesOf(parameters, name) {
  const found = parameters.find((parameter) => parameter.name === name);
  return found?.schema.items?.enum ?? [];
}

/** Of a list filter also one value alone: `filter[stage_in]=new`. */
function filterText(schema, resolve) {
  const one = typeText(schema.items ?? schema, resolve);
  return schema.type === 'array' ? `readonly (${one})[] | ${one}` : one;
}

function relationLines(schema, { resolve, typeNames }) {
  const relations = resolve(schema.properties?.relationships).properties ?? {};
  return Object.entries(relations).map(([name, { properties }]) => {
    const { data } = properties;
    const many = data.type === 'array';
    const of = resolve(many ? data.items : data.anyOf[0]).properties.type;
    const type = (of.enum ?? [of.const]).map((target) => typeNames.get(target)).join(' | ');
    return `${camelCase(name)}?: ${many ? `${type}[]` : `${type} | null`};`;
  });
}

/** Of one resource: what is read, what is sent, and how a list of it is asked for. */
function resourceText(type, { read, sent, whole, list }, { resolve, typeNames }) {
  const name = typeNames.get(type);
  const parameters = list?.parameters ?? [];
  const required = sent.required ?? [];
  const filters = bracketed(parameters, 'filter').map(
    ([filter, filterSchema]) => `${camelCase(filter)}?: ${filterText(filterSchema, resolve)};`,
  );
  return {
    interfaces: [
      `export interface ${name}Attributes ${blockText(linesOf(read.properties, resolve), '  ')}\n`,
      `export interface ${name} extends Resource, ${name}Attributes ${blockText(relationLines(whole, { resolve, typeNames }), '  ')}\n`,
      `export interface ${name}Input ${blockText(
        sentLines(sent.properties, resolve, () => true),
        '  ',
      )}\n`,
    ],
    entry: `${JSON.stringify(type)}: ${blockText(
      [
        `resource: ${name};`,
        `attributes: ${name}Attributes;`,
        `input: ${name}Input;`,
        `required: ${unionOf(required.map(camelCase))};`,
        `filter: ${blockText(filters, '      ')};`,
        `sort: ${unionOf(choicesOf(parameters, 'sort'))};`,
        `include: ${unionOf(choicesOf(parameters, 'include').map(camelCase))};`,
      ],
      '    ',
    )};`,
  };
}

function formText(type, schema, resolve) {
  const required = new Set(schema.required ?? []);
  const lines = sentLines(
    schema.properties,
    resolve,
    (name) => !required.has(name) || schema.properties[name].default !== undefined,
  );
  return `export interface ${singularOf(type)}Input ${blockText(lines, '  ')}\n`;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** `GET /vacancies/{id}/history`, without what all have in common. */
const operationKey = (method, path) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`;

function operationsOf(openapi, { resolve, resolveParameter }) {
  return Object.entries(openapi.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      key: operationKey(method, path),
      ...item[method],
      parameters: (item[method].parameters ?? []).map(resolveParameter),
      body: bodyOf(item[method], resolve),
    })),
  );
}

function bodyOf(operation, resolve) {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  return content && resolve(content.schema);
}

function bodyText(operation, resolve) {
  const { body } = operation;
  if (body?.type === 'object' && !body.properties) return 'Record<string, never>';
  if (!body?.properties || body.properties.data) return 'unknown';
  const required = new Set(body.required ?? []);
  return blockText(
    sentLines(body.properties, resolve, (name) => !required.has(name)),
    '      ',
  );
}

/** Names the address may hold besides those of every list. */
function operationText(operation, resolve) {
  const own = operation.parameters.filter(
    ({ in: place, name }) =>
      place === 'query' && /^[a-z_]+$/.test(name) && !['sort', 'include'].includes(name),
  );
  const query = own.map(({ name, schema }) => `${camelCase(name)}?: ${typeText(schema, resolve)};`);
  const lines = [`query: ${blockText(query, '      ')};`, `body: ${bodyText(operation, resolve)};`];
  return `${JSON.stringify(operation.key)}: ${blockText(lines, '    ')};`;
}

export function constraintsOf(schema, resolve) {
  const required = new Set(schema.required ?? []);
  const sent = keep(schema.properties, (property) => !property.readOnly);
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, property]) => {
      const one = plain(property, resolve);
      // The parts of an object are fields of their own: 'address.street'.
      const parts = Object.entries(one.properties ? constraintsOf(one, resolve) : {}).map(([part, rules]) => [
        `${camelCase(name)}.${part}`,
        rules,
      ]);
      const rules = {};
      if (required.has(name) && !one.isNullable && one.default === undefined) rules.required = true;
      if (one.type) rules.type = one.type;
      for (const key of CONSTRAINTS) if (one[key] !== undefined) rules[key] = one[key];
      const values = enumOf(one, resolve);
      if (values) rules.enum = values;
      return [[camelCase(name), rules], ...parts];
    }),
  );
}

const HEAD = '// Generated by scripts/generate.mjs from docs/openapi.json. Not written by hand.\n';

/** The attributes of the documents that create and change a resource: what a form may hold. */
function inputOf(schemas, name, resolve) {
  const attributes = (word) => resolve(schemas[`${name}${word}`]?.properties.data?.properties.attributes);
  const [whole, some] = [attributes('Create'), attributes('Update')];
  // What is a part of other documents only is sent within them.
  const part = schemas[`${name}AttributesInput`];
  const properties = (some.properties ? some : whole.properties ? whole : (part ?? {})).properties ?? {};
  const required = (some['x-required'] ?? whole.required ?? []).filter((name) => properties[name]);
  return { properties, required };
}

export function generate(openapi) {
  const schemas = openapi.components?.schemas ?? {};
  const resolve = resolver(schemas);
  const resolveParameter = resolver(openapi.components?.parameters ?? {});
  const byType = (one, other) => (one.type < other.type ? -1 : 1);
  const operations = operationsOf(openapi, { resolve, resolveParameter });
  const resources = Object.entries(schemas)
    .filter(([, whole]) => whole['x-type'])
    .map(([name, whole]) => ({
      type: whole['x-type'],
      whole,
      read: schemas[`${name}Attributes`],
      sent: inputOf(schemas, name, resolve),
      list: operations.find(({ key }) => key === `GET /${whole['x-type']}`),
    }))
    .sort(byType);
  const forms = Object.values(schemas)
    .filter((schema) => schema['x-form'])
    .map((schema) => ({ type: schema['x-form'], schema }))
    .sort(byType);
  const typeNames = new Map(resources.map(({ type }) => [type, singularOf(type)]));
  const texts = resources.map((each) => resourceText(each.type, each, { resolve, typeNames }));
  const bodies = operations.filter((operation) => bodyText(operation, resolve).startsWith('{'));
  const constraints = Object.fromEntries([
    ...[...resources.map(({ type, sent }) => ({ type, schema: sent })), ...forms]
      .sort(byType)
      .map(({ type, schema }) => [type, constraintsOf(schema, resolve)]),
    ...bodies.map((operation) => [operation.key, constraintsOf(operation.body, resolve)]),
  ]);
  const types = [
    HEAD,
    "import type { Resource } from './jsonapi.ts';\n",
    ...texts.flatMap(({ interfaces }) => interfaces),
    ...forms.map(({ type, schema }) => formText(type, schema, resolve)),
    '/** What each type of resource is, takes and can be asked for. */',
    `export interface Schema ${blockText(
      texts.map(({ entry }) => entry),
      '  ',
    )}\n`,
    '/** What each operation takes in its address and its body. */',
    `export interface Operations ${blockText(
      operations.map((operation) => operationText(operation, resolve)),
      '  ',
    )}\n`,
  ];
  return {
    'schema.d.ts': types.join('\n'),
    'constraints.ts': `${HEAD}\nexport const CONSTRAINTS = ${JSON.stringify(constraints, null, 2)} as const;\n`,
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail(
      `docs/openapi.json is no JSON (${error.message}); after a merge, write it anew: "git checkout --theirs docs/openapi.json && WRITE=1 cargo test --test it contract".`,
    );
  }
}

const WORDS_OUT = `${ROOT}ui/src/i18n/`;
const WORDS_OF_EVERY_SCREEN = ['common', 'components', 'shell'];
/** Only the server says these, or the service worker. */
const WORDS_OF_THE_SERVER = ['calendar-show', 'content-show', 'descriptions', 'offline-page'];
const LANGUAGES = { nl: 'Dutch', en: 'English' };

/** Of a line of the sources. */
const WIDTH = 110;

/** Where the words of a language are: `words-nl.ts` names every `NAME.nl.json`. */
export function wordsText(language, paths) {
  const end = `.${language}.json`;
  const nameOf = (path) => path.split('/').at(-1).slice(0, -end.length);
  const rows = paths
    .filter(
      (path) =>
        path.endsWith(end) && ![...WORDS_OF_EVERY_SCREEN, ...WORDS_OF_THE_SERVER].includes(nameOf(path)),
    )
    .map((path) => [nameOf(path), path.startsWith('i18n/') ? `./${path.slice(5)}` : `../${path}`])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, path]) => {
      const key = `  ${/^\w+$/.test(name) ? name : `'${name}'`}: () =>`;
      const loads = ` import('${path}'),`;
      // As Biome writes a line that is too long.
      return key.length + loads.length > WIDTH ? `${key}\n   ${loads}\n` : `${key}${loads}\n`;
    });
  const isSource = language === 'nl';
  return [
    '// Generated by scripts/generate.mjs from the files of words. Not written by hand.\n',
    `// The ${LANGUAGES[language]} words: those that every screen needs as one file to fetch, and where the others are.\n`,
    ...WORDS_OF_EVERY_SCREEN.map((name) => `import ${name} from './${name}${end}';\n`),
    isSource ? '' : "import type { WordsName } from './words-nl.ts';\n",
    `\nexport const words = { ${WORDS_OF_EVERY_SCREEN.join(', ')} };\n`,
    '\n/** What a screen adds to them. */\n',
    `export const files${isSource ? '' : ': Record<WordsName, () => Promise<{ default: object }>>'} = {\n`,
    ...rows,
    '};\n',
    isSource ? WORDS_TYPES : '',
  ].join('');
}

const WORDS_TYPES = `
type Loaded = { [Name in keyof typeof files]: Awaited<ReturnType<(typeof files)[Name]>>['default'] };

/** All words by the name of their file: the Dutch ones are the source, so they say which keys there are. */
export interface AllWords extends Loaded, Readonly<typeof words> {}

export type WordsName = keyof typeof files;
`;

const FIELD_NAMES = `${ROOT}src/error/field_names.rs`;
const FIELD_NAMES_OUT = `${ROOT}ui/src/lib/audit/field-names`;

/** The rows `("field", "Veld", "Field")` of the server's table, as words of one language. */
export function fieldNamesText(language, source) {
  const rows = [...source.matchAll(/^ {4}\("(\w+)", ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")\),$/gm)];
  const at = language === 'nl' ? 2 : 3;
  return `${JSON.stringify(Object.fromEntries(rows.map((row) => [row[1], JSON.parse(row[at])])), null, 2)}\n`;
}

/** A file that says so already is left as it is: cargo and vite go by its time, and would build all that has it again. */
async function write(path, text) {
  const found = existsSync(path) ? await readFile(path, 'utf8') : undefined;
  if (found !== text) await writeFile(path, text);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  if (!existsSync(SOURCE)) {
    fail('docs/openapi.json is not there: "WRITE=1 cargo test --test it contract" writes it.');
  }
  const files = generate(parsed(await readFile(SOURCE, 'utf8')));
  for (const [name, text] of Object.entries(files)) await write(OUT + name, text);
  const fieldNames = await readFile(FIELD_NAMES, 'utf8');
  for (const language of Object.keys(LANGUAGES))
    await write(`${FIELD_NAMES_OUT}.${language}.json`, fieldNamesText(language, fieldNames));
  const paths = (await readdir(`${ROOT}ui/src`, { recursive: true })).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const screens = await readScreenFiles(ROOT, (page) => paths.includes(page));
  for (const [path, text] of Object.entries(screens)) await write(ROOT + path, text);
  for (const language of Object.keys(LANGUAGES))
    await write(`${WORDS_OUT}words-${language}.ts`, wordsText(language, paths));
  console.log(
    `generated ${Object.keys(files).join(', ')}, words-nl.ts, words-en.ts, ${Object.keys(screens).length} files of screens`,
  );
}
