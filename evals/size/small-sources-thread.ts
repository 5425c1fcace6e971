import { workerData } from "node:worker_threads";
import { fillSmallSources } from "./small-sources.ts";
import type { SmallSources } from "./small-sources.ts";

await fillSmallSources(workerData as SmallSources);
