import { Dot, Drawing, Rings } from "./drawing";
import { Weave } from "./weave";

const others = [
	{ tld: ".com", x: 36, y: 34 },
	{ tld: ".org", x: 150, y: 18 },
	{ tld: ".shop", x: 252, y: 46 },
	{ tld: ".me", x: 60, y: 216 },
	{ tld: ".africa", x: 220, y: 222 },
];

/** Illustration for domain search: one chosen name among other extensions. */
export function NameTags() {
	return (
		<Drawing>
			<Rings x={52} y={140} radii={[22, 36, 50]} />
			<g className="fill-surface stroke-line">
				{others.map(({ tld, x, y }) => (
					<rect key={tld} x={x} y={y} width={30 + tld.length * 10} height="36" rx="18" />
				))}
			</g>
			<g className="fill-muted" fontSize="17" fontWeight="600" textAnchor="middle">
				{others.map(({ tld, x, y }) => (
					<text key={tld} x={x + 15 + tld.length * 5} y={y + 24}>
						{tld}
					</text>
				))}
			</g>
			<path d="M52 96h258a14 14 0 0 1 14 14v60a14 14 0 0 1-14 14H52L22 140z" className="fill-surface stroke-ink" />
			<Weave x={88} y={164} width={216} height={6} />
			<Dot x={52} y={140} />
			<text x="88" y="147" className="fill-ink font-display" fontSize="27" fontWeight="600" letterSpacing="-0.6">
				mamaneema
				<tspan className="fill-sun">.co.ke</tspan>
			</text>
		</Drawing>
	);
}
