import { Drawing } from "./drawing";
import { DrawnName } from "./drawn-name";
import { Weave } from "./weave";

/** Illustration for the pricing page: a till slip with a domain name at its top. */
export function TillSlip() {
	return (
		<Drawing>
			<rect x="20" y="24" width="320" height="40" rx="20" className="fill-ink" />
			<path d="M40 44h280" className="stroke-paper" strokeWidth="4" />
			<path
				d="M52 46h256v212l-16-11-16 11-16-11-16 11-16-11-16 11-16-11-16 11-16-11-16 11-16-11-16 11-16-11-16 11-16-11-16 11z"
				className="fill-surface stroke-ink"
			/>
			<Weave x={53} y={58} width={254} height={9} />
			<DrawnName name="wanjirubakes.co.ke" x={180} y={108} size={26} />
			<path d="M76 134h92M76 154h120M76 174h64" className="stroke-edge" strokeWidth="3" />
			<path d="M246 134h38M238 154h46M254 174h30" className="stroke-ink" strokeWidth="3" />
			<path d="M76 194h208" className="stroke-ink" strokeDasharray="2 7" />
			<path d="M76 216h60" className="stroke-ink" strokeWidth="5" />
			<rect x="214" y="204" width="70" height="24" rx="12" className="fill-lake" />
			<path d="m240 216 6 6 12-12" className="stroke-on-solid" strokeWidth="3" />
		</Drawing>
	);
}
