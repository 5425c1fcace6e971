import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, FormActions } from "#web/components/ui/dialog.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { removeModel, saveModel } from "./queries.ts";
import type { ModelInfo } from "./queries.ts";

/** The choice of the model that answers: the deployment's, or one at the person's own address. */
export function ModelDialog({ model, onClose }: { model: ModelInfo; onClose: () => void }) {
  const client = useQueryClient();
  const [form, setForm] = useState({
    url: model.url ?? "",
    model: model.url ? (model.name ?? "") : "",
    apiKey: "",
  });
  const keepsKey = model.hasKey && form.url === model.url;
  const change = useMutation({
    mutationFn: (what: "save" | "remove") =>
      what === "remove"
        ? removeModel()
        : saveModel({
            url: form.url,
            model: form.model,
            ...((form.apiKey !== "" || !keepsKey) && { apiKey: form.apiKey }),
          }),
    onSuccess: (saved) => {
      client.setQueryData(["chat-model"], saved);
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate("save");
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Model"
      description="Use any server that speaks OpenAI's chat completions. Your provider bills you for its answers; we charge only for searches."
    >
      <form onSubmit={submit} className="grid gap-4">
        <Field label="Address" hint="Such as https://api.openai.com/v1">
          {(control) => (
            <Input
              {...control}
              type="url"
              required
              maxLength={4000}
              value={form.url}
              onChange={({ target }) => setForm({ ...form, url: target.value })}
            />
          )}
        </Field>
        <Field label="Model">
          {(control) => (
            <Input
              {...control}
              required
              autoComplete="off"
              maxLength={200}
              placeholder="gpt-5-mini"
              value={form.model}
              onChange={({ target }) => setForm({ ...form, model: target.value })}
            />
          )}
        </Field>
        <Field
          label="API key"
          hint={
            keepsKey
              ? "A key is saved. Leave this empty to keep it."
              : "We encrypt it and send it only to this address."
          }
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="off"
              maxLength={1000}
              value={form.apiKey}
              onChange={({ target }) => setForm({ ...form, apiKey: target.value })}
            />
          )}
        </Field>
        {change.error && <Problem {...errorWords(change.error, "The model couldn't be saved. Try again.")} />}
        {model.kind === "own" && (
          <div>
            <Button
              size="sm"
              variant="danger"
              disabled={change.isPending}
              onClick={() => change.mutate("remove")}
            >
              Remove model and key
            </Button>
          </div>
        )}
        <FormActions action="Save" onCancel={onClose} isBusy={change.isPending} />
      </form>
    </Dialog>
  );
}
