// OpenAPI 3.1 as 3.0, for generators that know no 3.1: null is `nullable`, a constant a text, a value of any
// form a schema without a type. Plain JSON as media type, and one form of error instead of one a status.
const JSON_API = 'application/vnd.api+json';

function schemaOf(schema) {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { const: constant, examples: _, 'x-required': __, 'x-without-fields': ___, ...rest } = schema;
  if (rest.$ref) return { $ref: rest.$ref };
  const out = { ...rest };
  // An enum of one would be a type of its own, with the name of another: `type` of a vacancy and VacancyType.
  if (constant !== undefined) out.type = 'string';
  if (Array.isArray(out.type)) {
    const kinds = out.type.filter((kind) => kind !== 'null');
    if (kinds.length < out.type.length) out.nullable = true;
    if (kinds.length === 1) out.type = kinds[0];
    else delete out.type;
  }
  if (out.type === 'null') return { nullable: true };
  if (out.enum) out.enum = out.enum.filter((value) => value !== null);
  for (const word of ['anyOf', 'oneOf']) {
    if (!out[word]) continue;
    const real = out[word].filter((each) => each.type !== 'null').map(schemaOf);
    const isNullable = real.length < out[word].length;
    if (isNullable && real.length === 1) {
      delete out[word];
      Object.assign(out, { allOf: real, nullable: true });
    } else out[word] = real;
  }
  if (out.properties)
    out.properties = Object.fromEntries(Object.entries(out.properties).map(([name, each]) => [name, schemaOf(each)]));
  for (const word of ['items', 'additionalProperties']) if (out[word]) out[word] = schemaOf(out[word]);
  for (const word of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (typeof out[word] !== 'number') continue;
    out[word === 'exclusiveMinimum' ? 'minimum' : 'maximum'] = out[word];
    out[word] = true;
  }
  return out;
}

const contentOf = (content) => {
  const schema = content[JSON_API]?.schema;
  if (schema) return { 'application/json': { schema: schemaOf(schema) } };
  return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
};

const withContent = (holder) => {
  const { content, examples: _, ...rest } = holder;
  return content ? { ...rest, content: contentOf(content) } : rest;
};

const parameterOf = (parameter) =>
  parameter.$ref ? parameter : { ...parameter, schema: schemaOf(parameter.schema) };

/** The first good answer and the errors: this generator wants one type of each. */
function responsesOf(responses) {
  const good = Object.keys(responses).find((status) => status.startsWith('2'));
  return { [good]: withContent(responses[good]), '4XX': { $ref: '#/components/responses/OtherError' } };
}

function operationOf(operation) {
  const { requestBody, responses, parameters = [], ...rest } = operation;
  return {
    ...rest,
    parameters: parameters.map(parameterOf),
    ...(requestBody ? { requestBody: withContent(requestBody) } : {}),
    responses: responsesOf(responses),
  };
}

const mapped = (members, change) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));

export function downgrade(document) {
  const { schemas, parameters, responses, securitySchemes } = document.components;
  const { identifier: _, ...license } = document.info.license;
  return {
    ...document,
    openapi: '3.0.3',
    info: { ...document.info, license },
    paths: mapped(document.paths, ({ parameters: __, ...item }) => mapped(item, operationOf)),
    components: {
      schemas: mapped(schemas, schemaOf),
      parameters: mapped(parameters, parameterOf),
      responses: mapped(responses, withContent),
      securitySchemes,
    },
  };
}
