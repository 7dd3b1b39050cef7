import { Fact, Facts } from "~/components/ui/fact";
import { TitledSection } from "~/components/ui/titled-section";
import { RecordList } from "~/features/dns/components/record-list";
import type { RecordRow } from "~/features/dns/zone-view";
import type { DomainRow } from "../domain-row";
import { AutoRenewSwitch } from "./auto-renew-switch";
import { DomainActions } from "./domain-actions";
import { HostName } from "./host-names";

/** Details below a domain's row. */
export function DomainDetails({ domain, records }: { domain: DomainRow; records: readonly RecordRow[] }) {
	const { nameservers, registered, locked, privacy, ssl } = domain.details;
	return (
		<div className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] gap-6 pb-4 lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
			<div className="grid content-start gap-6">
				<TitledSection title="Nameservers" size="xs">
					<ul className="dots">
						{nameservers.map((nameserver) => (
							<li key={nameserver}>
								<span className="wrap-anywhere">
									<HostName host={nameserver} />
								</span>
							</li>
						))}
					</ul>
				</TitledSection>
				<TitledSection title="Registration" size="xs">
					<Facts>
						<Fact term="Registered">{registered ?? "Not yet"}</Fact>
						<Fact term="Expires">{domain.expires}</Fact>
						{/* On a phone the row has no room for it. */}
						<Fact term="Auto-renew" className="md:hidden">
							<AutoRenewSwitch domainId={domain.id} name={domain.name} on={domain.autoRenew} />
						</Fact>
						<Fact term="Transfer lock">{locked ? "Locked" : "Unlocked"}</Fact>
						<Fact term="WHOIS privacy">{privacy ? "On" : "Off"}</Fact>
						<Fact term="SSL certificate">{ssl ? "Active" : "None"}</Fact>
					</Facts>
				</TitledSection>
			</div>
			<TitledSection title="DNS records" size="xs" className="min-w-0">
				<RecordList records={records} />
			</TitledSection>
			<DomainActions domain={domain} />
		</div>
	);
}
