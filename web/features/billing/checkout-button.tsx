import { useMutation } from "@tanstack/react-query";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";

/** Leaves for the page where something is paid, or says why it cannot. */
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
