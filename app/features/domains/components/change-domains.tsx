import { type ReactNode, useEffect, useRef } from "react";
import { Form, href, type LinkProps, useSearchParams } from "react-router";
import { DomainField } from "~/components/forms/domain-field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { backToSelection } from "~/components/forms/kept-selection";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { useSendOnce } from "~/components/forms/use-send-once";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Alert } from "~/components/ui/alert";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { ListCard } from "~/components/ui/list-card";
import { RouteButton } from "~/components/ui/route-button";
import { formatCount } from "~/lib/format-count";
import type { Failure } from "~/lib/result";
import { portalPages } from "~/portal-pages";
import type { ClothState } from "../cloth";
import { changeNames, type SelectedChange } from "../selected-domains";
import { Cloth } from "./cloth";
import { WrappingName } from "./wrapping-name";

interface Row {
	readonly id: string;
	/** Unicode form. */
	readonly name: string;
	readonly ascii: string;
	readonly cloth: ClothState;
}

interface ChangedRow extends Row {
	/** Why the domain was not changed, or null. */
	readonly refusal: string | null;
}

interface ChangeDomainsProps {
	/** Null if nothing was chosen in the list. */
	change: SelectedChange | null;
	/** The selected domains, with the reason why the change leaves them as they are, or null. */
	domains: readonly (Row & { readonly obstacle: string | null })[];
	/** How many of the selected ones are not in the account. */
	missing: number;
	/** Why these domains can't be changed together. */
	problem: string | null;
	/** What the change did. Undefined before it was made. */
	results: readonly ChangedRow[] | undefined;
	failure: Failure | undefined;
	/** The nameservers that were typed, or empty fields. */
	hosts: readonly string[];
}

const { href: list } = portalPages.domains;

/** What a change of several domains will do, and then what it did to each. */
export function ChangeDomains({ change, domains, missing, problem, results, failure, hosts }: ChangeDomainsProps) {
	const [params] = useSearchParams();
	const back = results ? { to: list } : backToSelection(list, params);
	const title = change ? changeNames[change] : portalPages.selectedDomains.label;
	return (
		<div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title={title} back={{ ...back, label: "All domains" }} />
			{change && results && <Results change={change} results={results} />}
			{!results && problem && <Alert tone="danger" role="alert" title={problem} />}
			{!results && !problem && (!change || domains.length === 0) && <Nothing missing={missing} />}
			{!results && !problem && change && domains.length > 0 && (
				<Preview {...{ change, domains, missing, failure, hosts, back }} />
			)}
		</div>
	);
}

const Nothing = ({ missing }: { missing: number }) => (
	<Card>
		<EmptyState
			icon="globe"
			title="No domain is selected"
			action={
				<RouteButton to={`${list}?select=1`} variant="secondary">
					Select domains
				</RouteButton>
			}
		>
			{missing > 0 ? notFound(missing) : "Select domains in your list, then choose what to change."}
		</EmptyState>
	</Card>
);

const notFound = (missing: number) =>
	`${formatCount(missing, "selected domain")} ${missing === 1 ? "is" : "are"} not in your account any more.`;

type PreviewProps = Pick<ChangeDomainsProps, "domains" | "missing" | "failure" | "hosts"> & {
	change: SelectedChange;
	/** The link to the list. */
	back: Pick<LinkProps, "to" | "state">;
};

function Preview({ change, domains, missing, failure, hosts, back }: PreviewProps) {
	const busy = useBusy();
	const sendOnce = useSendOnce(busy);
	const changed = domains.filter(({ obstacle }) => obstacle === null);
	const others = domains.filter(({ obstacle }) => obstacle !== null);
	return (
		<>
			{missing > 0 && <Alert tone="info" title={notFound(missing)} />}
			{changed.length === 0 ? (
				<Alert tone="info" title="None of the selected domains will change." />
			) : (
				<Form method="post" noValidate onSubmit={sendOnce} className="grid gap-5">
					<FormError failure={failure} />
					<p className="max-w-measure text-lg">{beforeChange(change, changed.length)}</p>
					<HiddenFields values={{ change }} />
					{changed.map(({ id }) => (
						<input key={id} type="hidden" name="domain" value={id} />
					))}
					{change === "nameservers" && <Nameservers hosts={hosts} failure={failure} />}
					<div className="flex flex-wrap gap-3">
						<SubmitButton busy={busy} busyText="One moment...">
							{change === "renew" ? "Add to Cart" : changeNames[change]}
						</SubmitButton>
						<RouteButton {...back} variant="secondary">
							Cancel
						</RouteButton>
					</div>
				</Form>
			)}
			{changed.length > 0 && <Names title="These change" rows={changed} note={() => null} />}
			{others.length > 0 && <Names title="These stay as they are" rows={others} note={({ obstacle }) => obstacle} />}
		</>
	);
}

/** Only servers outside of the domains, because those within need an address of their own in each. */
const Nameservers = ({ hosts, failure }: Pick<ChangeDomainsProps, "hosts" | "failure">) => (
	<fieldset className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
		<legend className="mb-2 font-semibold">The new nameservers</legend>
		{hosts.map((host, index) => (
			<DomainField
				// biome-ignore lint/suspicious/noArrayIndexKey: the fields have no id and never move
				key={index}
				label={`Nameserver ${index + 1}`}
				name={`host${index}`}
				hint={null}
				defaultValue={host}
				error={failure?.fields?.[`host${index}`]}
				required={index < 2}
			/>
		))}
	</fieldset>
);

function Results({ change, results }: { change: SelectedChange; results: readonly ChangedRow[] }) {
	const summary = useRef<HTMLDivElement>(null);
	useEffect(() => summary.current?.focus(), []);
	const done = results.filter(({ refusal }) => refusal === null).length;
	const refused = results.length - done;
	return (
		<>
			<Alert
				ref={summary}
				tone={refused > 0 ? "pending" : "success"}
				role="status"
				tabIndex={-1}
				title={afterChange(change, done)}
			>
				{refused > 0 && `${formatCount(refused, "domain")} could not be changed. The list says why.`}
			</Alert>
			<div className="flex flex-wrap gap-3">
				{change === "renew" && done > 0 && <ButtonLink href={href("/dashboard/cart")}>View Cart</ButtonLink>}
				<RouteButton to={list} variant={change === "renew" && done > 0 ? "secondary" : "primary"}>
					Back to your domains
				</RouteButton>
			</div>
			<Names
				title="Results"
				rows={[...results].sort((a, b) => Number(a.refusal === null) - Number(b.refusal === null))}
				note={({ refusal }) => refusal}
				badge={({ refusal }) =>
					refusal === null ? <Badge tone="success">Done</Badge> : <Badge tone="danger">Not changed</Badge>
				}
			/>
		</>
	);
}

interface NamesProps<T> {
	title: string;
	rows: readonly T[];
	note: (row: T) => string | null;
	badge?: (row: T) => ReactNode;
}

const Names = <T extends Row>({ title, rows, note, badge }: NamesProps<T>) => (
	<section className="grid gap-2">
		<Heading level={2} size="sm">
			{title}
		</Heading>
		<ListCard>
			<ul className="divide-y divide-line">
				{rows.map((row) => (
					<li key={row.id} className="flex items-center justify-between gap-4 py-3">
						<div className="min-w-0">
							<p className="flex items-center gap-3">
								<Cloth name={row.ascii} state={row.cloth} />
								<span className="min-w-0 wrap-anywhere font-semibold">
									<WrappingName name={row.name} />
								</span>
							</p>
							{note(row) && <p className="mt-1 text-sm text-muted wrap-anywhere">{note(row)}</p>}
						</div>
						{badge && <span className="flex-none">{badge(row)}</span>}
					</li>
				))}
			</ul>
		</ListCard>
	</section>
);

const sentences: Readonly<Record<SelectedChange, (domains: string) => readonly [before: string, after: string]>> = {
	"auto-renew-on": (domains) => [
		`This turns auto-renew on for ${domains}. We'll email you before each renewal.`,
		`Auto-renew is on for ${domains}.`,
	],
	"auto-renew-off": (domains) => [
		`This turns auto-renew off for ${domains}. Renew them yourself before they expire.`,
		`Auto-renew is off for ${domains}.`,
	],
	lock: (domains) => [
		`This locks ${domains}. A locked domain can't be transferred away.`,
		`The transfer lock is on for ${domains}.`,
	],
	unlock: (domains) => [
		`This unlocks ${domains}. Anyone with the authorization code of an unlocked domain can transfer it away.`,
		`The transfer lock is off for ${domains}.`,
	],
	renew: (domains) => [
		`This puts a renewal of one year into your cart for ${domains}. You see the prices there, and can change the years.`,
		`Your cart has renewals for ${domains}.`,
	],
	nameservers: (domains) => [
		`This sets new nameservers for ${domains}. Websites and email then follow the DNS records there.`,
		`New nameservers are set for ${domains}. The registries use them within minutes, the rest of the internet within 48 hours.`,
	],
};

/** What a change does to this many domains. */
const beforeChange = (change: SelectedChange, count: number): string =>
	sentences[change](formatCount(count, "domain"))[0];

/** What a change did to this many domains. */
const afterChange = (change: SelectedChange, count: number): string =>
	count === 0 ? "No domain was changed." : sentences[change](formatCount(count, "domain"))[1];
