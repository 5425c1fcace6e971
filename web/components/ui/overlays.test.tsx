import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "#web/test/render.tsx";
import { AlertDialog } from "./alert-dialog.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import { Select } from "./select.tsx";

test("a dialog takes the focus to its first field, keeps it, and gives it back", async () => {
  render(
    <Dialog title="New API key" trigger={<Button>+ New API Key</Button>}>
      <Field label="Name">{(control) => <Input {...control} />}</Field>
    </Dialog>,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Name")).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Close" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByLabelText("Name")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "+ New API Key" })).toHaveFocus();
});

test("an alert dialog begins on Cancel, and confirms only when told to", async () => {
  let confirmed = 0;
  render(
    <AlertDialog
      title="Revoke this key?"
      description="This action cannot be undone."
      action="Revoke"
      onConfirm={() => {
        confirmed += 1;
      }}
      trigger={<Button>Revoke…</Button>}
    />,
  );
  const open = page.getByRole("button", { name: "Revoke…" });
  await open.click();
  await expect.element(page.getByRole("alertdialog", { name: "Revoke this key?" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  expect(confirmed).toBe(0);
  await open.click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  expect(confirmed).toBe(1);
});

test("a menu is walked with arrows and left with Escape", async () => {
  const chosen: string[] = [];
  render(
    <Menu trigger={<Button>Actions</Button>}>
      <MenuItem onClick={() => chosen.push("refresh")}>Refresh</MenuItem>
      <MenuItem disabled>Retry</MenuItem>
      <MenuItem onClick={() => chosen.push("remove")}>Remove…</MenuItem>
    </Menu>,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menuitem", { name: "Refresh" })).toHaveFocus();
  await userEvent.keyboard("{End}{Enter}");
  expect(chosen).toEqual(["remove"]);
  await expect.element(page.getByRole("button", { name: "Actions" })).toHaveFocus();
});

test("a select shows its choice and changes it by keyboard", async () => {
  render(<Scope />);
  const control = page.getByRole("combobox", { name: "Scope" });
  await expect.element(control).toHaveTextContent("Public");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("option", { name: "Public" })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(control).toHaveTextContent("Private");
  await expect.element(control).toHaveFocus();
});

function Scope() {
  const [value, setValue] = useState<"public" | "private">("public");
  const options = [
    { value: "public", label: "Public" },
    { value: "private", label: "Private" },
  ] as const;
  return <Select label="Scope" options={options} value={value} onChange={setValue} />;
}
