import type { ReactNode } from "react";
import { Weave } from "~/components/illustrations/weave";
import type { Hardware } from "../product";

const ink = "fill-surface stroke-ink";

/** Drawn in the style of the large illustrations: ink outlines, a woven band and one part in the accent colour. */
const drawings: Readonly<Record<Hardware["image"], ReactNode>> = {
	terminal: (
		<>
			<rect x="32" y="10" width="90" height="64" rx="6" className={ink} />
			<rect x="40" y="18" width="74" height="48" rx="3" className="fill-paper stroke-line" />
			<path d="M46 25h13v13H46zM64 25h13v13H64zM46 44h13v13H46zM64 44h13v13H64z" className="fill-surface stroke-edge" />
			<path d="M84 28h24M84 37h16" className="stroke-edge" />
			<rect x="84" y="47" width="24" height="11" rx="5.500" className="fill-lake" />
			<path d="M69 74h16v14H69z" className={ink} />
			<rect x="46" y="88" width="62" height="18" rx="4" className={ink} />
			<Weave x={47} y={91} width={60} height={4} />
			<path d="M129 82V52l4.500 4 4.500-4 4.500 4 4.500-4v30" className={ink} />
			<path d="M134 64h8M134 72h5" className="stroke-edge" />
			<rect x="123" y="80" width="30" height="26" rx="4" className={ink} />
			<path d="M16 60v46M8 106h16" className="stroke-ink" />
			<rect x="5" y="44" width="22" height="16" rx="3" className={ink} />
			<path d="M11 52h10" className="stroke-sun" />
		</>
	),
	printer: (
		<>
			<path d="M56 60V16l6 5 6-5 6 5 6-5 6 5 6-5 6 5 6-5v44" className={ink} />
			<path d="M66 34h28M66 43h18M66 52h24" className="stroke-edge" />
			<rect x="30" y="56" width="100" height="50" rx="8" className={ink} />
			<path d="M46 56h68" className="stroke-ink" />
			<Weave x={31} y={68} width={98} height={6} />
			<circle cx="48" cy="90" r="5" className="fill-sun" />
			<path d="M62 90h18" className="stroke-edge" />
			<path d="M130 92h8c9 0 7-14 16-14" className="stroke-ink" />
		</>
	),
	drawer: (
		<>
			<path d="M34 36h92l18 20H16z" className={ink} />
			<rect x="16" y="56" width="128" height="46" rx="5" className={ink} />
			<Weave x={17} y={62} width={126} height={6} />
			<circle cx="80" cy="85" r="8" className="stroke-sun" />
			<path d="M80 81v8" className="stroke-sun" />
			<path d="M30 85h26M104 85h26" className="stroke-edge" />
			<path d="M30 102v5M130 102v5" className="stroke-ink" />
		</>
	),
	"open-drawer": (
		<>
			<rect x="22" y="14" width="116" height="46" rx="5" className={ink} />
			<Weave x={23} y={21} width={114} height={6} />
			<circle cx="80" cy="43" r="7" className="stroke-sun" />
			<path d="M80 40v6" className="stroke-sun" />
			<path d="M28 60h104l14 32H14z" className={ink} />
			<path d="M20 78h120M49 60l-4 18M70 60l-2 18M90 60l2 18M111 60l4 18" className="stroke-edge" />
			<path d="M26 85h.1M41 85h.1M57 85h.1M72 85h.1M88 85h.1M103 85h.1M119 85h.1M134 85h.1" className="stroke-edge" />
			<rect x="9" y="92" width="142" height="16" rx="4" className={ink} />
		</>
	),
	handheld: (
		<>
			<path d="M61 30V8l4.750 4L70.500 8l4.750 4L80 8l4.750 4L89.500 8l4.750 4L99 8v22" className={ink} />
			<path d="M70 19h16" className="stroke-edge" />
			<rect x="53" y="26" width="54" height="86" rx="9" className={ink} />
			<rect x="61" y="35" width="38" height="32" rx="3" className="fill-paper stroke-line" />
			<path d="M67 44h20" className="stroke-edge" />
			<rect x="67" y="52" width="26" height="9" rx="4.500" className="fill-lake" />
			<Weave x={54} y={74} width={52} height={5} />
			<path d="M67 90h.1M80 90h.1M93 90h.1M67 101h.1M80 101h.1M93 101h.1" className="stroke-ink" />
			<path d="M117 44c6 6 6 18 0 24M126 36c11 11 11 29 0 40" className="stroke-sun" />
		</>
	),
	"portable-printer": (
		<>
			<path d="M58 54V18l5.500 5 5.500-5 5.500 5 5.500-5 5.500 5 5.500-5 5.500 5 5.500-5v36" className={ink} />
			<path d="M67 33h24M67 42h15" className="stroke-edge" />
			<rect x="46" y="50" width="68" height="58" rx="11" className={ink} />
			<Weave x={47} y={60} width={66} height={6} />
			<path d="m74 80 12 13-6 6V74l6 6-12 13" className="stroke-sun" />
			<path d="M124 66c6 6 6 18 0 24M133 58c11 11 11 29 0 40" className="stroke-edge" />
		</>
	),
};

/** Smaller and with thicker lines on a phone. */
export const HardwareDrawing = ({ image }: Pick<Hardware, "image">) => (
	<svg
		viewBox="0 0 160 120"
		width="160"
		height="120"
		className="h-auto w-18 stroke-[3.5] sm:w-40 sm:stroke-2"
		fill="none"
		strokeLinejoin="round"
		strokeLinecap="round"
		aria-hidden="true"
	>
		{drawings[image]}
	</svg>
);
