import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { Alert } from "~/components/ui/alert";
import { Button, buttonClasses } from "~/components/ui/button";
import type { PlanRow } from "../plan-row";

/** Ends a plan with what is paid, and takes that back. */
export function PlanCancellation({ plan: { id, name, status, cancelled, expires } }: { plan: PlanRow }) {
	if (cancelled) {
		return (
			<Alert tone="pending" title={`${name} ends on ${expires}.`}>
				<ChangeForm change={{ intent: "keep", planId: id }} className="grid justify-items-start gap-2">
					{({ busy, failure }) => (
						<>
							<p>Until then everything works as before. You can still keep it.</p>
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
							{name} runs until {expires}, which is paid, and is not billed again. Then its websites, databases and
							mailboxes are deleted: copy what you need before. Until that day you can change your mind.
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
