import type { ComponentProps } from "react";
import { Link } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { Alert } from "~/components/ui/alert";
import { RouteButton } from "~/components/ui/route-button";
import { TitledSection } from "~/components/ui/titled-section";
import type { Failure } from "~/lib/result";
import type { RecordFormValues } from "../dns.schema";
import { type RecordType, recordPurposes, recordTypes } from "../record";
import type { ZoneView } from "../zone-view";
import { DnssecCard } from "./dnssec-card";
import { RecordForm } from "./record-form";
import { UndoButton } from "./undo-button";
import { ZoneChanges } from "./zone-changes";
import { ZoneRecords } from "./zone-records";

interface ZoneEditorProps {
	zone: ZoneView;
	/** Type of the record to add. */
	add?: RecordType | undefined;
	/** Initial values of its form. */
	values: RecordFormValues;
	failure?: Failure | undefined;
}

export function ZoneEditor({ zone, add, values, failure }: ZoneEditorProps) {
	const { domain, version, edited } = zone;
	const type = edited?.type ?? add;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<ZoneAlerts zone={zone} />
			{failure && !type && <FormError whole failure={failure} />}
			<TitledSection
				title="Add a record"
				beside={
					<ul className="flex flex-wrap gap-x-5">
						<Tool to="dns/templates">Use a template</Tool>
						<Tool to="dns/import">Import</Tool>
						<Tool to="dns/export" reloadDocument>
							Export
						</Tool>
					</ul>
				}
			>
				<ul className="flex flex-wrap gap-2">
					{recordTypes.map((one) => (
						<li key={one}>
							<RouteButton
								to={`?add=${one}#record-form`}
								title={recordPurposes[one]}
								aria-current={one === add && !edited ? "true" : undefined}
								variant={one === add && !edited ? "primary" : "secondary"}
							>
								{one}
							</RouteButton>
						</li>
					))}
				</ul>
			</TitledSection>
			{type && (
				<RecordForm
					key={`${type} ${edited?.id}`}
					domain={domain}
					version={version}
					type={type}
					recordId={edited?.id}
					values={edited ? { ...edited.values, ...values } : values}
					failure={failure}
				/>
			)}
			<ZoneRecords zone={zone} />
			<ZoneChanges zone={zone} />
			{zone.dnssec && <DnssecCard dnssec={zone.dnssec} />}
		</div>
	);
}

const Tool = ({ to, children, ...link }: ComponentProps<typeof Link>) => (
	<li>
		<Link to={`../${to}`} relative="path" className="link-alone" {...link}>
			{children}
		</Link>
	</li>
);

/** The change just saved, whether the nameservers have it, and what is wrong with the records. */
function ZoneAlerts({ zone }: { zone: ZoneView }) {
	const { domain, saved, version, usesOtherNameservers, publishing, warnings } = zone;
	return (
		<>
			{saved && (
				<Alert tone="success" role="status" title="Saved." className="sticky top-3 z-10 shadow-float">
					<div className="flex flex-wrap items-center justify-between gap-3">
						<span className="min-w-0 wrap-anywhere">
							{saved.text}
							{saved.more > 0 && ` and ${saved.more} more`}
						</span>
						<UndoButton changeId={saved.id} version={version} of={saved.text} />
					</div>
				</Alert>
			)}
			{publishing && (
				<Alert tone="pending" title="We're publishing your last change.">
					This takes a few seconds. Other servers may use the old records until their TTL ends.
				</Alert>
			)}
			{warnings.map((warning) => (
				<Alert key={warning} tone="pending" title="Email from this domain may be rejected.">
					{warning}
				</Alert>
			))}
			{usesOtherNameservers && (
				<Alert tone="info" title={`${domain} uses other nameservers.`}>
					Changes here take effect once the domain uses our nameservers.
				</Alert>
			)}
		</>
	);
}
