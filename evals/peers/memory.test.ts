import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { peakResidentMb, processListeningOn } from "./memory.ts";

it("finds the process that listens on a port, and its largest memory", async () => {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  expect(processListeningOn(port)).toBe(process.pid);
  await new Promise((settle) => server.close(settle));
  expect(processListeningOn(port)).toBe(null);
  expect(peakResidentMb(process.pid)).toBeGreaterThan(10);
  expect(peakResidentMb(2 ** 22 + 1)).toBe(null);
});
