// Whether somebody can tell from outside who has an account: the same call for an address that is known and one that is
// not, thousands of times in an order left to chance. Each account and each place asks less often than anything locks.
import { Agent, request } from 'node:http';

const WARM = 20;
/** Dates and numbers of requests differ between any two answers. */
const OWN = new Set(['date', 'x-request-id']);

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(base, path, body, place) {
  return new Promise((done, fail) => {
    const text = JSON.stringify(body);
    const begun = process.hrtime.bigint();
    const sent = request(base + path, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'x-forwarded-for': place,
      },
    });
    sent.on('error', fail);
    sent.on('response', (answer) => {
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('end', () => {
        const took = Number(process.hrtime.bigint() - begun) / 1e6;
        const id = answer.headers['x-request-id'] ?? '-';
        const headers = Object.entries(answer.headers).filter(([name]) => !OWN.has(name));
        const seen = Buffer.concat(pieces).toString().replaceAll(id, 'ID');
        done({ took, status: answer.statusCode, looks: JSON.stringify([answer.statusCode, headers, seen]) });
      });
    });
    sent.end(text);
  });
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function variance(values) {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

/** Welch's t: how far apart two means are, measured by how much they vary. */
const welch = (a, b) => (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length);

/** The fastest nine tenths: what a busy machine adds now and then hides a difference. */
const calm = (values) => [...values].sort((a, b) => a - b).slice(0, Math.ceil(values.length * 0.9));

const placeOf = (number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

/** As long as a known one, and nobody's. Each is made once: a letter may go to one address only so often. */
function unknownLike(email, taken) {
  const [name, host] = email.split('@');
  const letters = 'qxzjvwykfhgbdmpt';
  for (const first of letters) {
    for (const last of letters) {
      const other = `${first}${name.slice(1, -1)}${last}@${host}`;
      if (taken.has(other)) continue;
      taken.add(other);
      return other;
    }
  }
  throw new Error(`there is no further address like ${email}`);
}

async function measure({ base, path, body, accounts, pairs, from }) {
  const taken = new Set(accounts);
  const times = { known: [], unknown: [] };
  const looks = new Map();
  let place = from;
  for (let pair = 0; pair < pairs + WARM; pair += 1) {
    const email = accounts[pair % accounts.length];
    const both = [
      ['known', email],
      ['unknown', unknownLike(email, taken)],
    ];
    if (Math.random() < 0.5) both.reverse();
    for (const [kind, address] of both) {
      place += 1;
      const answer = await ask(base, path, body(address), placeOf(place));
      if (answer.status === 404 || answer.status === 405)
        return { path, verdict: 'there is no such call yet' };
      if (pair < WARM) continue;
      times[kind].push(answer.took);
      // An answer repeats the address that was typed.
      const look = answer.looks.includes(address)
        ? answer.looks
            .replaceAll(address, 'ADDRESS')
            .replace(/"content-length","(\d+)"/, (_, length) => `content-length ${length - address.length}`)
        : answer.looks;
      const seen = looks.get(look) ?? { known: 0, unknown: 0 };
      seen[kind] += 1;
      looks.set(look, seen);
    }
  }
  const t = welch(times.known, times.unknown);
  const calmT = welch(calm(times.known), calm(times.unknown));
  const isEqual = [...looks.values()].every((seen) => seen.known === seen.unknown) && looks.size === 1;
  if (!isEqual) for (const [look, seen] of looks) console.log(`${path}: ${JSON.stringify(seen)} ${look}`);
  return {
    path,
    pairs,
    'known, mean ms': Number(mean(times.known).toFixed(3)),
    'unknown, mean ms': Number(mean(times.unknown).toFixed(3)),
    t: Number(t.toFixed(2)),
    't of the fastest nine tenths': Number(calmT.toFixed(2)),
    'looks the same': isEqual ? 'yes' : 'NO',
    verdict: isEqual && Math.abs(t) < 4.5 && Math.abs(calmT) < 4.5 ? '|t| < 4.5: good' : 'CAN BE TOLD APART',
  };
}

export async function measureEnumeration({ server, accounts, pairs }) {
  const calls = [
    { path: '/auth/sign_in', body: (email) => ({ email, password: 'not the password' }), from: 1 },
    { path: '/auth/password', body: (email) => ({ email }), from: 1 << 20 },
    { path: '/auth/confirmation', body: (email) => ({ email }), from: 1 << 21 },
  ];
  const list = await fetch(`${server.base}/api/v1/vacancies?page[size]=1`);
  const vacancy = (await list.json()).data[0].id;
  calls.push(
    {
      path: '/api/v1/users/sign_up',
      body: (email) => ({
        data: {
          type: 'user',
          attributes: {
            first_name: 'Bo',
            last_name: 'Bakker',
            email,
            password: 'vier losse woorden samen',
            accept_terms: true,
          },
        },
      }),
      from: 3 << 20,
    },
    {
      path: '/api/v1/applications',
      body: (email) => ({
        data: {
          type: 'applications',
          attributes: {
            vacancy_id: vacancy,
            first_name: 'Bo',
            email,
            message: 'Ik wil graag helpen op dinsdagochtend.',
            consent: true,
            age_at_least: 21,
          },
        },
      }),
      from: 1 << 22,
    },
  );
  const rows = [];
  for (const call of calls) {
    rows.push(await measure({ base: server.base, accounts, pairs, ...call }));
    console.log(JSON.stringify(rows.at(-1)));
  }
  agent.destroy();
  return rows;
}
