import { Form, href, Link } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import type { Failure } from "~/lib/result";
import type { RegistrantNotice } from "../registrant-check";

interface RegistrantAlertProps {
	domain: { readonly id: string; readonly name: string };
	notice: RegistrantNotice;
	failure?: Failure | undefined;
}

/** Asks the customer to have the link opened. The email comes from the registrar, or from us where we are the registrar. */
export function RegistrantAlert({ domain: { id, name }, notice, failure }: RegistrantAlertProps) {
	const busy = useBusy();
	const { isSuspended, deadline } = notice;
	return (
		<Alert
			tone={isSuspended ? "danger" : "pending"}
			title={
				isSuspended
					? `${name} is suspended, because the registrant's email address is not confirmed.`
					: `Confirm the registrant's email address${deadline ? ` by ${deadline}` : ""}.`
			}
		>
			<div className="grid gap-3">
				<p>
					An email with a link was sent to the address in{" "}
					<Link to={href("/dashboard/domains/:domainId/contacts", { domainId: id })} className="link">
						the contacts of this domain
					</Link>
					. Open the link{" "}
					{isSuspended
						? "and the website and email work again."
						: "or the domain is suspended. Its website and email would stop."}{" "}
					The email may come from the registrar, so also look in your spam folder.
				</p>
				<Form method="post" className="grid justify-items-start gap-2" preventScrollReset>
					<FormError failure={failure} />
					<input type="hidden" name="intent" value="registrant-check" />
					<SubmitButton variant="secondary" busy={busy} busyText="Sending...">
						Send again
					</SubmitButton>
				</Form>
			</div>
		</Alert>
	);
}
