import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { Alert } from "~/components/ui/alert";
import { Button, buttonClasses } from "~/components/ui/button";
import type { PlanRow } from "../plan-row";

/** Form to cancel a plan at the end of its term, or to withdraw the cancellation. */
export function PlanCancellation({ plan: { id, name, status, cancelled, expires, keptFor } }: { plan: PlanRow }) {
	if (cancelled) {
		return (
			<Alert tone="pending" title={`${name} ends on ${expires}.`}>
				<ChangeForm change={{ intent: "keep", planId: id }} className="grid justify-items-start gap-2">
					{({ busy, failure }) => (
						<>
							<p>
								Until then everything works as before. You can still keep it. After that day its websites and mailboxes
								don&rsquo;t work. We keep its content for {keptFor} more and then delete it.
							</p>
							<Button type="submit" variant="secondary" size="sm" disabled={busy}>
								Keep {name}
							</Button>
							<ChangeError failure={failure} />
						</>
					)}
				</ChangeForm>
			</Alert>
		);
	}
	if (status === "pending") return null;
	return (
		<details>
			<summary className={buttonClasses({ variant: "quietDanger" }, "cursor-pointer list-none marker:content-none")}>
				<span>
					Cancel plan<span className="sr-only"> {name}</span>
				</span>
			</summary>
			<ChangeForm change={{ intent: "cancel", planId: id }} className="mt-2 grid justify-items-start gap-3">
				{({ busy, failure }) => (
					<>
						<p className="max-w-measure">
							{name} is paid until {expires} and will not be billed again. On that day its websites and mailboxes stop
							working. You can change your mind until then. We keep its content for {keptFor} more, make a last backup
							and delete it, so copy what you need before the plan ends.
						</p>
						<Button type="submit" variant="danger" disabled={busy}>
							Cancel at the end of the term
						</Button>
						<ChangeError failure={failure} />
					</>
				)}
			</ChangeForm>
		</details>
	);
}
