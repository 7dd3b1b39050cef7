import type { ReactNode } from "react";
import { href, useRouteLoaderData } from "react-router";
import { brand } from "~/brand";
import { soldExtensions } from "~/features/catalog/domain-prices";

/** Facts that a visitor can check: the registries, the status page, who answers, the paybill if there is one. */
export function Proof() {
	const paybill = useRouteLoaderData<{ paybill: string | null }>("root")?.paybill;
	return (
		<div className="grid gap-6">
			<dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-5 max-lg:[&>:last-child]:col-span-full">
				<Fact
					figure={String(soldExtensions().length)}
					text="extensions, each checked with its own registry when you search"
				/>
				<Fact figure="99.9%" text="uptime guaranteed, with service credits." data-uptime="">
					<a className="link" href={href("/status")}>
						See the status
					</a>
				</Fact>
				<Fact figure="Mon–Sun" text={`a team in Kenya answers, seven days a week. Phone: ${brand.phoneHours}`} />
				<Fact figure="30 days" text="money-back guarantee on hosting" />
				<Fact figure="Ksh 0" text="for WHOIS privacy, DNS management and forwarding" />
			</dl>
			{paybill && (
				<p className="text-muted">
					M‑Pesa paybill {paybill}, {brand.legalName}.
				</p>
			)}
		</div>
	);
}

interface FactProps {
	figure: string;
	text: string;
	/** islands/uptime-figure.ts replaces figure and text. */
	"data-uptime"?: string;
	children?: ReactNode;
}

function Fact({ figure, text, children, ...marker }: FactProps) {
	return (
		<div className="grid content-start gap-1 border-s-2 border-sun ps-4" {...marker}>
			<dt className="wrap-anywhere font-display text-2xl font-semibold tracking-tight tabular-nums">{figure}</dt>
			<dd className="text-sm text-muted sm:text-base">
				<span>{text}</span> {children}
			</dd>
		</div>
	);
}
