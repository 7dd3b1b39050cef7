import type { ReactNode } from "react";
import { Form, href } from "react-router";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { RowAction } from "~/components/forms/row-action";
import { SelectField } from "~/components/forms/select-field";
import { useSendPageOnce } from "~/components/forms/use-send-once";
import { Button, buttonClasses } from "~/components/ui/button";
import { EmailAddress } from "~/components/ui/email-address";
import { EmptyState } from "~/components/ui/empty-state";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { memberRoles } from "~/lib/acting";
import { maxMembers, ownerOnly, roles } from "../member";
import type { ListedAccess, ListedMember } from "../member-view";

/** Other customers' accounts that the customer may use, and invitations to them. */
export function OtherAccounts({ accounts }: { accounts: readonly ListedAccess[] }) {
	// The first answer has the session of the other account. Another request would stop the browser from reading it.
	const sendOnce = useSendPageOnce();
	return (
		<TitledCard
			title="Accounts you can use"
			lead="You keep your own sign-in. While you use another account, a note on each page says so."
			className="max-w-3xl"
		>
			<ul className="divide-y divide-line" aria-label="Accounts you can use">
				{accounts.map(({ id, email, name, role, may, until }) => (
					<li key={id} className="grid gap-3 py-4">
						<div className="min-w-0">
							<p className="font-semibold wrap-anywhere">{name}</p>
							<p className="text-sm text-muted">
								<EmailAddress address={email} />
							</p>
							<p className="mt-1 text-sm">
								{until === null ? `${role}: you can` : "Invites you to"} {may}.
								{until !== null && ` Accept by ${until}.`}
							</p>
						</div>
						<div className="flex flex-wrap gap-3">
							{until === null ? (
								<>
									<Form method="post" reloadDocument onSubmit={sendOnce}>
										<HiddenFields values={{ intent: "open", membershipId: id }} />
										<Button type="submit" size="sm">
											Open<span className="sr-only"> {name}</span>
										</Button>
									</Form>
									<Confirmed change={{ intent: "leave", membershipId: id }} label="Leave this account" subject={name}>
										After this, you can open the account only if its owner invites you again.
									</Confirmed>
								</>
							) : (
								<>
									<RowAction change={{ intent: "accept", membershipId: id }} subject={`the invitation of ${name}`}>
										Accept
									</RowAction>
									<RowAction change={{ intent: "decline", membershipId: id }} subject={`the invitation of ${name}`}>
										Refuse
									</RowAction>
								</>
							)}
						</div>
					</li>
				))}
			</ul>
		</TitledCard>
	);
}

/** Who may use the customer's account. */
export function People({ people }: { people: readonly ListedMember[] }) {
	const invite =
		people.length < maxMembers ? (
			<RouteButton to={href("/dashboard/account-settings/people/invite")}>Invite Someone</RouteButton>
		) : (
			<p className="text-muted">An account can have up to {maxMembers} people. Remove one to invite another.</p>
		);
	return (
		<TitledCard title="People with access to your account" lead={ownerOnly} className="max-w-3xl">
			{people.length === 0 ? (
				<EmptyState icon="users" title="Only you" level={3} action={invite}>
					Let your developer or bookkeeper work in your account with their own password.
				</EmptyState>
			) : (
				<>
					<ul className="divide-y divide-line" aria-label="People with access">
						{people.map((person) => (
							<Person key={person.id} {...person} />
						))}
					</ul>
					<div>{invite}</div>
				</>
			)}
		</TitledCard>
	);
}

function Person({ id, email, name, role, state, isInvited }: ListedMember) {
	return (
		<li className="grid gap-3 py-4">
			<div className="min-w-0">
				{name !== null && <p className="font-semibold wrap-anywhere">{name}</p>}
				<p className={name === null ? "font-semibold" : "text-sm text-muted"}>
					<EmailAddress address={email} />
				</p>
				<p className="text-sm text-muted">{state}</p>
			</div>
			<div className="flex flex-wrap items-end gap-3">
				<Form method="post" preventScrollReset replace className="flex flex-wrap items-end gap-3">
					<HiddenFields values={{ intent: "change-role", membershipId: id }} />
					{/* The key shows the role after a change that did not happen. */}
					<SelectField key={role} id={`role-${id}`} name="role" label="Role" defaultValue={role}>
						{memberRoles.map((value) => (
							<option key={value} value={value}>
								{roles[value].name}
							</option>
						))}
					</SelectField>
					<Button type="submit" variant="secondary">
						Save<span className="sr-only"> the role of {email}</span>
					</Button>
				</Form>
				{isInvited ? (
					<RowAction change={{ intent: "remove", membershipId: id }} subject={email} danger>
						Cancel invitation
					</RowAction>
				) : (
					<Confirmed change={{ intent: "remove", membershipId: id }} label="Remove" subject={name ?? email}>
						This ends the access of {name ?? email} at once. They may still know passwords of your hosting, so change
						those, and check your billing addresses.
					</Confirmed>
				)}
			</div>
		</li>
	);
}

interface ConfirmedProps {
	/** Hidden fields: the intent and the row's id. */
	change: Readonly<Record<string, string>>;
	label: string;
	/** Who or what it is about, for screen readers. */
	subject: string;
	/** What happens. */
	children: ReactNode;
}

/** A change that ends an access: a second button confirms it. */
const Confirmed = ({ change, label, subject, children }: ConfirmedProps) => (
	<details className="open:basis-full">
		<summary
			className={buttonClasses(
				{ variant: "quietDanger", size: "sm" },
				"cursor-pointer list-none marker:content-none [&::-webkit-details-marker]:hidden",
			)}
		>
			{label}
			<span className="sr-only"> {subject}</span>
		</summary>
		<Form method="post" preventScrollReset replace className="mt-3 grid justify-items-start gap-3">
			<HiddenFields values={change} />
			<p className="max-w-measure">{children}</p>
			<Button type="submit" variant="danger">
				{label}
				<span className="sr-only"> {subject}</span>
			</Button>
		</Form>
	</details>
);
