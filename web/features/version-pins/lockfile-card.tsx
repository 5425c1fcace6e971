import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { ChangeEvent } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { FindInput } from "#web/components/ui/find-input.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { hasWords } from "#web/lib/has-words.ts";
import { countPins, isLockfileName, LOCKFILE_NAMES, lockfileProblem } from "./lockfile.ts";
import { forgetPins, pinVersions, usePins, useReloadPins } from "./queries.ts";
import type { Pin } from "./queries.ts";

const SHOWN_PINS = 100;

/** The versions that a project uses, out of its lockfiles: searches that name no version take these. */
export function LockfileCard() {
  const pins = usePins();
  const reload = useReloadPins();
  return (
    <Card aria-labelledby="lockfiles">
      <CardHeader title="Versions of your project" id="lockfiles">
        {pins.data && pins.data.length > 0 && (
          <ConfirmButton
            title="Forget the versions"
            description="Searches take the newest versions again. No package is removed."
            action="Forget"
            onConfirm={forgetPins}
            onDone={reload}
            failed={(error) => errorWords(error, "The versions could not be forgotten.")}
          >
            Forget…
          </ConfirmButton>
        )}
      </CardHeader>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-md text-muted">
          A lockfile says which version of each package you use. Searches that ask for no version then take
          yours instead of the newest. Only names and versions are kept.
        </p>
        <Loaded
          query={pins}
          label="Loading the versions"
          skeleton={<Skeleton className="h-6" />}
          failed={(error) => errorWords(error, "The versions could not be read.")}
        >
          {(data) => (data.length === 0 ? <p className="text-md">No lockfile yet.</p> : <Pins pins={data} />)}
        </Loaded>
        <ChooseLockfile />
      </div>
    </Card>
  );
}

function Pins({ pins }: { pins: readonly Pin[] }) {
  const [wanted, setWanted] = useState("");
  const found = pins.filter(({ name, version }) => hasWords(`${name} ${version}`, wanted));
  return (
    <details>
      <summary className="content-center py-1 text-md touch">
        {pins.length.toLocaleString("en-US")} {pins.length === 1 ? "version" : "versions"}: {countPins(pins)}
      </summary>
      <div className="mt-3 grid grid-cols-1 gap-3">
        <FindInput label="Find a version" among={pins.length} value={wanted} onChange={setWanted} />
        <Paged items={found} size={SHOWN_PINS} noun="versions" question={wanted}>
          {(shown) => (
            <ul className="columns-[16rem] gap-6 text-sm">
              {shown.map(({ ecosystem, name, version }) => (
                <li key={`${ecosystem} ${name}`} className="break-inside-avoid py-0.5 wrap-anywhere">
                  {name} <span className="font-mono text-muted">{version}</span>
                </li>
              ))}
            </ul>
          )}
        </Paged>
        {found.length === 0 && <p className="text-md text-muted">No version matches.</p>}
      </div>
    </details>
  );
}

function ChooseLockfile() {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const reload = useReloadPins();
  const [problem, setProblem] = useState<string | null>(null);
  const pin = useMutation({
    mutationFn: async (file: File) => {
      // Already judged by `lockfileProblem`: this line is for the type.
      if (!isLockfileName(file.name)) return 0;
      return pinVersions(file.name, await file.text());
    },
    onSuccess: async (pinned) => {
      const words = pinned === 1 ? "1 version is" : `${pinned.toLocaleString("en-US")} versions are`;
      showToast({ text: `${words} preferred from now on.`, kind: "ok" });
      await reload();
    },
  });

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // An empty value lets the same file, mended, be chosen again.
    target.value = "";
    if (!file) return;
    const found = lockfileProblem(file);
    setProblem(found);
    pin.reset();
    if (found === null) pin.mutate(file);
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          isBusy={pin.isPending}
          onClick={() => input.current?.click()}
          aria-describedby={hint}
          icon={<FileUp aria-hidden="true" className="size-4" />}
        >
          Choose a lockfile
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="Lockfile"
          accept={LOCKFILE_NAMES.map((name) => name.slice(name.lastIndexOf("."))).join(",")}
          onChange={choose}
          hidden
        />
        <span id={hint} className="text-sm text-muted">
          {LOCKFILE_NAMES.join(", ")}
        </span>
      </div>
      {problem !== null && <Problem message={problem} />}
      {pin.error && <Problem {...errorWords(pin.error, "The lockfile could not be read.")} />}
    </div>
  );
}
