import { Zap } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { Input } from "#web/components/ui/input.tsx";
import { CLIENT_KINDS } from "./client-spec.ts";
import type { ClientSpec } from "./client-spec.ts";
import { CLIENTS, KIND_LABELS } from "./clients.ts";

/** All clients to choose from, by kind; clients that open at a click are marked. */
export function ClientPicker({ selectedId }: { selectedId: string }) {
  const [wanted, setWanted] = useState("");
  const legendId = useId();
  const found = CLIENTS.filter((client) => matches(client, wanted));
  return (
    <nav aria-label="Clients" className="grid content-start gap-4">
      <Input
        type="search"
        aria-label="Find a client"
        placeholder="Find a client"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        data-needs-script=""
      />
      <p id={legendId} className="flex items-center gap-1.5 text-sm text-muted">
        <Zap aria-hidden="true" className="size-3.5 text-accent" />
        Opens with everything filled in
      </p>
      {found.length === 0 && (
        <p className="text-sm text-muted">No client of that name. Any client that speaks MCP works.</p>
      )}
      {CLIENT_KINDS.map((kind) => {
        const clients = found.filter((client) => client.kind === kind);
        if (clients.length === 0) return null;
        return (
          <div key={kind}>
            <p className="mb-1 text-sm font-medium text-muted">{KIND_LABELS[kind]}</p>
            <ul className="flex flex-wrap gap-1.5">
              {clients.map((client) => (
                <li key={client.id}>
                  <Link
                    to={`?client=${client.id}`}
                    replace
                    preventScrollReset
                    aria-current={client.id === selectedId ? "true" : undefined}
                    aria-describedby={client.link && legendId}
                    className="inline-flex min-h-8 items-center gap-1.5 rounded-sm border border-strong bg-surface px-2.5 text-sm text-text no-underline touch hover:bg-hover aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-accent"
                  >
                    {client.name}
                    {client.link && <Zap aria-hidden="true" className="size-3.5 text-accent" />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function matches({ name, id }: ClientSpec, wanted: string): boolean {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => `${name} ${id}`.toLowerCase().includes(word));
}
