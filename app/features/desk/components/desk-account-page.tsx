import type { ComponentProps } from "react";
import { Form, href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { PasswordField } from "~/components/forms/password-field";
import { RowAction } from "~/components/forms/row-action";
import { SubmitButton } from "~/components/forms/submit";
import { Badge } from "~/components/ui/badge";
import { EmailAddress } from "~/components/ui/email-address";
import { TitledCard } from "~/components/ui/titled-card";
import { PasswordForm } from "~/features/accounts/components/password-form";
import { PasskeyList } from "~/features/passkeys/components/passkey-list";
import { type Role, roleRules } from "~/features/staff/permissions";
import { RecoveryCodes } from "~/features/two-factor/components/recovery-codes";
import type { Failure } from "~/lib/result";
import type { DeskAnswer } from "../desk-answer";
import { DeskFacts } from "./desk-facts";
import { DeskPage } from "./desk-page";

type PasskeyListProps = ComponentProps<typeof PasskeyList>;

/** Forms of the page that show their failure beside their fields. */
const ownForms = ["password", "codes", "add-passkey"];

interface DeskAccountPageProps {
	name: string;
	email: string;
	roles: readonly Role[];
	sessions: readonly {
		readonly id: string;
		readonly current: boolean;
		readonly device: string;
		readonly place: string;
		readonly seen: string;
		readonly started: string;
	}[];
	passkeys: PasskeyListProps["passkeys"];
	creation: PasskeyListProps["creation"];
	/** New recovery codes, shown once. */
	codes: readonly string[] | undefined;
	answer: DeskAnswer | undefined;
}

export function DeskAccountPage(props: DeskAccountPageProps) {
	const { name, email, roles, sessions, passkeys, creation, codes, answer } = props;
	const failureOf = (intent: string) => (answer?.intent === intent ? answer.failure : undefined);
	if (codes)
		return (
			<DeskPage title="Your account">
				<RecoveryCodes codes={codes} account={email} next={href("/desk/account")} />
			</DeskPage>
		);
	return (
		<DeskPage title="Your account">
			<FormError failure={ownForms.includes(answer?.intent ?? "") ? undefined : answer?.failure} whole />
			<TitledCard title="Access">
				<DeskFacts
					facts={[
						["Name", name],
						["Email", <EmailAddress key="email" address={email} />],
						["Roles", roles.map((role) => roleRules[role].label).join(", ") || "No role"],
					]}
				/>
			</TitledCard>
			<TitledCard
				title="Where you are signed in"
				lead="A session ends 30 minutes after you last used it, and 12 hours after you signed in."
			>
				<ul className="divide-y divide-line">
					{sessions.map(({ id, current, device, place, seen, started }) => (
						<li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
							<div className="min-w-0">
								<p className="flex flex-wrap items-center gap-2 font-semibold">
									{device}
									{current && <Badge tone="success">This device</Badge>}
								</p>
								<p className="text-sm text-muted">
									{place} · last used {seen} · signed in {started}
								</p>
							</div>
							{!current && (
								<RowAction change={{ intent: "end-session", sessionId: id }} subject={`${device}, ${place}`}>
									Sign out
								</RowAction>
							)}
						</li>
					))}
				</ul>
				{sessions.length > 1 && (
					<div>
						<RowAction change={{ intent: "end-others" }} subject="except this one">
							Sign out every other device
						</RowAction>
					</div>
				)}
			</TitledCard>
			<PasskeyList
				passkeys={passkeys}
				creation={creation}
				intents={{ check: "check-password", add: "add-passkey", remove: "remove-passkey" }}
				failure={failureOf("add-passkey")}
			>
				{(failure) => <CurrentPassword failure={failure} />}
			</PasskeyList>
			<PasswordForm email={email} twoStep={false} failure={failureOf("password")} />
			<TitledCard
				title="Recovery codes"
				lead="Each works once, instead of the code from your app. New ones replace those that you have."
				className="max-w-3xl"
			>
				<Form method="post" className="grid gap-5 sm:max-w-md" preventScrollReset>
					<HiddenFields values={{ intent: "codes" }} />
					<FormError failure={failureOf("codes")} />
					<CurrentPassword failure={failureOf("codes")} />
					<div>
						<SubmitButton variant="secondary">Make new recovery codes</SubmitButton>
					</div>
				</Form>
			</TitledCard>
		</DeskPage>
	);
}

const CurrentPassword = ({ failure }: { failure: Failure | undefined }) => (
	<PasswordField
		label="Your password"
		name="currentPassword"
		autoComplete="current-password"
		error={failure?.fields?.currentPassword}
		required
	/>
);
