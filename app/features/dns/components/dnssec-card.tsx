import { CopyButton } from "~/components/ui/copy-button";
import { Fact, Facts } from "~/components/ui/fact";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import type { Tone } from "~/components/ui/tone";
import { SettingSwitch } from "~/features/domains/components/setting-switch";
import type { DnssecState } from "~/features/domains/dnssec";
import type { ZoneView } from "../zone-view";

type DnssecView = NonNullable<ZoneView["dnssec"]>;

const texts: Readonly<Record<DnssecState, { tone: Tone; status: string; means: string }>> = {
	off: { tone: "neutral", status: "Off", means: "" },
	signing: { tone: "pending", status: "Signing", means: "We're signing your records. This takes a few seconds." },
	waiting: {
		tone: "pending",
		status: "Waiting for the registry",
		means: "Your records are signed. We sent the DS record below to the registry, which may take up to a day.",
	},
	active: {
		tone: "success",
		status: "Active",
		means: "Your records are signed, and the registry vouches for the key.",
	},
	removing: {
		tone: "pending",
		status: "Turning off",
		means: "The registry is removing the DS record. Your website and email keep working.",
	},
	expiring: {
		tone: "pending",
		status: "Turning off",
		means: "The registry has removed the DS record. Other servers may still remember it, so your records stay signed.",
	},
	unsigning: { tone: "pending", status: "Turning off", means: "We're removing the signatures." },
};

/** Switch and status of DNSSEC, with the DS records that the registry publishes. */
export function DnssecCard({ dnssec: { state, on, until, ds } }: { dnssec: DnssecView }) {
	const { tone, status, means } = texts[state];
	return (
		<TitledCard title="DNSSEC" beside={<Status tone={tone}>{status}</Status>}>
			<SettingSwitch
				intent="dnssec"
				label="Sign my DNS records"
				hint="Lets other servers detect forged answers about your domain. Free."
				on={on}
			/>
			{means && (
				<p className="max-w-measure">
					{means}
					{until && ` DNSSEC is off from ${until}.`}
				</p>
			)}
			{ds.map(({ keyTag, algorithm, digestType, digest, text }) => (
				<Facts key={digest}>
					<Fact term="Key tag">{keyTag}</Fact>
					<Fact term="Algorithm">{algorithm}</Fact>
					<Fact term="Digest type">{digestType}</Fact>
					<Fact term="Digest">
						<span className="flex flex-wrap items-center gap-x-3 gap-y-1">
							<span className="min-w-0 wrap-anywhere">{digest}</span>
							<CopyButton text={text} subject="DS record" size="sm" />
						</span>
					</Fact>
				</Facts>
			))}
		</TitledCard>
	);
}
