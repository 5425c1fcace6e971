import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import type { ChipKind } from "#web/components/ui/chip.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { CopyButton } from "#web/components/ui/copy-button.tsx";
import { Dialog, DialogActions } from "#web/components/ui/dialog.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Fold } from "#web/components/ui/fold.tsx";
import { Input, Textarea } from "#web/components/ui/input.tsx";
import { Kbd } from "#web/components/ui/kbd.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#web/components/ui/menu.tsx";
import { Meter } from "#web/components/ui/meter.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import type { SortDirection } from "#web/components/ui/table.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { Tooltip } from "#web/components/ui/tooltip.tsx";
import { TrimBar } from "#web/components/ui/trim-bar.tsx";
import { ThemeChoice } from "#web/app/theme-choice.tsx";

const CHIPS: [ChipKind, string][] = [
  ["complete", "Complete"],
  ["running", "Indexing"],
  ["failed", "Failed"],
  ["pending", "Not indexed"],
  ["unknown", "Unknown"],
  ["revoked", "Revoked"],
  ["info", "New"],
  ["warning", "Expires soon"],
  ["plain", "usage"],
];
const SCOPES = [
  { value: "all", label: "All documentation" },
  { value: "public", label: "Public" },
  { value: "private", label: "Private" },
] as const;

/** All parts in every state. Only in development, for people to look at and for tests that take pictures. */
export default function PartsPage() {
  return (
    <main id="main" className="page grid gap-10 py-10">
      <div className="flex items-center justify-between gap-4">
        <h1>Parts</h1>
        <ThemeChoice />
      </div>
      <Buttons />
      <Fields />
      <States />
      <Figures />
      <TableParts />
      <Overlays />
    </main>
  );
}

function Buttons() {
  return (
    <Section title="Buttons">
      <Line>
        <Button variant="primary">Primary</Button>
        <Button>Outline</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Danger</Button>
        <ButtonLink to="/">Link</ButtonLink>
      </Line>
      <Line>
        <Button variant="primary" size="sm">
          Small
        </Button>
        <Button size="sm">Small</Button>
        <Button size="icon" variant="ghost" aria-label="Remove">
          <Trash2 aria-hidden="true" className="size-4" />
        </Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" isBusy>
          Signing in...
        </Button>
      </Line>
      <Line>
        <CopyButton text="claude mcp list" label="a command" />
        <span>
          <Kbd>⌘</Kbd> <Kbd>K</Kbd>
        </span>
        <a className="link" href="#buttons">
          A link in text
        </a>
      </Line>
    </Section>
  );
}

function Fields() {
  const [scope, setScope] = useState<(typeof SCOPES)[number]["value"]>("all");
  return (
    <Section title="Fields">
      <div className="grid max-w-[720px] gap-5 sm:grid-cols-2">
        <Field
          label="Name"
          hint="Shown in the list of keys."
          aside={
            <a href="#fields" className="link">
              Why?
            </a>
          }
        >
          {(control) => <Input {...control} placeholder="Claude Code" />}
        </Field>
        <Field label="Email" error="Please enter a valid email address">
          {(control) => <Input {...control} type="email" defaultValue="nobody" />}
        </Field>
        <Field label="Password">
          {(control) => <Input {...control} type="password" disabled defaultValue="secret" />}
        </Field>
        <Field label="Scope">
          {({ id }) => <Select id={id} options={SCOPES} value={scope} onChange={setScope} />}
        </Field>
        <Field label="Notes">{(control) => <Textarea {...control} />}</Field>
        <div>
          <Checkbox label="I agree to receive updates" hint="Unsubscribe any time." defaultChecked />
          <Checkbox label="Unchecked" />
          <Checkbox label="Disabled" disabled />
        </div>
      </div>
    </Section>
  );
}

function States() {
  return (
    <Section title="States">
      <Line>
        {CHIPS.map(([kind, name]) => (
          <Chip key={kind} kind={kind}>
            {name}
          </Chip>
        ))}
      </Line>
      <Banner>Verify your email to create API keys.</Banner>
      <Banner kind="ok">Your email has been verified successfully!</Banner>
      <Banner kind="warning" actions={<Button size="sm">Buy credits</Button>}>
        You have 12 credits left.
      </Banner>
      <Problem
        message="Failed to load transactions: the server took too long to answer."
        requestId="req_6AkUvmUraXWpEseLqPV4"
        onRetry={() => {}}
      />
      <EmptyState
        action={<Button variant="primary">+ New API Key</Button>}
        example="For example one for each agent."
      >
        You don't have any API keys yet.
      </EmptyState>
      <Fold title="Folded away">What a phone has no room for until somebody asks for it.</Fold>
      <Card aria-label="Loading">
        <div className="grid gap-3">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      </Card>
    </Section>
  );
}

function Figures() {
  return (
    <Section title="Figures">
      <div className="grid gap-5 md:grid-cols-2">
        <Card>
          <CardHeader title="Trim bar">
            <Button size="sm">Run again</Button>
          </CardHeader>
          <div className="grid gap-4">
            <TrimBar tokensRead={592} tokensTotal={7743} />
            <TrimBar tokensRead={5000} tokensTotal={5000} />
            <TrimBar tokensRead={3} tokensTotal={48_210} isCompact />
          </div>
        </Card>
        <Card>
          <CardHeader title="Meter" />
          <div className="grid gap-4">
            <Meter label="Credits" text="1,240 credits left" share={0.62} />
            <Meter label="Credits" text="40 credits left" share={0.08} kind="warning" />
            <Meter label="Credits" text="No credits left" share={0} kind="danger" />
          </div>
        </Card>
      </div>
      <Tabs
        label="Client"
        tabs={["Claude Code", "Cursor", "Codex"].map((name) => ({
          id: name,
          name,
          content: (
            <CodeBlock
              label={`${name} setup`}
              text={`# what to paste into ${name}\nclaude mcp add --transport http docenda https://docenda.example/mcp`}
            />
          ),
        }))}
      />
    </Section>
  );
}

function TableParts() {
  const [sort, setSort] = useState<SortDirection>("desc");
  return (
    <Section title="Table">
      <Table label="Recent activity">
        <TableHead>
          <Column
            sort={sort}
            onSort={() => setSort(sort === "asc" ? "desc" : sort === "desc" ? null : "asc")}
          >
            When
          </Column>
          <Column>Type</Column>
          <Column>Key</Column>
          <Column>Status</Column>
          <Column isNumeric>Amount</Column>
        </TableHead>
        <TableBody>
          {[
            ["Nov 21, 2026, 10:42 AM UTC", "usage", "Claude Code", "complete", "-1"],
            ["Nov 21, 2026, 10:40 AM UTC", "usage", "Cursor", "running", "-1"],
            ["Nov 20, 2026, 9:12 AM UTC", "purchase", "–", "failed", "+1,000"],
          ].map(([when, type, key, status, amount]) => (
            <Row key={when}>
              <Cell label="When">{when}</Cell>
              <Cell label="Type">{type}</Cell>
              <Cell label="Key">{key}</Cell>
              <Cell label="Status">
                <Chip kind={status as ChipKind}>{status}</Chip>
              </Cell>
              <Cell label="Amount" isNumeric>
                {amount}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

function Overlays() {
  const [theme, setTheme] = useState<"light" | "dark">("light");
  return (
    <Section title="What opens">
      <Line>
        <Dialog
          title="New API key"
          description="A key belongs to one agent."
          trigger={<Button>Dialog</Button>}
        >
          <Field label="Name">{(control) => <Input {...control} required />}</Field>
          <DialogActions>
            <Button variant="primary">Create</Button>
          </DialogActions>
        </Dialog>
        <Dialog title="Request and answer" shape="drawer" trigger={<Button>Drawer</Button>}>
          <CodeBlock label="Request" text={'{ "method": "tools/call" }'} />
        </Dialog>
        <AlertDialog
          title="Revoke this key?"
          description="Are you sure you want to revoke this API key? This action cannot be undone."
          action="Revoke"
          onConfirm={() => showToast({ text: "Revoked", kind: "ok" })}
          trigger={<Button variant="danger">Alert dialog</Button>}
        />
        <Menu trigger={<Button>Menu</Button>} align="start">
          <MenuItem>Refresh</MenuItem>
          <MenuItem disabled>Retry</MenuItem>
          <MenuChoice
            label="Theme"
            value={theme}
            onChange={setTheme}
            options={[
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
            ]}
          />
          <MenuSeparator />
          <MenuItem isDanger icon={<Trash2 aria-hidden="true" className="size-4" />}>
            Remove…
          </MenuItem>
        </Menu>
        <Tooltip text="What it costs: one credit">
          <Button>Tooltip</Button>
        </Tooltip>
        <Button
          onClick={() =>
            showToast({ text: "Team invite accepted successfully!", kind: "ok", durationMs: 3_000 })
          }
        >
          Toast
        </Button>
        <Button
          onClick={(event) =>
            showToast({ text: "Verify your email", durationMs: 3_000, target: event.currentTarget })
          }
        >
          Toast above
        </Button>
      </Line>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
