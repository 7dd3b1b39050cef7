import { Form, href, Link } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { CopyButton } from "~/components/ui/copy-button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import { SettingSwitch } from "./setting-switch";

interface AuthCodePageProps {
	domain: string;
	locked: boolean;
	/** Whether DNSSEC is not off. */
	signed: boolean;
	/** What happens when another registrar has asked for the domain. */
	nextStep: string;
	code?: string | undefined;
	/** The ticket in which staff send the code, if they have to fetch it. */
	ticketId?: string | undefined;
	failure?: Failure | undefined;
}

export function AuthCodePage({ domain, locked, signed, nextStep, code, ticketId, failure }: AuthCodePageProps) {
	const busy = useBusy();
	return (
		<TitledCard
			title="Authorization code"
			lead={`Your new registrar needs this code to take over ${domain}. Don't share it with anyone else. We'll email you each time it's shown.`}
			className="max-w-3xl"
		>
			<div className="grid gap-4">
				<FormError whole failure={failure} />
				{signed && (
					<Alert tone="info" title="DNSSEC is on.">
						After the transfer, {domain} may stop working. Turn DNSSEC off with its DNS records first, which takes about
						two days.
					</Alert>
				)}
				{ticketId && (
					<Alert tone="success" title="We have your request.">
						Our team fetches this code by hand and sends it within five days in{" "}
						<Link to={href("/dashboard/support/:ticketId", { ticketId })} className="link">
							your ticket
						</Link>
						. We email you when it is there.
					</Alert>
				)}
				{code ? (
					<div className="flex flex-wrap items-center gap-3">
						<output className="block select-all break-all rounded-field border border-line bg-paper px-4 py-3 font-mono text-lg">
							{code}
						</output>
						<CopyButton text={code} subject="Authorization code" />
					</div>
				) : (
					<>
						<SettingSwitch
							intent="lock"
							label="Transfer lock"
							hint={
								locked
									? `${domain} is locked. Turn the lock off to get the code.`
									: "Turn it on again if you don't transfer the domain."
							}
							on={locked}
						/>
						{!locked && !ticketId && (
							<Form method="post">
								<SubmitButton busy={busy} busyText="Getting the code...">
									Show the code
								</SubmitButton>
							</Form>
						)}
					</>
				)}
				{(code || !locked) && (
					<p className="max-w-measure text-sm text-muted">
						{nextStep} If you didn't ask for a transfer, turn the transfer lock on and contact us.
					</p>
				)}
			</div>
		</TitledCard>
	);
}
