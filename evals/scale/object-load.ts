import { seededRandom } from "../random.ts";

/** How searches spread over the public sources. */
export type Demand = {
  sources: number;
  /** Of the searches, those that ask one source; the others ask `asked` of them. */
  namedShare: number;
  asked: number;
};

/** How popular each source is, the first the most: by Zipf's law with exponent 1. The shares add up to 1. */
export function zipfShares(count: number): Float64Array {
  const shares = Float64Array.from({ length: count }, (_, i) => 1 / (i + 1));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/** Draws which sources so many searches ask, by their shares, and says how many requests of each source come with one search. The same seed gives the same numbers. */
export function drawRequests(searches: number, demand: Demand, seed: number): Float64Array {
  const random = seededRandom(seed);
  const sums = zipfShares(demand.sources);
  for (let i = 1; i < sums.length; i++) sums[i]! += sums[i - 1]!;
  const counts = new Float64Array(demand.sources);
  for (let search = 0; search < searches; search++) {
    const wanted = random() < demand.namedShare ? 1 : Math.min(demand.asked, demand.sources);
    const asked = new Set<number>();
    while (asked.size < wanted) asked.add(drawn(sums, random()));
    for (const source of asked) counts[source]!++;
  }
  return counts.map((count) => count / searches);
}

function drawn(sums: Float64Array, draw: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle]! <= draw) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type ObjectLoad = {
  /** Requests a second of the source that is asked most. */
  hottest: number;
  /** Sources that are asked more than one object serves. */
  overloaded: number;
  /** Objects that those would need together, with as many copies of each as its load takes. */
  copies: number;
};

/** What so many searches a second mean for the objects of the sources, when each serves `capacity` requests a second. */
export function objectLoad(perSecond: number, requestsPerSearch: Float64Array, capacity: number): ObjectLoad {
  const rates = Array.from(requestsPerSearch, (requests) => requests * perSecond);
  const over = rates.filter((rate) => rate > capacity);
  return {
    hottest: rates.reduce((most, rate) => Math.max(most, rate), 0),
    overloaded: over.length,
    copies: over.reduce((copies, rate) => copies + Math.ceil(rate / capacity), 0),
  };
}
