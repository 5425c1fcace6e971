import { useMutation } from "@tanstack/react-query";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";

/** A button that leaves for a page to pay at, or says why that failed. */
export function CheckoutButton({ onPay, failed }: { onPay: () => Promise<void>; failed: string }) {
  const pay = useMutation({ mutationFn: onPay });
  return (
    <>
      {pay.error && <Problem {...errorWords(pay.error, failed)} />}
      <Button variant="primary" isBusy={pay.isPending || pay.isSuccess} onClick={() => pay.mutate()}>
        Continue to payment
      </Button>
    </>
  );
}
