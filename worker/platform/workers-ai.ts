import { AppError } from "#worker/errors.ts";
import { Circuit } from "./circuit.ts";

/** Workers AI's own code for a used-up day; all other errors (requests a minute, capacity, time-outs) pass by themselves. */
const DAILY_ALLOCATION_CODE = 3036;
const DAY_MS = 86_400_000;

/** A model by its name at a binding, which is the same object for all requests of an isolate. */
export type Model = { binding: object; name: string };

const circuits = new WeakMap<object, Map<string, Circuit>>();

function circuitOf({ binding, name }: Model): Circuit {
  const ofBinding = circuits.get(binding) ?? new Map<string, Circuit>();
  circuits.set(binding, ofBinding);
  const circuit = ofBinding.get(name) ?? new Circuit();
  ofBinding.set(name, circuit);
  return circuit;
}

/**
 * Runs a model of Workers AI for at most `limitMs`. A model that keeps failing is left alone for a while, and after a used-up allocation
 * until the next day begins (UTC). Throws `resource-exhausted` when the account's allocation of the day is used up, and `unavailable` for
 * all passing failures; the upstream's own words are in the cause alone.
 */
export async function runModel<Answer>(
  model: Model,
  run: () => Promise<Answer>,
  limitMs: number,
): Promise<Answer> {
  return circuitOf(model).run(() => runOnce(run, limitMs), endOfDayIfUsedUp);
}

/** End of the day for a used-up allocation, else null; Workers AI counts by the day of UTC. */
function endOfDayIfUsedUp(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== "resource-exhausted") return null;
  return (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
}

async function runOnce<Answer>(run: () => Promise<Answer>, limitMs: number): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([run(), late]);
  } catch (cause) {
    throw mapError(cause);
  } finally {
    clearTimeout(timer);
  }
}

/** Error by the code in front of the binding's words: `3040: Capacity temporarily exceeded, please try again.` */
function mapError(cause: unknown): AppError {
  const code = Number(/^\D{0,20}(\d{4}):/.exec(cause instanceof Error ? cause.message : "")?.[1]);
  if (code === DAILY_ALLOCATION_CODE)
    return new AppError("resource-exhausted", "Today's allocation of the model is used up.", {
      data: { retry: false, code },
      cause,
    });
  return new AppError("unavailable", "The model does not answer. Try again in a minute.", {
    data: { retry: true, code: Number.isNaN(code) ? null : code },
    cause,
  });
}
