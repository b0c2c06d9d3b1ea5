// How the cost of reading grows with the number of vacancies: the same works on sites of three sizes in one server, in turns.
import { load, median } from './machine.mjs';
import { newest, reads } from './works.mjs';

export const tenantOf = (amount) => `grown-${amount}`;

export async function measureGrowth({ server, amounts, seconds, rounds }) {
  const sites = [];
  for (const amount of amounts) {
    const headers = { 'x-tenant': tenantOf(amount) };
    sites.push({ headers, works: reads(await newest(server.base, headers)), rates: [] });
  }
  const rows = [];
  for (const index of sites[0].works.keys()) {
    const got = sites.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, { headers, works }] of sites.entries()) {
        const work = works[index];
        got[at].push(load(server.base + work.path, { seconds, headers, script: work.script }));
      }
    }
    const rates = got.map((each) => median(each.map(({ rate }) => rate)));
    const row = { work: sites[0].works[index].name };
    for (const [at, amount] of amounts.entries())
      row[`${amount.toLocaleString('en')}: requests/s`] = Math.round(rates[at]);
    row['p99 ms at the largest'] = median(got.at(-1).map(({ p99 }) => p99));
    for (let at = 1; at < amounts.length; at += 1) {
      row[`cost of ${amounts[at].toLocaleString('en')} ÷ ${amounts[at - 1].toLocaleString('en')}`] = Number(
        (rates[at - 1] / rates[at]).toFixed(2),
      );
    }
    row['largest ÷ smallest'] = Number((rates[0] / rates.at(-1)).toFixed(2));
    row.failed = got.flat().reduce((sum, each) => sum + each.failed, 0);
    rows.push(row);
    console.log(JSON.stringify(row));
  }
  return rows;
}
