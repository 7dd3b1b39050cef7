import { FormError } from "~/components/forms/form-error";
import { RowAction } from "~/components/forms/row-action";
import { Badge } from "~/components/ui/badge";
import { EmailAddress } from "~/components/ui/email-address";
import { TitledCard } from "~/components/ui/titled-card";
import { type Role, roleRules } from "~/features/staff/permissions";
import type { DeskAnswer } from "../desk-answer";
import { DeskFacts } from "./desk-facts";
import { DeskPage } from "./desk-page";

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
	answer: DeskAnswer | undefined;
}

export function DeskAccountPage({ name, email, roles, sessions, answer }: DeskAccountPageProps) {
	return (
		<DeskPage title="Your account">
			<FormError failure={answer?.failure} whole />
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
		</DeskPage>
	);
}
