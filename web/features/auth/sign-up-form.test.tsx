import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { refreshSession } from "#web/api/session.ts";
import { render } from "#web/test/render.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const fetched = vi.spyOn(window, "fetch");

beforeEach(() => fetched.mockReset());

async function boxWhere(wantsOwnConsent: boolean) {
  fetched.mockImplementation(async () =>
    Response.json({ user: null, ...(wantsOwnConsent && { wantsOwnConsent }), flags: {} }),
  );
  await refreshSession();
  render(<SignUpForm />);
  return page.getByRole("checkbox");
}

test("the box for mails is ticked where the law lets it be", async () => {
  await expect.element(await boxWhere(false)).toBeChecked();
});

test("the box for mails starts unticked where the law wants a person's own act, and can be ticked", async () => {
  const box = await boxWhere(true);
  await expect.element(box).not.toBeChecked();
  await box.click();
  await expect.element(box).toBeChecked();
});
