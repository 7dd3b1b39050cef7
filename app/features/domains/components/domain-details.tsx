import { Fact, Facts } from "~/components/ui/fact";
import { Heading } from "~/components/ui/heading";
import type { DomainRow } from "../domain-row";
import { type DnsRecord, DnsRecords } from "./dns-records";
import { DomainActions } from "./domain-actions";

/** What opens below a domain's row. */
export function DomainDetails({ domain, records }: { domain: DomainRow; records: readonly DnsRecord[] }) {
	const { nameservers, registered, locked, privacy, ssl } = domain.details;
	return (
		<div className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] gap-6 pb-4 lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
			<div className="grid content-start gap-6">
				<section className="grid gap-2">
					<Heading level={2} size="xs">
						Nameservers
					</Heading>
					<ul className="dots">
						{nameservers.map((nameserver) => (
							<li key={nameserver} className="break-all">
								{nameserver}
							</li>
						))}
					</ul>
				</section>
				<section className="grid gap-2">
					<Heading level={2} size="xs">
						Registration
					</Heading>
					<Facts>
						<Fact term="Registered">{registered ?? "Being registered"}</Fact>
						<Fact term="Expires">{domain.expires}</Fact>
						<Fact term="Transfer lock">{locked ? "Locked" : "Unlocked"}</Fact>
						<Fact term="WHOIS privacy">{privacy ? "On" : "Off"}</Fact>
						<Fact term="SSL certificate">{ssl ? "Active" : "None"}</Fact>
					</Facts>
				</section>
			</div>
			<section className="grid min-w-0 content-start gap-2">
				<Heading level={2} size="xs">
					DNS records
				</Heading>
				<DnsRecords records={records} />
				<DomainActions domain={domain} />
			</section>
		</div>
	);
}
