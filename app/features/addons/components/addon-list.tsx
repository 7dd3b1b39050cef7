import { href } from "react-router";
import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { Button } from "~/components/ui/button";
import { Status } from "~/components/ui/status";
import type { AddonRow } from "../addon-row";

interface AddonListProps {
	addons: readonly AddonRow[];
	/** What they belong to: "tujenge.com" */
	parent: string;
	/** The id of the plan whose row has the list. */
	planId?: string;
}

/** The add-ons of a domain or plan, and where to buy more. */
export const AddonList = (props: AddonListProps) => (
	<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
		{props.addons.length > 0 && <Rows {...props} />}
		<p>
			<a href={`${href("/pricing")}#addons`} className="link-alone">
				{props.addons.length > 0 ? "More add-ons" : "See the add-ons"}
				<span className="sr-only"> for {props.parent}</span>
			</a>
		</p>
	</div>
);

const Rows = ({ addons, parent, planId }: AddonListProps) => (
	<ul className="divide-y divide-line">
		{addons.map((addon) => (
			<li key={addon.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
				<div className="min-w-0">
					<p className="font-semibold wrap-anywhere">{addon.name}</p>
					<p className="text-sm text-muted">{addonNote(addon, parent)}</p>
				</div>
				{addon.paidUntil === null ? (
					<Status tone="pending">Being activated</Status>
				) : (
					<CancelForm addon={addon} planId={planId} />
				)}
			</li>
		))}
	</ul>
);

function addonNote({ price, paidUntil, cancelled }: AddonRow, parent: string): string {
	if (paidUntil === null) return `${price}. Our team activates it and writes to you.`;
	if (cancelled) return `Ends on ${paidUntil}.`;
	return `${price}. Paid until ${paidUntil}, renews with ${parent}.`;
}

function CancelForm({ addon: { id, name, cancelled }, planId }: { addon: AddonRow; planId: string | undefined }) {
	const intent = cancelled ? "keep-addon" : "cancel-addon";
	return (
		<ChangeForm change={{ intent, addonId: id, ...(planId && { planId }) }} className="grid justify-items-end gap-1">
			{({ busy, failure }) => (
				<>
					<Button type="submit" variant="secondary" size="sm" disabled={busy}>
						{cancelled ? "Keep" : "Cancel"}
						<span className="sr-only"> {name}</span>
					</Button>
					<ChangeError failure={failure} />
				</>
			)}
		</ChangeForm>
	);
}
