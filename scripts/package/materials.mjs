// What the program and the app are made of, as CycloneDX: one list from Cargo.lock, one from package-lock.json.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../run.mjs';

const SPECIFICATION = '1.5';
/** Checks documents against the schema that the specification publishes, and says what is wrong with the first that is. */
const CHECK = `
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
for path in sys.argv[1:]:
    fault = JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(path).read())
    if fault: sys.exit(f"{path}: {fault}")
`;

const command = (program, args, env = {}) =>
  execFileSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** The packages of the app, and of what builds and tests it (marked as of development). */
export function materialsOfApp() {
  const list = JSON.parse(command('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']));
  // npm names the project after its folder.
  list.metadata.component.name = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).name;
  list.metadata.component.type = 'application';
  return list;
}

/** The crates of the program for one target. `tool` is cargo-cyclonedx. */
export function materialsOfProgram(tool, target, moment) {
  const written = join(ROOT, 'voluntr_bin.cdx.json');
  try {
    command(
      tool,
      [
        'cyclonedx',
        '--quiet',
        ...['--format', 'json', '--spec-version', SPECIFICATION, '--describe', 'binaries'],
        ...['--target', target, '--no-build-deps'],
      ],
      { SOURCE_DATE_EPOCH: String(moment) },
    );
    // Where it was built is nobody's business.
    return JSON.parse(
      readFileSync(written, 'utf8').replaceAll(pathToFileURL(ROOT.slice(0, -1)).href, 'file:///voluntr'),
    );
  } finally {
    rmSync(written, { force: true });
  }
}

export function writeMaterials(path, list) {
  writeFileSync(path, `${JSON.stringify(list, null, 1)}\n`);
}

/** Throws where a document is not as the schema says. What checks it is kept in `folder`. */
export function checkMaterials(paths, folder) {
  const python = join(folder, 'bin/python');
  if (!existsSync(python)) {
    mkdirSync(folder, { recursive: true });
    command('python3', ['-m', 'venv', folder]);
    command(python, ['-m', 'pip', 'install', '--quiet', 'cyclonedx-python-lib[json-validation]==11.12.0']);
  }
  command(python, ['-c', CHECK, ...paths]);
}
