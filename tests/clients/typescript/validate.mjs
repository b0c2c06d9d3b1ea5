// The document is OpenAPI 3.1, by the specification's own schema.
import { Validator } from '@seriousme/openapi-schema-validator';

const { valid, errors } = await new Validator().validate(process.argv[2]);
if (!valid) {
  console.error(JSON.stringify(errors, null, 2));
  process.exit(1);
}
