import { Form } from "react-router";
import { RowAction } from "~/components/forms/row-action";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Pager } from "~/components/ui/pager";
import { TitledCard } from "~/components/ui/titled-card";
import type { ListedSignIn } from "../sign-in-list";

interface SignInsProps {
	/** One page of sessions. */
	sessions: readonly ListedSignIn[];
	next: string | null;
}

/** Lists the devices that are signed in, with buttons to sign them out. */
export function SignIns({ sessions, next }: SignInsProps) {
	const several = next !== null || sessions.filter(({ current }) => !current).length > 1;
	return (
		<TitledCard title="Where you are signed in" className="max-w-3xl">
			<ul className="divide-y divide-line">
				{sessions.map(({ id, current, device, place, signedIn, seen }) => (
					<li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
						<div className="min-w-0">
							<p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
								{device}
								{current && <Badge tone="success">This device</Badge>}
							</p>
							<p className="text-sm text-muted">
								{[place, `signed in ${signedIn}`, `last seen ${seen}`].filter(Boolean).join(" · ")}
							</p>
						</div>
						{!current && (
							<RowAction change={{ intent: "revoke", sessionId: id }} subject={device}>
								Sign out
							</RowAction>
						)}
					</li>
				))}
			</ul>
			<Pager next={next} />
			{several && (
				<Form method="post" preventScrollReset className="border-t border-line pt-5">
					<input type="hidden" name="intent" value="revoke-others" />
					<Button type="submit" variant="secondary" size="sm">
						Sign out all other devices
					</Button>
				</Form>
			)}
		</TitledCard>
	);
}
