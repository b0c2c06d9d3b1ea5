// A calculation, no measurement: 10,000 tenants on 50 nodes over a busy Monday, with a node that fails and a region that does. What one
// request costs, how fast files are restored and how leases end are the figures of docs/speed.md and of the other scenarios.
const NODES = 50;
const REGIONS = 2;
const TENANTS = 10_000;
const CORES = 4;
/** A quarter of what was measured (122 MB fetched and read whole in 2.9 s): disks and buckets of others are slower. */
const RESTORE_MB_PER_SECOND = 10;
/** As `cluster/reconcile.rs` does. */
const RESTORES_AT_ONCE = 4;
/** Until another node may end a lease of ten seconds, and looks. */
const LEASE_OVER = 12 + 2;
const OPEN_MB = 4.5;
const BASE_MB = 60;

/** Milliseconds of processor time for one request (docs/speed.md), with a third on top for TLS, compression and jobs. */
const COST = { kept: 0.015, fresh: 0.12, search: 0.21, firstPage: 6.4, signIn: 35, write: 0.4, staff: 7 };
const OVERHEAD = 4 / 3;

/** Seeded, so that a run can be repeated (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function normal(next) {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Centres differ: half of them have fewer than 600 people, one in fifty more than 10,000. */
function makeTenants(next) {
  return Array.from({ length: TENANTS }, (_, id) => {
    const people = Math.min(60_000, Math.round(600 * Math.exp(1.35 * normal(next))));
    return { id, people, megabytes: 8 + people * 0.03, node: id % NODES };
  });
}

/** Share of a day's requests in an hour: Monday morning is the busiest of the week. */
const HOURS = [4, 2, 1, 1, 1, 2, 6, 15, 45, 95, 100, 85, 60, 70, 75, 65, 50, 35, 40, 55, 60, 45, 25, 10];
const DAY = HOURS.reduce((sum, share) => sum + share, 0);

/** Milliseconds of processor time that a tenant asks for in an hour. */
function work(tenant, hour) {
  const share = HOURS[hour] / DAY;
  const visits = tenant.people * 0.15 * share;
  const staff = Math.max(2, tenant.people / 400) * (hour >= 8 && hour < 17 ? 60 : 2);
  // Twelve requests a page with its pictures and data, most of them kept.
  const page = 9 * COST.kept + 3 * COST.fresh;
  const visit = 10 * page + 0.05 * COST.firstPage + 2 * COST.search + 0.25 * COST.signIn + 0.6 * COST.write;
  return OVERHEAD * (visits * visit + staff * COST.staff);
}

function busiest(tenants, hour, nodes = NODES) {
  const loads = new Float64Array(nodes);
  for (const tenant of tenants) loads[tenant.node] += work(tenant, hour);
  const share = [...loads].map((ms) => ms / (3_600_000 * CORES)).sort((a, b) => a - b);
  return { most: share.at(-1), middle: share[Math.floor(share.length / 2)] };
}

/** Spreads the tenants of nodes that are gone over those that are left, each to the one with the fewest, as a takeover does. */
function takeOver(tenants, gone) {
  const counts = new Map();
  for (let node = 0; node < NODES; node += 1) if (!gone.has(node)) counts.set(node, 0);
  for (const { node } of tenants) if (counts.has(node)) counts.set(node, counts.get(node) + 1);
  const restoring = new Map();
  for (const tenant of tenants) {
    if (!gone.has(tenant.node)) continue;
    const [taker] = [...counts].reduce((least, one) => (one[1] < least[1] ? one : least));
    counts.set(taker, counts.get(taker) + 1);
    tenant.node = taker;
    restoring.set(taker, [...(restoring.get(taker) ?? []), tenant.megabytes]);
  }
  const times = [];
  for (const sizes of restoring.values()) {
    const lanes = Array(RESTORES_AT_ONCE).fill(LEASE_OVER);
    for (const size of sizes) {
      const lane = lanes.indexOf(Math.min(...lanes));
      lanes[lane] += size / (RESTORE_MB_PER_SECOND / RESTORES_AT_ONCE);
      times.push(lanes[lane]);
    }
  }
  times.sort((a, b) => a - b);
  return { count: times.length, middle: times[Math.floor(times.length / 2)], last: times.at(-1) };
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

export const scenarios = [
  {
    name: 'simulation',
    isShort: true,
    run({ say }) {
      const tenants = makeTenants(random(2026));
      const people = tenants.reduce((sum, tenant) => sum + tenant.people, 0);
      const megabytes = tenants.reduce((sum, tenant) => sum + tenant.megabytes, 0);
      say(
        `${TENANTS} tenants with ${(people / 1e6).toFixed(1)} million people and ${(megabytes / 1000).toFixed(0)} GB on ${NODES} nodes of ${CORES} cores; ${Math.round(TENANTS / NODES)} tenants and ${(BASE_MB + (OPEN_MB * TENANTS) / NODES).toFixed(0)} MB of memory a node, if all are open`,
      );
      const peak = HOURS.indexOf(Math.max(...HOURS));
      const monday = busiest(tenants, peak);
      say(
        `busy Monday, ${peak}:00: the busiest node at ${percent(monday.most)} of its cores, the middle one at ${percent(monday.middle)}`,
      );
      const one = takeOver(tenants, new Set([7]));
      const after = busiest(tenants, peak);
      say(
        `one node fails at that hour: ${one.count} tenants are back after ${one.middle.toFixed(0)} s (half of them) to ${one.last.toFixed(0)} s (the last one); the busiest node at ${percent(after.most)}`,
      );
      const region = new Set(Array.from({ length: NODES / REGIONS }, (_, node) => node * REGIONS));
      const half = takeOver(tenants, region);
      const left = busiest(tenants, peak);
      say(
        `a region of ${region.size} nodes fails at that hour: ${half.count} tenants are back after ${half.middle.toFixed(0)} s to ${half.last.toFixed(0)} s; the busiest node at ${percent(left.most)}`,
      );
      if (left.most > 0.7) throw new Error('half of the nodes would not carry a busy Monday');
      if (tenants.some((tenant) => region.has(tenant.node)))
        throw new Error('a tenant is left at a node that is gone');
    },
  },
];
